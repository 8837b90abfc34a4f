import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { readBillingValues, toBillingValues } from "./billing-fields";
import { BillingPage } from "./billing-page";
import { getBillingDefaults } from "./get-billing";
import { saveBilling } from "./save-billing";

export const billingRoutes = new Hono<AppEnv>();

const getHead = (c: Context<AppEnv>) => ({
  title: c.var.ctx.t("billing.title"),
  canonical: paths.billing(),
  noindex: true,
});

billingRoutes.get(paths.billing(), async (c) => {
  const { ctx } = c.var;
  const values = toBillingValues(await getBillingDefaults(ctx));
  return renderPage(c, getHead(c), <BillingPage values={values} isSaved={c.req.query("done") === "saved"} />);
});

billingRoutes.post(paths.billing(), async (c) => {
  const values = readBillingValues(await readForm(c)) ?? toBillingValues(null);
  const saved = await saveBilling(c.var.ctx, values);
  if (saved.ok) return seeOther(c, paths.billing({ done: "saved" }));
  const { errors = {} } = explainFormRefusal(c, saved.refusal);
  const page = <BillingPage values={values} errors={errors} />;
  return renderPage(c, getHead(c), page, ERROR_STATUS[saved.refusal.code]);
});

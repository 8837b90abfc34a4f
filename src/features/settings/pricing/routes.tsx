import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  type DisplayedForm,
  getFilledForm,
  getMergedForm,
  listFormHistory,
  parseDocumentForm,
  saveDocumentForm,
} from "../documents";
import {
  listPricingDocuments,
  PRICING_DOCUMENTS,
  PRICING_FORMS,
  type PricingDocument,
} from "./pricing-documents";
import { PricingDocumentPage, PricingPage } from "./pricing-pages";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const pricingRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

pricingRoutes.get(paths.adminPricing(), async (c) => {
  const { ctx } = c.var;
  const done = PRICING_DOCUMENTS.find((name) => name === c.req.query("done")) ?? null;
  const head = { title: ctx.t("pricing.title"), noindex: true };
  return renderPage(c, head, <PricingPage documents={await listPricingDocuments(ctx)} done={done} />);
});

// Changes apply to new orders only: orders and invoices keep their own copies.
for (const name of PRICING_DOCUMENTS) {
  const path = paths.adminPricingDocument(name);
  const form = PRICING_FORMS[name];
  pricingRoutes.get(path, async (c) => renderDocumentPage(c, name, await getFilledForm(c.var.ctx, form)));
  pricingRoutes.post(path, async (c) => {
    const { ctx } = c.var;
    const typed = parseDocumentForm(form, (await readForm(c)).values(), ctx.t);
    const result = await saveDocumentForm(ctx, form, typed);
    if (result.ok) return seeOther(c, paths.adminPricing({ done: name }));
    const { refusal } = result;
    return refusal.reason === "datastale"
      ? renderDocumentPage(c, name, await getMergedForm(ctx, form, typed), ERROR_STATUS.conflict)
      : renderDocumentPage(
          c,
          name,
          { ...typed, ...explainFormRefusal(c, refusal) },
          ERROR_STATUS[refusal.code],
        );
  });
}

async function renderDocumentPage(
  c: C,
  name: PricingDocument,
  filled: Omit<DisplayedForm, "history">,
  status = 200,
) {
  const { ctx } = c.var;
  const history = await listFormHistory(ctx, PRICING_FORMS[name], c.req.query("before"));
  const head = { title: ctx.t(`pricing.${name}.title`), noindex: true };
  return renderPage(c, head, <PricingDocumentPage name={name} form={{ ...filled, history }} />, status);
}

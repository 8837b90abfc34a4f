import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { readForm } from "@/http/forms";
import { renderPage } from "@/http/render";
import { whatIsWrong } from "@/http/tell-refusal";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { DocumentPage, type DocumentPageProps } from "./document-page";
import { FORMS, PRICING_DOCUMENTS, type PricingDocument } from "./forms";
import { mergeTyped, type Values } from "./pricing-form";
import { PricingPage } from "./pricing-page";
import { findPricingDocument, findPricingHistory, findPricingValues, readPricing } from "./queries";
import { savePricing } from "./save-pricing";

/** The gate before all routes lets nobody but admins come here. */
export const pricingRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

pricingRoutes.get(paths.adminPricing(), async (c) => {
  const { ctx } = c.var;
  const done = PRICING_DOCUMENTS.find((name) => name === c.req.query("done")) ?? null;
  const head = { title: ctx.t("pricing.title"), noindex: true };
  return renderPage(c, head, <PricingPage documents={await readPricing(ctx)} done={done} />);
});

for (const name of PRICING_DOCUMENTS) {
  const path = paths.adminPricingDocument(name);
  pricingRoutes.get(path, async (c) => documentPage(c, name, await findPricingDocument(c.var.ctx, name)));
  pricingRoutes.post(path, async (c) => {
    const { ctx } = c.var;
    const { version: versions = [], ...sent } = (await readForm(c)).values();
    const typed = { values: FORMS[name].sent(sent, ctx.t), version: versionOf(versions[0]) };
    const result = await savePricing(ctx, name, typed);
    if (result.ok) return seeOther(c, paths.adminPricing({ done: name }));
    return result.refusal.reason === "datastale"
      ? stalePage(c, name, typed)
      : refusedPage(c, name, typed, result.refusal);
  });
}

/** The version that the form showed; one that no document has for what is none. */
function versionOf(text = ""): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

type Typed = { values: Values; version: number };

function refusedPage(c: C, name: PricingDocument, typed: Typed, refusal: Refusal) {
  return documentPage(c, name, { ...typed, ...whatIsWrong(c, refusal) }, ERROR_STATUS[refusal.code]);
}

/** Somebody was faster: what they changed is shown, and stands in the fields that were not touched here. */
async function stalePage(c: C, name: PricingDocument, typed: Typed) {
  const { ctx } = c.var;
  const [present, base, { versions }] = await Promise.all([
    findPricingDocument(ctx, name),
    findPricingValues(ctx, name, typed.version),
    findPricingHistory(ctx, name),
  ]);
  const merged = mergeTyped(base ?? typed.values, typed.values, present.values);
  const values = FORMS[name].asked?.(merged, present.values) ?? merged;
  const since = versions.filter(({ version }) => version > typed.version);
  return documentPage(c, name, { values, version: present.version, since }, ERROR_STATUS.conflict);
}

async function documentPage(
  c: C,
  name: PricingDocument,
  form: Omit<DocumentPageProps, "name" | "history">,
  status = 200,
) {
  const { ctx } = c.var;
  const newest = Number(c.req.query("before"));
  const history = await findPricingHistory(ctx, name, newest > 0 ? newest : undefined);
  const head = { title: ctx.t(`pricing.${name}.title`), noindex: true };
  return renderPage(c, head, <DocumentPage name={name} {...form} history={history} />, status);
}

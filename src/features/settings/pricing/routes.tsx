import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { getDocuments } from "../documents";
import { addDocumentForm, findSavedForm } from "../documents/document-routes";
import { PRICING_FORMS } from "./pricing-forms";
import { PricingPage } from "./pricing-page";

/** Changes apply to new orders only: orders and invoices keep their own copies. */
export const pricingRoutes = new Hono<AppEnv>();

for (const form of PRICING_FORMS) addDocumentForm(pricingRoutes, form);

pricingRoutes.get(paths.adminPricing(), async (c) => {
  const { ctx } = c.var;
  const kinds = PRICING_FORMS.map(({ kind }) => kind);
  const documents = await getDocuments(ctx, kinds);
  const panels = PRICING_FORMS.map((form, index) => ({
    form,
    entries: form.toEntries(ctx.t, documents[index]?.value),
    warning: form.getWarning?.(ctx.t, documents[index]?.value) ?? null,
  }));
  const head = { title: ctx.t("pricing.title"), noindex: true };
  return renderPage(c, head, <PricingPage panels={panels} done={findSavedForm(c, PRICING_FORMS)} />);
});

import { Hono } from "hono";
import { requireAdmin, requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { streamText } from "@/http/responses";
import { addDays, parseTypedDay, startOfDay, toDay } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { toSlug } from "@/shared/text";
import { InvoicePage } from "./invoice-page";
import { invoicesCsv } from "./invoices-csv";
import { findVisibleInvoice, listInvoicesBetween, listOrderInvoices } from "./queries";

export const invoiceRoutes = new Hono<AppEnv>();

invoiceRoutes.get(paths.invoice(":number"), async (c) => {
  const { ctx } = c.var;
  const number = numberParam(c.req.param("number"));
  requireUser(ctx);
  const invoice = await findVisibleInvoice(ctx, number);
  if (!invoice) throw new Refused({ code: "not_found" });
  const others = (await listOrderInvoices(ctx, [invoice.orderId])).get(invoice.orderId) ?? [];
  const title = `${ctx.t(`invoices.kinds.${invoice.kind}`)} ${invoice.label}`;
  return renderPage(
    c,
    { title, noindex: true },
    <InvoicePage invoice={invoice} others={others.filter((other) => other.number !== number)} />,
  );
});

invoiceRoutes.get(paths.adminInvoicesCsv(), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const typed = (name: string) => {
    const text = c.req.query(name);
    return text === undefined ? undefined : (parseTypedDay(text, ctx.locale) ?? text);
  };
  const period = validate(periodSchema(toDay(ctx.now)), { from: typed("from"), to: typed("to") });
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { from, to } = period.value;
  const invoices = listInvoicesBetween(ctx, startOfDay(from), startOfDay(addDays(to, 1)));
  const name = [toSlug(ctx.config.SITE_NAME), toSlug(ctx.t("invoices.csv.file")), from, to]
    .filter(Boolean)
    .join("-");
  return c.body(await streamText(invoicesCsv(ctx.t, invoices), ctx.log, "invoices_csv_broken"), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "private, no-store",
  });
});

/** @throws Refused `not_found` for a malformed invoice number. */
function numberParam(text = ""): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Refused({ code: "not_found" });
  return Number(text);
}

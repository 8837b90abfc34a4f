import { Hono } from "hono";
import { requireAdmin, requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { readPeriod } from "@/http/read-period";
import { renderPage } from "@/http/render";
import { csvResponse, streamParts } from "@/http/responses";
import { addDays, startOfDay } from "@/shared/dates";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MONEY_PERIOD } from "@/shared/schemas/analytics";
import { parseInvoiceLabel } from "./invoice-label";
import { InvoicePage } from "./invoice-page";
import { invoicesCsv } from "./invoices-csv";
import { findVisibleInvoice, listInvoicesBetween, listOrderInvoices } from "./queries";

export const invoiceRoutes = new Hono<AppEnv>();

invoiceRoutes.get(paths.invoice(":label"), async (c) => {
  const { ctx } = c.var;
  const reference = parseInvoiceLabel(c.req.param("label") ?? "");
  requireUser(ctx);
  const invoice = await findVisibleInvoice(ctx, reference);
  if (!invoice) throw new Refused({ code: "not_found" });
  const others = (await listOrderInvoices(ctx, [invoice.orderId])).get(invoice.orderId) ?? [];
  const title = `${ctx.t(`invoices.kinds.${invoice.kind}`)} ${invoice.label}`;
  return renderPage(
    c,
    { title, noindex: true },
    <InvoicePage invoice={invoice} others={others.filter((other) => other.label !== invoice.label)} />,
  );
});

invoiceRoutes.get(paths.adminInvoicesCsv(), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const period = readPeriod(c, MONEY_PERIOD);
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { from, to } = period.value;
  const invoices = listInvoicesBetween(ctx, startOfDay(from), startOfDay(addDays(to, 1)));
  const csv = await streamParts(invoicesCsv(ctx.t, invoices), ctx.log, "invoices_csv_broken");
  return csvResponse(c, csv, ctx.t("invoices.csv.file"), from, to);
});

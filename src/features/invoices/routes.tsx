import { Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { getFound } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { parseInvoiceLabel } from "./invoice-label";
import { InvoicePage } from "./invoice-page";
import { findVisibleInvoice, listOrderInvoices } from "./queries";

export const invoiceRoutes = new Hono<AppEnv>();

invoiceRoutes.get(paths.invoice(":label"), async (c) => {
  const { ctx } = c.var;
  const reference = parseInvoiceLabel(c.req.param("label") ?? "");
  requireUser(ctx);
  const invoice = getFound(await findVisibleInvoice(ctx, reference));
  const others = (await listOrderInvoices(ctx, [invoice.orderId])).get(invoice.orderId) ?? [];
  const title = `${ctx.t(`invoices.kinds.${invoice.kind}`)} ${invoice.label}`;
  return renderPage(
    c,
    { title, noindex: true },
    <InvoicePage invoice={invoice} others={others.filter((other) => other.label !== invoice.label)} />,
  );
});

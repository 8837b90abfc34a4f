import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { findVisibleInvoice, parseInvoiceLabel } from "@/features/invoices";
import { Refused } from "@/shared/errors";
import { renderEInvoice } from "./render-e-invoice";

/** The e-Factura document of an invoice, for admins. @throws Refused `not_found`, also once its buyer was removed */
export async function getUblDocument(ctx: Ctx, text: string): Promise<{ label: string; xml: string }> {
  requireAdmin(ctx);
  const invoice = await findVisibleInvoice(ctx, parseInvoiceLabel(text));
  const xml = invoice && renderEInvoice(ctx, invoice);
  if (!xml) throw new Refused({ code: "not_found" });
  return { label: invoice.label, xml };
}

import type { Ctx } from "@/context";
import type { Invoice } from "@/features/invoices";
import { toDay } from "@/shared/dates";
import { formatDay } from "@/shared/format";
import { renderUblDocument } from "./render-ubl-document";

/** The e-Factura document of an invoice or credit note, in Romanian; null once its buyer was removed. */
export function renderEInvoice(ctx: Ctx, invoice: Invoice): string | null {
  const { label, kind, orderId, amount, vatAmount, vatRate, currency, seller, buyer } = invoice;
  if (!buyer) return null;
  const t = ctx.translator("ro");
  const isCreditNote = kind === "credit_note";
  const day = formatDay(toDay(invoice.paidTs), "ro");
  return renderUblDocument({
    label,
    issued: toDay(invoice.issuedTs),
    isCreditNote,
    corrects: invoice.corrects.map((earlier) => ({ label: earlier.label, issued: toDay(earlier.issuedTs) })),
    orderId,
    item: t.count(`invoices.items.${invoice.placement}`, invoice.days),
    payment: t(`e-factura.payment.${invoice.isTransfer ? "transfer" : kind}`, { day }),
    means: invoice.isTransfer ? "account" : "card",
    amount,
    vatAmount,
    vatRate,
    currency,
    exemption: seller.exemption,
    seller: { ...seller, taxId: seller.tax_id, registerNumber: seller.register_number },
    buyer: { ...buyer, taxId: buyer.tax_id },
  });
}

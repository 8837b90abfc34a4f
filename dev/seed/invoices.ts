import type { invoices, orders, users } from "@/db/schema";
import { formatFullName } from "@/shared/format";
import { DEMO_SELLER } from "./seller";

type OrderRow = typeof orders.$inferInsert;
type InvoiceRow = typeof invoices.$inferInsert;
type UserRow = typeof users.$inferInsert;

/** Receipts of the paid orders, numbered by time of payment. */
export function createInvoices(orderRows: readonly OrderRow[], accounts: readonly UserRow[]): InvoiceRow[] {
  const buyers = new Map(accounts.map((user) => [user.id, user]));
  return orderRows
    .flatMap((order) => (order.paidTs ? [{ ...order, paidTs: order.paidTs }] : []))
    .sort((a, b) => a.paidTs - b.paidTs)
    .map((order, index) => {
      const buyer = buyers.get(order.buyerId ?? "");
      return {
        number: index + 1,
        kind: "receipt" as const,
        orderId: order.id,
        amount: order.amount,
        vatAmount: order.vatAmount,
        vatRate: order.vatRate,
        currency: "RON",
        seller: DEMO_SELLER,
        buyer: buyer
          ? {
              name: formatFullName({ firstName: buyer.firstName ?? "", lastName: buyer.lastName ?? "" }),
              email: buyer.email,
            }
          : null,
        issuedTs: order.paidTs,
      };
    });
}

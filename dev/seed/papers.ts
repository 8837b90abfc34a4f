import type { orders, papers, users } from "@/db/schema";
import { fullName } from "@/shared/format";
import type { Seller } from "@/shared/schemas/pricing";

type OrderRow = typeof orders.$inferInsert;
type PaperRow = typeof papers.$inferInsert;
type UserRow = typeof users.$inferInsert;

/** Who sells on the demonstration site; the tax id and the account number are well-formed and nobody's. */
export const DEMO_SELLER: Seller = {
  name: "Catedra Demo SRL",
  tax_id: "RO12345674",
  registration_number: "J40/0000/2026",
  address: "Str. Exemplului nr. 1, București",
  iban: "RO49AAAA1B31007593840000",
  email: "contabilitate@catedra.test",
  series: "CAT",
  vat_payer: true,
  exemption: { en: "", ro: "" },
};

/** The receipts of the orders that were paid, numbered as the payments came. */
export function makePapers(orderRows: readonly OrderRow[], people: readonly UserRow[]): PaperRow[] {
  const buyers = new Map(people.map((user) => [user.id, user]));
  return orderRows
    .flatMap((order) => (order.paidTs ? [{ ...order, paidTs: order.paidTs }] : []))
    .sort((a, b) => a.paidTs - b.paidTs)
    .map((order, place) => {
      const buyer = buyers.get(order.buyerId ?? "");
      return {
        number: place + 1,
        kind: "receipt" as const,
        orderId: order.id,
        amount: order.amount,
        vatAmount: order.vatAmount,
        vatRate: order.vatRate,
        currency: "RON",
        seller: DEMO_SELLER,
        buyer: buyer
          ? {
              name: fullName({ firstName: buyer.firstName ?? "", lastName: buyer.lastName ?? "" }),
              email: buyer.email,
            }
          : null,
        issuedTs: order.paidTs,
      };
    });
}

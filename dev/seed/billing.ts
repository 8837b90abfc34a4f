import type { orders } from "@/db/schema";
import { countySeat } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import type { Billing } from "@/shared/schemas/billing";
import type { TeacherRow, UserRow } from "./teachers";

const STREETS = [
  "Florilor",
  "Teiului",
  "Izvorului",
  "Livezilor",
  "Cireșilor",
  "Viilor",
  "Morii",
  "Primăverii",
];

/** Well-formed, and of no company: real ones are smaller. */
const TAX_ID = "9999900003";
/** Every fourth buyer has a business. */
const BUSINESS_SHARE = 4;

/** Gives the orders and their buyers billing details. Changes both. */
export function addBilling(
  orderRows: readonly (typeof orders.$inferInsert)[],
  accounts: readonly UserRow[],
  information: readonly TeacherRow[],
): void {
  const buyerIds = [...new Set(orderRows.map(({ buyerId }) => buyerId))];
  for (const [index, buyerId] of buyerIds.entries()) {
    const user = accounts.find(({ id }) => id === buyerId);
    if (!user) continue;
    const county = information.find(({ userId }) => userId === buyerId)?.county ?? "cj";
    const name = formatFullName({ firstName: user.firstName ?? "", lastName: user.lastName ?? "" });
    const business = index % BUSINESS_SHARE === 1;
    const billing: Billing = {
      kind: business ? "company" : "person",
      name: business ? `${name} PFA` : name,
      tax_id: business ? TAX_ID : null,
      register_number: business ? `F00/${index}/2026` : null,
      street: `Strada ${STREETS[index % STREETS.length]} nr. ${index + 1}`,
      city: county === "b" ? String((index % 6) + 1) : countySeat(county),
      county,
    };
    user.billing = billing;
    for (const order of orderRows) if (order.buyerId === buyerId) order.billing = billing;
  }
}

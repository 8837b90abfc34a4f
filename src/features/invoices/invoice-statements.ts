import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { invoices, orders } from "@/db/schema";
import { SELLER } from "@/features/settings";
import { buyerSql, EMPTY_REGISTER, type OrderRegister, restoreInvoicesStatements } from "./invoice-register";

/** Total of the credit notes of a row of `orders` minus their reversals, in bani. */
const creditedSql = (column: "amount" | "vat_amount" | "disputed_amount"): SQL => sql`coalesce((
    select sum(case kind when 'credit_note' then ${sql.raw(column)} else -${sql.raw(column)} end)
    from invoices where order_id = orders.id and kind <> 'receipt'
  ), 0)`;

/**
 * VAT of the amount refunded on a row of `orders`, rounded to the ban. Each credit note takes the difference from the
 * one before, so partial refunds of the whole price add up to the whole VAT.
 */
const refundedVatSql = sql`(2 * orders.vat_amount * orders.refunded_amount + orders.amount) / (2 * orders.amount)`;

/**
 * Statements that insert an order's missing invoices, if `guard` holds. They follow the update of its row in the same
 * batch. A payment inserts the receipt for the price; so does a refund, which proves a payment. A larger refunded
 * amount inserts a credit note for the difference, a smaller one a reversal. So an order's invoices add up to the
 * amount paid minus refunds, in any order of events. Numbers have no gaps: batches run one at a time, and a failed
 * batch rolls its number back. After the database was restored to an earlier time, invoices are restored from the
 * register, and new numbers follow its highest.
 */
export function insertMissingInvoicesStatements(
  ctx: Pick<Ctx, "db" | "now">,
  orderId: string,
  guard: SQL,
  register: OrderRegister = EMPTY_REGISTER,
): Statement[] {
  const isPaidSql = sql`orders.paid_ts is not null or orders.refunded_amount > 0`;
  const receipt = { amount: sql`orders.amount`, disputedAmount: sql`0`, vatAmount: sql`orders.vat_amount` };
  const difference = (sign: SQL) => ({
    amount: sql`${sign}(orders.refunded_amount - ${creditedSql("amount")})`,
    disputedAmount: sql`${sign}(orders.dispute_loss - ${creditedSql("disputed_amount")})`,
    vatAmount: sql`${sign}(${refundedVatSql} - ${creditedSql("vat_amount")})`,
  });
  const insertInvoiceStatement = (
    kind: typeof invoices.$inferSelect.kind,
    { amount, disputedAmount, vatAmount }: typeof receipt,
    isDueSql: SQL,
  ) =>
    ctx.db.run(sql`
      insert into ${invoices}
        (number, kind, order_id, amount, disputed_amount, vat_amount, vat_rate, currency, seller, buyer, issued_ts)
      select (select max(coalesce(max(number), 0), ${register.last}) + 1 from invoices), ${kind}, orders.id, ${amount},
        ${disputedAmount}, ${vatAmount}, orders.vat_rate, orders.currency,
        (select value from settings where path = ${SELLER.path}),
        ${buyerSql(orderId)},
        ${ctx.now}
      from ${orders} where orders.id = ${orderId} and orders.amount > 0 and (${isDueSql}) and ${guard}`);
  const hasNoReceiptSql = sql`not exists (select 1 from invoices where order_id = orders.id and kind = 'receipt')`;
  return [
    ...restoreInvoicesStatements(ctx, register, guard),
    insertInvoiceStatement("receipt", receipt, sql`(${isPaidSql}) and ${hasNoReceiptSql}`),
    insertInvoiceStatement(
      "credit_note",
      difference(sql``),
      sql`orders.refunded_amount > ${creditedSql("amount")}`,
    ),
    insertInvoiceStatement(
      "credit_note_reversal",
      difference(sql`-`),
      sql`orders.refunded_amount < ${creditedSql("amount")}`,
    ),
  ];
}

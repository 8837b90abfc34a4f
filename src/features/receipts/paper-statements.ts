import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, papers } from "@/db/schema";
import { SELLER } from "@/features/pricing";
import { buyerOf, EMPTY_REGISTER, type OrderRegister, restorePapers } from "./paper-register";

/** What the credit notes of a row of `orders` say, less what their reversals took back. Bani. */
const credited = (column: "amount" | "vat_amount"): SQL => sql`coalesce((
    select sum(case kind when 'credit_note' then ${sql.raw(column)} else -${sql.raw(column)} end)
    from papers where order_id = orders.id and kind <> 'receipt'
  ), 0)`;

/**
 * The VAT of what was given back of a row of `orders`, rounded to the ban. Each paper takes its difference to the one
 * before, so that a price given back in parts has given back its VAT to the ban.
 */
const refundedVat = sql`(2 * orders.vat_amount * orders.refunded_amount + orders.amount) / (2 * orders.amount)`;

/**
 * Statements that write the papers an order lacks, if `made` holds; they stand after what updates its row, in the same
 * batch. A receipt for the price once money came, which a refund tells as well as the payment does; then a credit note for
 * what was given back beyond the last one, or its reversal for what came back. An order's papers add up to what was
 * paid and not given back, whatever came first.
 * The numbers have no gap: one batch runs at a time, and one that fails takes its number along. After the database
 * was restored to an earlier time, documents come back from the register, and new numbers are above all that it knows.
 */
export function paperStatements(
  ctx: Pick<Ctx, "db" | "now">,
  orderId: string,
  made: SQL,
  register: OrderRegister = EMPTY_REGISTER,
): Statement[] {
  const paid = sql`orders.paid_ts is not null or orders.refunded_amount > 0`;
  const receipt = { amount: sql`orders.amount`, vatAmount: sql`orders.vat_amount` };
  const difference = (sign: SQL) => ({
    amount: sql`${sign}(orders.refunded_amount - ${credited("amount")})`,
    vatAmount: sql`${sign}(${refundedVat} - ${credited("vat_amount")})`,
  });
  const write = (kind: typeof papers.$inferSelect.kind, { amount, vatAmount }: typeof receipt, when: SQL) =>
    ctx.db.run(sql`
      insert into ${papers}
        (number, kind, order_id, amount, vat_amount, vat_rate, currency, seller, buyer, issued_ts)
      select (select max(coalesce(max(number), 0), ${register.last}) + 1 from papers), ${kind}, orders.id, ${amount}, ${vatAmount},
        orders.vat_rate, orders.currency,
        (select value from settings where path = ${SELLER.path}),
        ${buyerOf(orderId)},
        ${ctx.now}
      from ${orders} where orders.id = ${orderId} and orders.amount > 0 and (${when}) and ${made}`);
  const none = sql`not exists (select 1 from papers where order_id = orders.id and kind = 'receipt')`;
  return [
    ...restorePapers(ctx, register, made),
    write("receipt", receipt, sql`(${paid}) and ${none}`),
    write("credit_note", difference(sql``), sql`orders.refunded_amount > ${credited("amount")}`),
    write("credit_reversal", difference(sql`-`), sql`orders.refunded_amount < ${credited("amount")}`),
  ];
}

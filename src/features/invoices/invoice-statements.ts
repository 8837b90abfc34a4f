import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { invoices, orders, settingVersions } from "@/db/schema";
import { missingSellerFieldSql, SELLER } from "@/features/settings";
import type { InvoiceKind } from "@/shared/codes";
import { EMPTY_REGISTER, type OrderRegister, restoreInvoicesStatements } from "./invoice-register";
import { queueEInvoicesStatements } from "./queue-e-invoices-statements";

/** 1 for a row of `invoices` that takes money back, -1 for one that reverses that, 0 for the invoice of a payment. */
export const refundSignSql = sql`case when kind = 'credit_note' then 1 when reissued then -1 else 0 end`;

/** Whether a row of `invoices` is the invoice of a payment. The text equals that of the index `invoices_one_payment`. */
export const isPaymentSql = sql`kind = 'invoice' and not reissued`;

/** Total of the credit notes of a row of `orders` minus what was invoiced again, in bani. */
const creditedSql = (
  column: "amount" | "vat_amount" | "disputed_amount" | "transferred_amount",
): SQL => sql`coalesce((
    select sum((${refundSignSql}) * ${sql.raw(column)}) from invoices where order_id = orders.id
  ), 0)`;

/**
 * VAT of the amount refunded on a row of `orders`, rounded to the ban. Each credit note takes the difference from the
 * one before, so partial refunds of the whole price add up to the whole VAT, but for refunds of a single ban.
 */
const refundedVatSql = sql`(2 * orders.vat_amount * orders.refunded_amount + orders.amount) / (2 * orders.amount)`;

/** Complete versions of the seller; see `listMissingSellerFields`. */
const sellerVersionsSql = sql`${settingVersions} where path = ${SELLER.path} and (${missingSellerFieldSql}) is null`;

/** The newest complete version of the seller with its series. */
const sellerSql = sql`(
    select value, value ->> '$.series' as series from ${sellerVersionsSql} order by version desc limit 1
  )`;

/**
 * The seller with the tax status by which a row of `orders` was priced: a document without VAT says why, also if the
 * seller is registered for VAT by now, and the other way round.
 */
const sellerOfOrderSql = sql`iif((seller.value ->> '$.vat_payer') = (orders.vat_rate > 0), seller.value,
    json_set(seller.value,
      '$.vat_payer', json(iif(orders.vat_rate > 0, 'true', 'false')),
      '$.tax_id', iif(orders.vat_rate > 0, 'RO', '') || ltrim(seller.value ->> '$.tax_id', 'RO'),
      '$.exemption', coalesce((
        select value ->> '$.exemption' from ${sellerVersionsSql} and not (value ->> '$.vat_payer')
        order by version desc limit 1), '')))`;

/**
 * Statements that insert an order's missing invoices, if `guard` holds. They follow the update of its row in the same
 * batch. A payment inserts an invoice for the price; so does a refund, which proves a payment. A larger refunded amount
 * inserts a credit note for the difference, a smaller one an invoice. So an order's invoices add up to the amount paid
 * minus refunds, in any order of events. Numbers have no gaps: batches run one at a time, and a failed batch rolls its
 * number back. After the database was restored to an earlier time, invoices are restored from the register, and new
 * numbers follow its highest. `refundedTs` is when money was refunded (ms). Without a complete seller the batch fails,
 * so that the payment is applied again later.
 */
export function insertMissingInvoicesStatements(
  ctx: Pick<Ctx, "db" | "now">,
  orderId: string,
  guard: SQL,
  register: OrderRegister = EMPTY_REGISTER,
  refundedTs = ctx.now,
): Statement[] {
  const isPaidSql = sql`orders.paid_ts is not null or orders.refunded_amount > 0`;
  const payment = {
    amount: sql`orders.amount`,
    disputedAmount: sql`0`,
    transferredAmount: sql`0`,
    vatAmount: sql`orders.vat_amount`,
  };
  const difference = (sign: SQL) => {
    const amount = sql`${sign}(orders.refunded_amount - ${creditedSql("amount")})`;
    const vatAmount = sql`${sign}(${refundedVatSql} - ${creditedSql("vat_amount")})`;
    return {
      amount,
      disputedAmount: sql`${sign}(orders.dispute_loss - ${creditedSql("disputed_amount")})`,
      transferredAmount: sql`${sign}(orders.transferred_amount - ${creditedSql("transferred_amount")})`,
      // The net amount of a document is positive. VAT that has no room follows with the next one.
      vatAmount: sql`max(0, min(${vatAmount}, ${amount} - 1))`,
    };
  };
  const insertInvoiceStatement = (
    { kind, reissued = false }: { kind: InvoiceKind; reissued?: boolean },
    { amount, disputedAmount, transferredAmount, vatAmount }: typeof payment,
    isDueSql: SQL,
  ) =>
    ctx.db.run(sql`
      insert into ${invoices} (series, number, kind, reissued, order_id, amount, disputed_amount,
        transferred_amount, vat_amount, vat_rate, currency, seller, buyer, issued_ts, paid_ts)
      select seller.series,
        (select max(coalesce(max(number), 0), coalesce(
            (select value from json_each(${JSON.stringify(register.numbers)}) where key = seller.series), 0
          )) + 1 from invoices where invoices.series = seller.series),
        ${kind}, ${Number(reissued)}, orders.id, ${amount}, ${disputedAmount},
        ${transferredAmount}, ${vatAmount}, orders.vat_rate, orders.currency, ${sellerOfOrderSql},
        -- That of an earlier invoice, because an erased order has none.
        coalesce((select buyer from invoices where order_id = orders.id order by issued_ts limit 1), orders.billing),
        -- A batch of a later request may have run before. Numbers and dates have one order.
        max(${ctx.now}, coalesce(
            (select issued_ts from invoices where invoices.series = seller.series order by number desc limit 1), 0)),
        ${kind === "invoice" && !reissued ? sql`coalesce(orders.paid_ts, ${ctx.now})` : refundedTs}
      from ${orders} left join ${sellerSql} seller
      where orders.id = ${orderId} and orders.amount > 0 and (${isDueSql}) and ${guard}`);
  const hasNoPaymentSql = sql`not exists (select 1 from invoices where order_id = orders.id and ${isPaymentSql})`;
  return [
    ...restoreInvoicesStatements(ctx, register, guard),
    insertInvoiceStatement({ kind: "invoice" }, payment, sql`(${isPaidSql}) and ${hasNoPaymentSql}`),
    insertInvoiceStatement(
      { kind: "credit_note" },
      difference(sql``),
      sql`orders.refunded_amount > ${creditedSql("amount")}`,
    ),
    insertInvoiceStatement(
      { kind: "invoice", reissued: true },
      difference(sql`-`),
      sql`orders.refunded_amount < ${creditedSql("amount")}`,
    ),
    ...queueEInvoicesStatements(ctx, orderId, register),
    // The order of an erased account got its billing details back for the invoice only.
    ctx.db.run(sql`update ${orders} set billing = null
      where orders.id = ${orderId} and buyer_id is null and billing is not null and ${guard}`),
  ];
}

import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { disputes, invoices, orders } from "@/db/schema";
import { isPaymentSql, refundSignSql } from "@/features/invoices";
import { isOpenDisputeSql } from "@/features/promotions";
import type { Placement } from "@/shared/codes";
import { addDays, addMonths, type Day, type Period, startOfDay } from "@/shared/dates";

/** The figures of a summary that lead to their orders. `no_fee`: payments and disputes whose fee is unknown. */
export const MONEY_FIGURES = [
  "taken",
  "refunded",
  "disputed",
  "transferred",
  "fees",
  "vat",
  "held",
  "lost_twice",
  "no_fee",
] as const;
export type MoneyFigure = (typeof MONEY_FIGURES)[number];

/** Total of the disputes of a row of `orders` for which `condition` holds, at most the price. */
const disputedSql = (condition: SQL): SQL => sql`min(orders.amount, coalesce((
    select sum(disputes.amount) from ${disputes} where disputes.order_id = orders.id and ${condition}), 0))`;

/**
 * What a row of `invoices`, with its row of `orders`, adds to each figure, in bani; of `no_fee`: the payment. The fees of
 * disputes are no part of invoices: they are added from `disputes`.
 */
const FIGURE_SQL: Record<MoneyFigure, SQL> = {
  taken: sql`iif(${isPaymentSql}, invoices.amount, 0)`,
  refunded: sql`(${refundSignSql}) * (invoices.amount - disputed_amount)`,
  disputed: sql`(${refundSignSql}) * disputed_amount`,
  transferred: sql`(${refundSignSql}) * invoices.transferred_amount`,
  fees: sql`iif(${isPaymentSql}, orders.fee, null)`,
  vat: sql`iif(kind = 'credit_note', -invoices.vat_amount, invoices.vat_amount)`,
  held: sql`iif(${isPaymentSql}, ${disputedSql(isOpenDisputeSql)}, 0)`,
  lost_twice: sql`iif(${isPaymentSql},
    max(0, ${disputedSql(sql`disputes.status = 'lost'`)} - orders.dispute_loss), 0)`,
  no_fee: sql`iif(${isPaymentSql} and orders.fee is null, invoices.amount, 0)`,
};

const { no_fee: _, ...SUMMED_FIGURES } = FIGURE_SQL;
/** What a row of `invoices` adds to each sum of a `MoneyRow`. */
const SUMS = {
  ...SUMMED_FIGURES,
  orders: isPaymentSql,
  withoutFee: sql`(${isPaymentSql} and orders.fee is null)`,
};

/** The sums of `SUMS` as columns; those without a value are 0. */
const selectSumsSql = (values: Partial<typeof SUMS>): SQL =>
  sql.join(
    (Object.keys(SUMS) as (keyof typeof SUMS)[]).map((name) => {
      const value = values[name];
      return sql`${value ? sql`sum(${value})` : sql`0`} as ${sql.identifier(name)}`;
    }),
    sql`, `,
  );

/** Condition on `disputes`, of the index `disputes_with_fee`: Stripe charged a fee, or it is unknown. */
const hasFeeSql = sql`disputes.fee is not 0`;
/** What a dispute adds to a figure of fees. */
const DISPUTE_FIGURE_SQL: Partial<Record<MoneyFigure, SQL>> = {
  fees: sql`disputes.fee`,
  no_fee: sql`iif(disputes.fee is null, disputes.amount, 0)`,
};

type MoneyRow = {
  /** First day of the month, or of the period in its first month. */
  from: Day;
  package: string;
  placement: Placement;
  days: number;
  /** Paid orders. */
  orders: number;
  taken: number;
  refunded: number;
  /** Lost in disputes. */
  disputed: number;
  /** The part of `refunded` that was paid by bank transfer. */
  transferred: number;
  /** Stripe's known fees of the payments and disputes; null without any. */
  fees: number | null;
  vat: number;
  /** Payments and disputes whose fee is unknown. */
  withoutFee: number;
  /** Held by banks until they decide about a dispute. */
  held: number;
  /** Lost in disputes about money that was refunded too: no document has it, because theirs add up to the price. */
  lost_twice: number;
};

/**
 * Money of a period, in bani, by month and package. The source is the invoices, by their day in Bucharest, as in the
 * accountant's file: a payment counts on its own day, and so does a refund or a lost dispute. Stripe's fee for a dispute,
 * which no invoice has, counts on the day on which the bank opened it.
 */
export async function getMoneySummary(ctx: Ctx, period: Period) {
  requireAdmin(ctx);
  const months = sql`json_each(${JSON.stringify(listMonths(period))}) month`;
  const rows = await ctx.db.all<MoneyRow>(sql`
    select month.value ->> 'from' as "from", orders.package, orders.placement, orders.days, ${selectSumsSql(SUMS)}
    from ${months}
      cross join ${invoices} on issued_ts >= month.value ->> 'start' and issued_ts < month.value ->> 'end'
      cross join ${orders} on orders.id = invoices.order_id
    group by 1, 2, 3, 4
    union all
    select month.value ->> 'from', orders.package, orders.placement, orders.days,
      ${selectSumsSql({ fees: sql`disputes.fee`, withoutFee: sql`disputes.fee is null` })}
    from ${months}
      cross join ${disputes} on disputes.created_ts >= month.value ->> 'start'
        and disputes.created_ts < month.value ->> 'end' and ${hasFeeSql}
      cross join ${orders} on orders.id = disputes.order_id
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4`);
  return {
    ...addUp(rows),
    months: [...Map.groupBy(rows, ({ from }) => from)].map(([from, ofMonth]) => ({
      from,
      to: getMonthEnd(from, period),
      ...addUp(ofMonth),
    })),
    packages: [...Map.groupBy(rows, (row) => row.package)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, ofPackage]) => ({
        package: code,
        items: [
          ...new Map(
            ofPackage.map(({ placement, days }) => [`${placement} ${days}`, { placement, days }]),
          ).values(),
        ],
        ...addUp(ofPackage),
      })),
  };
}

export type MoneySummary = Awaited<ReturnType<typeof getMoneySummary>>;

function addUp(rows: readonly MoneyRow[]) {
  const sum = (key: Exclude<keyof MoneyRow, "from" | "package" | "placement" | "days" | "fees">): number =>
    rows.reduce((total, row) => total + row[key], 0);
  const known = rows.flatMap(({ fees }) => (fees === null ? [] : [fees]));
  const fees = known.length > 0 ? known.reduce((total, fee) => total + fee, 0) : null;
  const [taken, refunded, disputed] = [sum("taken"), sum("refunded"), sum("disputed")];
  const net = taken - refunded - disputed - (fees ?? 0);
  const [held, lost_twice, transferred] = [sum("held"), sum("lost_twice"), sum("transferred")];
  return {
    orders: sum("orders"),
    taken,
    refunded,
    disputed,
    transferred,
    fees,
    net,
    vat: sum("vat"),
    withoutFee: sum("withoutFee"),
    held,
    lost_twice,
    /** What Stripe pays out: bank transfers left from another account. */
    payout: net + transferred - held - lost_twice,
  };
}

/** The months of a period with their start and end (ms). */
function listMonths(period: Period): { from: Day; start: number; end: number }[] {
  const months = [];
  for (let { from } = period; from <= period.to; ) {
    const to = getMonthEnd(from, period);
    const next = addDays(to, 1);
    months.push({ from, start: startOfDay(from), end: startOfDay(next) });
    from = next;
  }
  return months;
}

/** The last day of the month of `from`, or of the period if that is earlier. */
function getMonthEnd(from: Day, { to }: Period): Day {
  const end = addDays(addMonths(`${from.slice(0, 8)}01`, 1), -1);
  return end < to ? end : to;
}

/**
 * The orders of a figure of a period as a table: `order_id`, `amount`, the part of the figure (bani), and `ts`, when its
 * money moved last (ms).
 */
export function ordersOfFigureSql(figure: MoneyFigure, { from, to }: Period): SQL {
  const isInPeriod = (ts: SQL) => sql`${ts} >= ${startOfDay(from)} and ${ts} < ${startOfDay(addDays(to, 1))}`;
  const ofDispute = DISPUTE_FIGURE_SQL[figure];
  const ofDisputes =
    ofDispute &&
    sql`union all select order_id, ${ofDispute}, created_ts from ${disputes}
      where ${isInPeriod(sql`created_ts`)} and ${hasFeeSql}`;
  return sql`(
    select order_id, sum(amount) as amount, max(ts) as ts from (
      select order_id, ${FIGURE_SQL[figure]} as amount, issued_ts as ts
      from ${invoices} cross join ${orders} on orders.id = invoices.order_id
      where ${isInPeriod(sql`issued_ts`)}
      ${ofDisputes ?? sql.empty()})
    where amount <> 0
    group by order_id)`;
}

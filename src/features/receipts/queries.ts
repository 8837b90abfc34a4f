import { and, asc, between, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders, papers } from "@/db/schema";
import { paperLabel, paperLabelSql, sellerSnapshot } from "./snapshots";

const PAPER_COLUMNS = {
  number: papers.number,
  kind: papers.kind,
  orderId: papers.orderId,
  amount: papers.amount,
  vatAmount: papers.vatAmount,
  vatRate: papers.vatRate,
  currency: papers.currency,
  seller: papers.seller,
  buyer: papers.buyer,
  issuedTs: papers.issuedTs,
  package: orders.package,
  days: orders.days,
  placement: orders.placement,
  buyerId: orders.buyerId,
  paymentIntentId: orders.paymentIntentId,
  /** The label of the order's receipt, which the other papers correct. */
  receiptLabel: sql<string | null>`(
    select ${paperLabelSql} from papers where order_id = orders.id and kind = 'receipt'
  )`,
};

/** Papers in the order of their numbers. Money in bani, positive; times in ms. */
const findPapers = async (ctx: Ctx, which: SQL | undefined, limit = -1) => {
  const rows = await ctx.db
    .select(PAPER_COLUMNS)
    .from(papers)
    .innerJoin(orders, eq(orders.id, papers.orderId))
    .where(which)
    .orderBy(asc(papers.number))
    .limit(limit);
  return rows.map((row) => {
    const seller = sellerSnapshot.parse(row.seller);
    return { ...row, seller, label: paperLabel(seller, row.number) };
  });
};

export type Paper = Awaited<ReturnType<typeof findPapers>>[number];

/** A paper for those who may see it, its buyer and admins; null for everybody else. */
export async function findVisiblePaper(ctx: Ctx, number: number): Promise<Paper | null> {
  const [paper] = await findPapers(ctx, eq(papers.number, number));
  const visible = paper && ctx.user && (paper.buyerId === ctx.user.id || ctx.user.role === "a");
  return visible ? paper : null;
}

/** Papers of a page: a few hundred kilobytes. */
const AT_ONCE = 500;

/** Every paper that was issued from one moment until before another, a page at a time: nobody can hold them all. */
export async function* papersBetween(ctx: Ctx, from: number, until: number): AsyncGenerator<Paper[]> {
  const issued = and(gte(papers.issuedTs, from), lt(papers.issuedTs, until));
  const [bounds] = await ctx.db
    .select({ first: min(papers.number), last: max(papers.number) })
    .from(papers)
    .where(issued);
  if (!bounds || bounds.first === null || bounds.last === null) return;
  // By their numbers, between those of the period: no page reads papers before or after it.
  for (let next = bounds.first; ; ) {
    const page = await findPapers(ctx, and(between(papers.number, next, bounds.last), issued), AT_ONCE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    next = last.number + 1;
  }
}

/** A paper as a list of them shows it: `label` is its number as it is written. Bani, positive; ms. */
export type PaperLine = Pick<Paper, "number" | "label" | "kind" | "orderId" | "amount" | "issuedTs">;

/** The papers of orders by the order's id, each in the order of their numbers. Whoever asks may see the orders. */
export async function papersOf(ctx: Ctx, orderIds: readonly string[]): Promise<Map<string, PaperLine[]>> {
  const rows = await ctx.db
    .select({
      number: papers.number,
      label: paperLabelSql,
      kind: papers.kind,
      orderId: papers.orderId,
      amount: papers.amount,
      issuedTs: papers.issuedTs,
    })
    .from(papers)
    // A list travels as one JSON parameter: D1 binds at most a hundred.
    .where(sql`${papers.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`)
    .orderBy(asc(papers.number));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

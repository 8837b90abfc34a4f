import { asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import { orders, papers } from "@/db/schema";
import { wireTimestamp } from "@/shared/format";

/** The papers of what a person ordered, as JSON for their export; bani. */
export async function papersExport(ctx: Ctx, userId: string) {
  const theirs = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const rows = await ctx.db
    .select()
    .from(papers)
    .where(inArray(papers.orderId, theirs))
    .orderBy(asc(papers.number));
  return rows.map((paper) => ({
    number: paper.number,
    kind: paper.kind,
    order_id: paper.orderId,
    amount: paper.amount,
    vat_amount: paper.vatAmount,
    vat_rate: paper.vatRate,
    currency: paper.currency,
    seller: paper.seller,
    buyer: paper.buyer,
    issued_ts: wireTimestamp(paper.issuedTs),
  }));
}

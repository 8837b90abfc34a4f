import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { findDecisionUndo, reviewQueueQuery } from "@/features/listings";
import { ID_PATTERN } from "@/shared/ids";

export type Decision = {
  /** What was decided, a key of `admin.queue.done`. */
  done: string;
  listing: { id: string; title: string };
  canUndo: boolean;
  /** Listings and new texts that wait for review. */
  left: number;
};

/** The decision that the previous request made about a listing; null for invalid values. */
export async function findDecision(ctx: Ctx, done = "", listingId = ""): Promise<Decision | null> {
  if (!ctx.t.has(`admin.queue.done.${done}`) || !ID_PATTERN.test(listingId)) return null;
  const [undo, row] = await Promise.all([
    findDecisionUndo(ctx, listingId),
    ctx.db.get<{ title: string | null; left: number }>(sql`select
      (select title from ${listings} where id = ${listingId}) as title,
      (select count(*) from (${reviewQueueQuery})) as "left"`),
  ]);
  if (row.title === null) return null;
  return { done, listing: { id: listingId, title: row.title }, canUndo: undo !== null, left: row.left };
}

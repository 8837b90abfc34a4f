import { and, asc, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listingDecisions, listings } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { withUndo } from "../frame/undo-decision";
import { reinstateListing } from "../listings/reinstate-listing";
import { isInForceSql } from "../restrictions/find-restriction";

/** Listings that one decision about a person suspended. */
export type SuspendedTogether = {
  /** When they were suspended (ms); names the decision. */
  decidedTs: number;
  listings: { id: string; title: string; subject: (typeof listings.$inferSelect)["subject"] }[];
};

/**
 * The listings of a user that are still suspended by a decision about several of them, by decision, the latest first. A
 * listing that was suspended alone, or again since, is in none.
 */
export async function listSuspendedTogether({ db }: Ctx, userId: string): Promise<SuspendedTogether[]> {
  const { decidedTs } = listingDecisions;
  const rows = await db
    .select({ decidedTs, id: listings.id, title: listings.title, subject: listings.subject })
    .from(listings)
    .innerJoin(listingDecisions, eq(listingDecisions.listingId, listings.id))
    .where(
      and(
        eq(listings.ownerId, userId),
        eq(listingDecisions.restriction, "suspended"),
        isInForceSql,
        sql`(select count(*) from listings same cross join listing_decisions batch on batch.listing_id = same.id
          where same.owner_id = ${userId} and batch.decided_ts = ${decidedTs} and batch.restriction = 'suspended') > 1`,
      ),
    )
    .orderBy(sql`${decidedTs} desc`, asc(listings.num));
  return [...Map.groupBy(rows, (row) => row.decidedTs)].map(([ts, found]) => ({
    decidedTs: ts,
    listings: found.map(({ id, title, subject }) => ({ id, title, subject })),
  }));
}

/**
 * Reinstates the listings that a decision about a user suspended, each as `reinstateListing` does, with an undo of its own.
 * Returns their number. Refuses like it, and `conflict` (`wrong_state`) if none is suspended by that decision any more.
 */
export async function reinstateUserListings(
  ctx: Ctx,
  userId: string,
  decidedTs: number,
): Promise<Result<number>> {
  requireAdmin(ctx);
  const together = (await listSuspendedTogether(ctx, userId)).find((group) => group.decidedTs === decidedTs);
  if (!together) return refuse("conflict", { reason: "wrong_state" });
  for (const { id } of together.listings) {
    const result = await reinstateListing(withUndo(ctx), { id });
    if (!result.ok) return result;
  }
  return ok(together.listings.length);
}

import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { queueForRequestsStatement } from "../change-listing";
import { listingEventsStatement } from "../listing-events-statement";
import { hasListingStateSql } from "../listing-state";
import { reindexListingsStatements } from "../search-index/search-index";

/** `unanswered`: by the site, because the teacher did not answer. */
export type OwnersListingsChange = { change: "pause" | "resume"; by: "link" | "unanswered" };

/** Condition on `listings`: those of the owner that the change concerns. A resumed one was paused as `unanswered`. */
export const isConcernedSql = ({ now }: Ctx, ownerId: string, change: OwnersListingsChange["change"]): SQL =>
  and(
    eq(listings.ownerId, ownerId),
    change === "pause"
      ? hasListingStateSql("published", now)
      : and(
          eq(listings.state, "paused"),
          sql`${listings.stateReasons} ->> 0 = 'unanswered'`,
          gt(listings.expiresTs, now),
        ),
  ) as SQL;

/** The statements that pause or resume all listings of an owner, if `guard` holds, with their audit events. */
export function changeOwnersListingsStatements(
  ctx: Ctx,
  ownerId: string,
  { change, by }: OwnersListingsChange,
  guard: SQL,
): Statement[] {
  const { db, now } = ctx;
  const state = change === "pause" ? ("paused" as const) : ("published" as const);
  const isChangedSql = sql`${listings.ownerId} = ${ownerId} and ${listings.state} = ${state}
    and ${listings.updatedTs} = ${now}`;
  return [
    db
      .update(listings)
      .set({
        state,
        stateReasons: change === "pause" && by === "unanswered" ? ["unanswered"] : null,
        updatedTs: now,
        version: sql`${listings.version} + 1`,
      })
      .where(and(isConcernedSql(ctx, ownerId, change), guard)),
    listingEventsStatement(
      ctx,
      change === "pause" ? "listing.paused" : "listing.resumed",
      sql`${isChangedSql} and ${guard}`,
      { by },
    ),
    ...(change === "resume" ? [queueForRequestsStatement(ctx, sql`${isChangedSql} and ${guard}`)] : []),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${ownerId} and ${guard}`),
  ];
}

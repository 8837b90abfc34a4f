import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { type AuditAction, auditEvent, auditSubject, hasAuditEvent } from "@/db/audit";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { reindexListing } from "../search-index/search-index";

/** Time from publication or renewal to expiry (ms). */
export const LISTING_LIFE_MS = 90 * DAY_MS;

export type Move = {
  listingId: string;
  /** Name in the audit log: `listing.paused`. */
  action: AuditAction;
  detail?: Record<string, unknown>;
  /** An INSERT or UPDATE of the one listing (`changeListing`), guarded by its own condition, with `returning`. */
  statement: Statement;
  /** Its consequences. Each statement must have the guard. */
  causes?: (guard: SQL) => Statement[];
};

/**
 * Commits a change of a listing with its audit row, its consequences and its place in search. False when the
 * statement's guard let nothing through; then nothing was written.
 */
export async function commitListingMove(ctx: Ctx, move: Move): Promise<boolean> {
  const auditId = ctx.newId();
  const guard = hasAuditEvent(auditId);
  const { action, detail = {} } = move;
  const [changed] = await ctx.commit([
    move.statement,
    auditEvent(ctx, { id: auditId, action, subject: auditSubject("listing", move.listingId), detail }),
    ...(move.causes?.(guard) ?? []),
    ...reindexListing(ctx, move.listingId, guard),
  ]);
  return (changed as unknown[]).length > 0;
}

/** Assignments to columns of `listings`. */
export type ListingChange = SQLiteUpdateSetSource<typeof listings>;

/** The UPDATE of one listing where all of `guards` hold. It counts the version on, as each write has to. */
export const changeListing = (
  ctx: Ctx,
  id: string,
  change: ListingChange,
  ...guards: (SQL | undefined)[]
): Statement =>
  ctx.db
    .update(listings)
    .set({ ...change, updatedTs: ctx.now, version: sql`${listings.version} + 1` })
    .where(and(eq(listings.id, id), ...guards))
    .returning({ id: listings.id });

/** What a listing gets that is published or renewed now: its days, but never fewer than a promotion of it has. */
export const freshLife = ({ now }: Pick<Ctx, "now">, listingId: string) => ({
  renewedTs: now,
  expiresTs: sql`max(${now + LISTING_LIFE_MS}, coalesce((select max(ends_ts) from promotions
    where promotions.listing_id = ${listingId} and promotions.revoked_ts is null), 0))`,
  /** The owner gets a new notice when this period ends. */
  expiryNotice: null,
});

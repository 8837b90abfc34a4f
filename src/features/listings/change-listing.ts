import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { type AuditAction, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { alertQueue, listings, requestQueue } from "@/db/schema";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { hasListingStateSql, newExpirySql } from "./listing-state";
import { findListing, type ListingDetails } from "./queries";
import { isIndexedInPlaceSql, reindexListingStatements } from "./search-index/search-index";

export type ListingChange = {
  listingId: string;
  /** Action in the audit log: `listing.paused`. */
  action: AuditAction;
  detail?: Record<string, unknown>;
  /** An INSERT or UPDATE (`updateListingStatement`) of the one listing, with its guard and `returning`. */
  statement: Statement;
  /** Further statements of the batch. Each must have the guard. */
  furtherStatements?: (guard: SQL) => Statement[];
};

/**
 * Commits a change of a listing with its audit event, its consequences and its search rows. Returns false when the
 * statement's guard did not hold; then nothing was written.
 */
export function commitListingChange(ctx: Ctx, change: ListingChange): Promise<boolean> {
  const { listingId, furtherStatements, ...audited } = change;
  return commitAudited(ctx, {
    ...audited,
    subject: auditSubject("listing", listingId),
    furtherStatements: (guard) => [
      ...(furtherStatements?.(guard) ?? []),
      queueForAlertsStatement(ctx, listingId, guard),
      queueForRequestsStatement(ctx, sql`${eq(listings.id, listingId)} and ${guard}`),
      ...reindexListingStatements(ctx, listingId, guard),
    ],
  });
}

/** Queues a listing that is published for the first time, to be compared with the alerts. */
const queueForAlertsStatement = ({ db, now }: Ctx, listingId: string, guard: SQL): Statement =>
  db.run(sql`
    insert or ignore into ${alertQueue} (listing_num, published_ts)
    select ${listings.num}, ${listings.publishedTs} from ${listings}
    where ${listings.id} = ${listingId} and ${hasListingStateSql("published", now)} and ${listings.publishedTs} = ${now} and ${guard}`);

/**
 * Queues the listings of a condition on `listings` that visitors do not see yet, or with another subject or place, if open
 * requests have these: their teachers are told of them. Before the statements that change the search entries.
 */
export const queueForRequestsStatement = ({ db, now }: Ctx, condition: SQL): Statement =>
  db.run(sql`
    insert or ignore into ${requestQueue} (listing_num)
    select ${listings.num} from ${listings} where ${condition} and ${hasListingStateSql("published", now)}
    and not ${isIndexedInPlaceSql}
    and (exists (select 1 from requests where state = 'open' and requests.subject = ${listings.subject}
        and requests.county = ${listings.county})
      or (${listings.online} and exists (select 1 from requests where state = 'open' and online
        and requests.subject = ${listings.subject})))`);

/** Assignments to columns of `listings`. */
export type ListingUpdate = SQLiteUpdateSetSource<typeof listings>;

/** Updates one listing if all guards hold. Increases its version, as each write of a listing must. */
export const updateListingStatement = (
  ctx: Ctx,
  id: string,
  update: ListingUpdate,
  ...guards: (SQL | undefined)[]
): Statement =>
  ctx.db
    .update(listings)
    .set({ ...update, updatedTs: ctx.now, version: sql`${listings.version} + 1` })
    .where(and(eq(listings.id, id), ...guards))
    .returning({ id: listings.id });

/** Columns of a listing that is published or renewed now. */
export const newPublicationPeriod = ({ now }: Ctx, listingId: string) => ({
  renewedTs: now,
  expiresTs: newExpirySql(now, listingId),
  // The owner gets new reminders when this period ends.
  expiryNotice: null,
});

/**
 * Changes the state of the user's own listing, if `guard` holds. Needs no query first: for a user without access
 * nothing is written. Refuses like `findListingChangeRefusal`.
 */
export async function changeListingAsUser(
  ctx: Ctx,
  listingId: string,
  {
    update,
    guard,
    ...change
  }: Omit<ListingChange, "listingId" | "statement"> & {
    update: ListingUpdate;
    guard: SQL | undefined;
  },
): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const statement = updateListingStatement(ctx, listingId, update, eq(listings.ownerId, user.id), guard);
  const isChanged = await commitListingChange(ctx, { ...change, listingId, statement });
  return isChanged ? ok({ id: listingId }) : findListingChangeRefusal(ctx, listingId);
}

/** Why the user's listing was not changed: not found or not theirs, deleted, or in the wrong state. */
export async function findListingChangeRefusal(
  ctx: Ctx,
  listingId: string,
): Promise<{ ok: false; refusal: Refusal }> {
  const listing = await findListing(ctx, listingId);
  if (listing?.ownerId !== ctx.user?.id || !listing) return refuse("not_found");
  if (listing.state === "deleted") return refuseDeletedListing(listing);
  return refuse("conflict", { reason: "wrong_state" });
}

/** A listing that was published answers `gone`, because its URL was public. */
export const refuseDeletedListing = ({ publishedTs }: Pick<ListingDetails, "publishedTs">) =>
  refuse(publishedTs === null ? "not_found" : "gone");

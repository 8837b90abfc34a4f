import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { listingRevisions, listings } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { detectTextLanguage } from "@/shared/text-language";
import { commitListingChange, updateListingStatement } from "../change-listing";
import { findEditableListing } from "../queries";

/** The part of a listing that may need moderation. */
export type ListingText = { title: string; description: string };
type ListingTextColumns = ListingText & Pick<typeof listings.$inferSelect, "textLanguage">;

/** New text of a published listing, pending or rejected with a reason. Times in ms. */
export type Revision = Omit<typeof listingRevisions.$inferSelect, "listingId">;

const { listingId: _listingId, ...columns } = getTableColumns(listingRevisions);
export const REVISION_COLUMNS = columns;

export async function findRevision(ctx: Ctx, listingId: string): Promise<Revision | null> {
  const [row] = await ctx.db
    .select(REVISION_COLUMNS)
    .from(listingRevisions)
    .where(eq(listingRevisions.listingId, listingId))
    .limit(1);
  return row ?? null;
}

/** A listing with the text of its revision, if it has one. */
export const applyRevision = <T extends ListingTextColumns>(listing: T, revision: ListingText | null): T => {
  if (!revision) return listing;
  const { title, description } = revision;
  return { ...listing, title, description, textLanguage: detectTextLanguage(revision) };
};

export const isSameText = (a: ListingText, b: ListingText): boolean =>
  a.title === b.title && a.description === b.description;

/** Stores a revision as pending, instead of an earlier one. `submittedTs`: by default now. */
export function submitRevisionStatement(
  ctx: Ctx,
  listingId: string,
  {
    title,
    description,
    holdRule,
    submittedTs = ctx.now,
  }: ListingText & Pick<Revision, "holdRule"> & { submittedTs?: number },
  guard: SQL,
): Statement {
  const revision = { title, description, holdRule, submittedTs, stateReasons: null, stateNote: "" };
  return insertWhere(ctx.db, listingRevisions, { listingId, ...revision }, guard).onConflictDoUpdate({
    target: listingRevisions.listingId,
    set: revision,
  });
}

export const deleteRevisionStatement = (ctx: Ctx, listingId: string, guard: SQL): Statement =>
  ctx.db.delete(listingRevisions).where(and(eq(listingRevisions.listingId, listingId), guard));

/** Returns a revision to its author, who can correct it. */
export const rejectRevisionStatement = (
  ctx: Ctx,
  listingId: string,
  explanation: Pick<Revision, "stateReasons" | "stateNote">,
  guard: SQL,
): Statement =>
  ctx.db
    .update(listingRevisions)
    .set(explanation)
    .where(and(eq(listingRevisions.listingId, listingId), guard));

/**
 * Deletes the pending or rejected revision of a listing; the published text stays. Does nothing without a revision.
 * `version` is the one that the editor saw; returns the new one. Refuses `not_found` without the right to edit, and
 * `conflict` after another change (`datastale`) or in a state that can't be edited (`wrong_state`).
 */
export async function discardRevision(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<Result<{ version: number }>> {
  requireTeacher(ctx);
  const [listing, revision] = await Promise.all([findEditableListing(ctx, id), findRevision(ctx, id)]);
  if (!listing) return refuse("not_found");
  if (listing.version !== version) return refuse("conflict", { reason: "datastale" });
  if (listing.state === "suspended") return refuse("conflict", { reason: "wrong_state" });
  if (!revision) return ok({ version });

  const isDiscarded = await commitListingChange(ctx, {
    listingId: id,
    action: "listing.revision_discarded",
    detail: { rejected: revision.stateReasons },
    statement: updateListingStatement(
      ctx,
      id,
      {},
      eq(listings.version, version),
      eq(listings.state, listing.state),
    ),
    furtherStatements: (guard) => [deleteRevisionStatement(ctx, id, guard)],
  });
  return isDiscarded ? ok({ version: version + 1 }) : refuse("conflict", { reason: "datastale" });
}

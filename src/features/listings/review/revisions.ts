import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { listingRevisions } from "@/db/schema";

/** The text that review rules check. */
export type ListingText = { title: string; description: string };

/** New text for a published listing, waiting for a review or returned with a reason. Times in ms. */
export type Revision = Omit<typeof listingRevisions.$inferSelect, "listingId">;

export const REVISION_COLUMNS = {
  title: listingRevisions.title,
  description: listingRevisions.description,
  submittedTs: listingRevisions.submittedTs,
  stateReason: listingRevisions.stateReason,
  stateNote: listingRevisions.stateNote,
};

export async function findRevision(ctx: Ctx, listingId: string): Promise<Revision | null> {
  const [row] = await ctx.db
    .select(REVISION_COLUMNS)
    .from(listingRevisions)
    .where(eq(listingRevisions.listingId, listingId))
    .limit(1);
  return row ?? null;
}

/** A listing with the text of its revision. */
export const withRevision = <T extends ListingText>(listing: T, proposed: ListingText | null): T =>
  proposed ? { ...listing, title: proposed.title, description: proposed.description } : listing;

export const isSameText = (some: ListingText, others: ListingText): boolean =>
  some.title === others.title && some.description === others.description;

/** Submits a revision for review, replacing an earlier one, if `guard` holds. */
export function submitRevision(
  ctx: Ctx,
  listingId: string,
  { title, description }: ListingText,
  guard: SQL,
): Statement {
  const revision = { title, description, submittedTs: ctx.now, stateReason: null, stateNote: "" };
  return insertWhere(ctx.db, listingRevisions, { listingId, ...revision }, guard).onConflictDoUpdate({
    target: listingRevisions.listingId,
    set: revision,
  });
}

export const deleteRevision = (ctx: Ctx, listingId: string, guard: SQL): Statement =>
  ctx.db.delete(listingRevisions).where(and(eq(listingRevisions.listingId, listingId), guard));

/** Returns a revision to its author, who can correct it. */
export const returnRevision = (
  ctx: Ctx,
  listingId: string,
  returned: Pick<Revision, "stateReason" | "stateNote">,
  guard: SQL,
): Statement =>
  ctx.db
    .update(listingRevisions)
    .set(returned)
    .where(and(eq(listingRevisions.listingId, listingId), guard));

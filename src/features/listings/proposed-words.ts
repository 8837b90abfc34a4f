import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { listingEdits } from "@/db/schema";

/** What review rules are about. */
export type Words = { title: string; description: string };

/** New words for a listing that readers know: waiting for a reviewer, or returned with a reason. Times in ms. */
export type ProposedWords = Omit<typeof listingEdits.$inferSelect, "listingId">;

export const WORDS_COLUMNS = {
  title: listingEdits.title,
  description: listingEdits.description,
  submittedTs: listingEdits.submittedTs,
  stateReason: listingEdits.stateReason,
  stateNote: listingEdits.stateNote,
};

export async function findProposedWords(ctx: Ctx, listingId: string): Promise<ProposedWords | null> {
  const [row] = await ctx.db
    .select(WORDS_COLUMNS)
    .from(listingEdits)
    .where(eq(listingEdits.listingId, listingId))
    .limit(1);
  return row ?? null;
}

/** A listing as its owner last wrote it. */
export const asProposed = <T extends Words>(listing: T, proposed: Words | null): T =>
  proposed ? { ...listing, title: proposed.title, description: proposed.description } : listing;

export const sameWords = (some: Words, others: Words): boolean =>
  some.title === others.title && some.description === others.description;

/** Sends new words of a listing to review, in place of any that stood beside it, if `happened` holds. */
export function proposeWords(
  ctx: Ctx,
  listingId: string,
  { title, description }: Words,
  happened: SQL,
): Statement {
  const words = { title, description, submittedTs: ctx.now, stateReason: null, stateNote: "" };
  return insertWhere(ctx.db, listingEdits, { listingId, ...words }, happened).onConflictDoUpdate({
    target: listingEdits.listingId,
    set: words,
  });
}

export const dropWords = (ctx: Ctx, listingId: string, happened: SQL): Statement =>
  ctx.db.delete(listingEdits).where(and(eq(listingEdits.listingId, listingId), happened));

/** The words stay, so that their author can mend them. */
export const returnWords = (
  ctx: Ctx,
  listingId: string,
  returned: Pick<ProposedWords, "stateReason" | "stateNote">,
  happened: SQL,
): Statement =>
  ctx.db
    .update(listingEdits)
    .set(returned)
    .where(and(eq(listingEdits.listingId, listingId), happened));

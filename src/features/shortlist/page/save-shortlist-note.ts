import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { shortlistEntries } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { shortlistNoteSchema } from "@/shared/schemas/shortlist";
import { findShortlistNote, type ShortlistNote } from "./load-shortlist";

/**
 * Saves the user's private note about a listing on their shortlist. A note that is stored already is no change.
 * @returns the stored note; `invalid`, `not_found` if the listing is not on the shortlist, or `conflict` with
 * `datastale` if the note was changed after `version`
 */
export async function saveShortlistNote(
  ctx: Ctx,
  listingId: string,
  input: object,
): Promise<Result<ShortlistNote>> {
  const user = requireUser(ctx);
  const checked = validate(shortlistNoteSchema, input);
  if (!checked.ok) return checked;
  const { note, version } = checked.value;
  const before = await findShortlistNote(ctx, user.id, listingId);
  if (!before) return refuse("not_found");
  if (before.note === note) return ok(before);
  const saved = { note, version: version + 1 };
  const [updated] = await ctx.commit([
    ctx.db
      .update(shortlistEntries)
      .set(saved)
      .where(
        and(
          eq(shortlistEntries.userId, user.id),
          eq(shortlistEntries.listingId, listingId),
          eq(shortlistEntries.version, version),
        ),
      )
      .returning({ listingId: shortlistEntries.listingId }),
  ]);
  if (hasRows(updated)) return ok(saved);
  const current = await findShortlistNote(ctx, user.id, listingId);
  return current ? refuse("conflict", { reason: "datastale" }) : refuse("not_found");
}

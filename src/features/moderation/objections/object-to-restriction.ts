import { and, eq, isNull } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { listingDecisions } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { listingObjectionSchema } from "@/shared/schemas/moderation";
import {
  canObject,
  findRestriction,
  isInForceSql,
  type StoredRestriction,
} from "../restrictions/find-restriction";

/** `findRestriction` of the user's own listing, removed ones included. Refuses `not_found`. */
export async function getOwnRestriction(ctx: Ctx, listingId: string): Promise<Result<StoredRestriction>> {
  const user = requireUser(ctx);
  const restriction = await findRestriction(ctx, listingId);
  return restriction?.listing.ownerId === user.id ? ok(restriction) : refuse("not_found");
}

/**
 * Stores the owner's objection to the restriction of a listing; an admin answers it by mail. At most one for each
 * decision; the same objection sent twice changes nothing. Refuses `not_found` for another user's listing or one that was
 * never restricted, `invalid`, and `conflict` (`no_objection`) after an objection or the end of the restriction.
 */
export async function objectToRestriction(
  ctx: Ctx,
  listingId: string,
  input: unknown,
): Promise<Result<{ listingId: string; text: string }>> {
  const found = await getOwnRestriction(ctx, listingId);
  if (!found.ok) return found;
  const checked = validate(listingObjectionSchema, input);
  if (!checked.ok) return checked;
  const { text } = checked.value;
  const { id, objectionText } = found.value;
  if (objectionText === text) return ok({ listingId, text });
  const refused = refuse("conflict", { reason: "no_objection" });
  if (!canObject(found.value)) return refused;
  const isStored = await commitAudited(ctx, {
    action: "listing.objected",
    subject: auditSubject("listing", listingId),
    statement: ctx.db
      .update(listingDecisions)
      .set({ objectionTs: ctx.now, objectionText: text })
      .where(and(eq(listingDecisions.id, id), isNull(listingDecisions.objectionTs), isInForceSql))
      .returning({ id: listingDecisions.id }),
  });
  return isStored ? ok({ listingId, text }) : refused;
}

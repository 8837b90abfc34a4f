import { and, eq, inArray } from "drizzle-orm";
import { toParentKey } from "@/auth/to-parent-key";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { enquiries } from "@/db/schema";
import { invalid, ok, type Result } from "@/shared/errors";
import { guestAddressSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { STOP_SCOPES, toStopKey } from "../parent-copies";

/**
 * Starts the copies again that the parent of an enquiry stopped, in all conversations of its learner. The address is not
 * stored any more, so the parent types it. Refuses `invalid` for another address.
 */
export async function resumeParentCopies(
  ctx: Ctx,
  enquiryId: string,
  input: { email: string },
): Promise<Result<null>> {
  const checked = validate(guestAddressSchema, input);
  if (!checked.ok) return checked;
  const { email } = checked.value;
  const keys = STOP_SCOPES.map((scope) => toStopKey(toParentKey(ctx, email), scope));
  const { learnerId, parentStopKey } = enquiries;
  const [found] = await ctx.db
    .select({ learnerId })
    .from(enquiries)
    .where(and(eq(enquiries.id, enquiryId), inArray(parentStopKey, keys)));
  if (!found?.learnerId) return invalid([{ field: "email", code: "not_stopped_address" }]);
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({ parentEmail: email, parentStopKey: null })
      .where(and(eq(learnerId, found.learnerId), inArray(parentStopKey, keys))),
    auditEventStatement(
      ctx,
      { action: "enquiry.parent_copies_resumed", subject: auditSubject("enquiry", enquiryId), actorId: null },
      previousChanged,
    ),
  ]);
  return ok(null);
}

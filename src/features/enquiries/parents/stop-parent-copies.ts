import { and, eq, isNotNull, or } from "drizzle-orm";
import { toParentKey } from "@/auth/to-parent-key";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { enquiries } from "@/db/schema";
import { findParentKey, type StopScope, toStopKey } from "../parent-copies";

/**
 * Ends the copies for the parent of an enquiry, or of all conversations of its learner, also new ones and after a stop of
 * this conversation. A second call changes nothing, nor does the link of a parent who was replaced (`holder`).
 */
export async function stopParentCopies(
  ctx: Ctx,
  enquiryId: string,
  { scope = "one", holder }: { scope?: StopScope; holder?: string | undefined } = {},
): Promise<void> {
  const { id, learnerId, parentEmail, parentStopKey } = enquiries;
  const [found] = await ctx.db
    .select({ learnerId, parentEmail, parentStopKey })
    .from(enquiries)
    .where(eq(enquiries.id, enquiryId));
  const key = found && findParentKey(ctx, found);
  if (!found?.learnerId || !key || (holder ?? key) !== key) return;
  const named = await ctx.db
    .selectDistinct({ email: parentEmail })
    .from(enquiries)
    .where(and(eq(learnerId, found.learnerId), isNotNull(parentEmail)));
  const email = named.find((other) => other.email && toParentKey(ctx, other.email) === key)?.email ?? "";
  const stopKey = toStopKey(key, scope);
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({ parentEmail: null, parentStopKey: stopKey })
      .where(
        scope === "one"
          ? and(eq(id, enquiryId), eq(parentEmail, email))
          : and(eq(learnerId, found.learnerId), or(eq(parentEmail, email), eq(parentStopKey, key))),
      ),
    auditEventStatement(
      ctx,
      { action: "enquiry.parent_copies_stopped", subject: auditSubject("enquiry", enquiryId), actorId: null },
      previousChanged,
    ),
  ]);
}

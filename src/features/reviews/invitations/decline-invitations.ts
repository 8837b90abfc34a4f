import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { enquiries } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { isDeclineToken } from "./decline-token";

/**
 * Ends invitations to review for the learner or guest of an enquiry, by the token of the mail. A second call changes
 * nothing. Refuses `malformed` (`invalid_token`).
 */
export async function declineInvitations(ctx: Ctx, enquiryId: string, token: string): Promise<Result<null>> {
  if (!isDeclineToken(ctx, enquiryId, token)) return refuse("malformed", { reason: "invalid_token" });
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({ reviewDeclinedTs: ctx.now, reviewMailTs: null })
      .where(and(eq(enquiries.id, enquiryId), isNull(enquiries.reviewDeclinedTs))),
    auditEventStatement(
      ctx,
      { action: "enquiry.review_declined", subject: auditSubject("enquiry", enquiryId), actorId: null },
      previousChanged,
    ),
  ]);
  return ok(null);
}

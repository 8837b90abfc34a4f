import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { enquiries } from "@/db/schema";

/** Ends invitations to review for the learner or guest of an enquiry. A second call changes nothing. */
export async function declineInvitations(ctx: Ctx, enquiryId: string): Promise<void> {
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
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { enquiries } from "@/db/schema";
import type { EnquiryState, Side } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { enquiryStateSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { isUnrepliedAnswerSql } from "../answer-status-sql";
import { closeAppointmentsStatement } from "../close-appointments";
import { newestMessageSql } from "../newest-message-sql";
import { findOwnEnquiry } from "../queries";
import { refreshRepliesStatements } from "../refresh-replies";
import { firstInvitationTsSql } from "./first-invitation-ts";

/**
 * Sets an enquiry's state as its teacher: lessons agreed, no agreement, spam, or open. The learner's first invitation to
 * a review follows the state; without an agreement there is none. Unless the state is `new`, the conversation needs no
 * answer until the learner's next message. Refuses `not_found` to other users and `invalid` for an unknown state.
 */
export async function setEnquiryState(
  ctx: Ctx,
  enquiryId: string,
  input: { state: unknown },
): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const checked = validate(enquiryStateSchema, input);
  if (!checked.ok) {
    // Ownership is checked first: another user's enquiry is not found, even when the input is invalid.
    const enquiry = await findOwnEnquiry(ctx, user, enquiryId);
    return enquiry?.side === "teacher" ? checked : refuse("not_found");
  }
  const { state } = checked.value;
  const isChanged = await commitAudited(ctx, {
    action: "enquiry.state_set",
    subject: auditSubject("enquiry", enquiryId),
    detail: { state: isOpen(state) ? "open" : state },
    statement: setStateStatement(
      ctx,
      enquiryId,
      { state, by: "teacher" },
      eq(enquiries.teacherId, user.id),
    ).returning({ id: enquiries.id }),
    furtherStatements: (guard) => [
      // Spam does not count in the reply share, and has no lessons: the learner is told of one that was agreed.
      ...refreshRepliesStatements(ctx, sql`(select ${user.id} where ${guard})`),
      ...(state === "spam"
        ? [closeAppointmentsStatement(ctx, sql`id = ${enquiryId} and ${guard}`, "teacher")]
        : []),
    ],
  });
  return isChanged ? ok({ id: enquiryId }) : refuse("not_found");
}

const isOpen = (state: EnquiryState): boolean => state === "new" || state === "answered";

/**
 * The statement that files an enquiry, with what follows for invitations to review, if `guard` holds. A learner leaves open
 * whether the teacher still has to answer.
 */
export function setStateStatement(
  ctx: Ctx,
  enquiryId: string,
  { state, by }: { state: EnquiryState; by: Side },
  guard: SQL,
) {
  const open = isOpen(state);
  const wonTs = state === "won" ? sql`coalesce(${enquiries.wonTs}, ${ctx.now})` : sql`null`;
  return ctx.db
    .update(enquiries)
    .set({
      wonTs,
      reviewMailTs: open || state === "won" ? nextReviewMailTsSql(wonTs) : null,
      ...(by === "teacher"
        ? {
            awaitsAnswer:
              state === "new" ? sql`${newestMessageSql("author", "teacher")} is 'learner'` : false,
          }
        : {}),
      state: open ? sql`case when ${enquiries.answeredTs} is null then 'new' else 'answered' end` : state,
    })
    .where(and(eq(enquiries.id, enquiryId), guard));
}

/** When an answer invites to a review (ms): not yet an answer to a request that its author has not replied to. */
const invitingAnswerTsSql = sql`iif(${isUnrepliedAnswerSql("learner")}, null, ${enquiries.answeredTs})`;

/** After the first invitation the state changes nothing. */
const nextReviewMailTsSql = (wonTs: SQL): SQL => sql`case
  when ${enquiries.reviewInvitedTs} is null and ${enquiries.reviewDeclinedTs} is null
  then ${firstInvitationTsSql(invitingAnswerTsSql, wonTs)} else ${enquiries.reviewMailTs} end`;

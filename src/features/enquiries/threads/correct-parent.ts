import { and, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { parentSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { parentColumns } from "../parent-copies";
import { findOwnEnquiry } from "../queries";
import { findParentError } from "../sending/find-parent-error";
import { MESSAGES_PER_HOUR, senderKey } from "./send-message";

/**
 * Replaces the address of the parent who gets copies, in all conversations of the learner that have it, and mails the
 * replaced address that it gets no more. The same address changes nothing. Refuses `not_found` to others, and without a
 * parent who gets copies, `invalid` and `too_many`.
 */
export async function correctParent(
  ctx: Ctx,
  enquiryId: string,
  input: { parent_email?: unknown },
): Promise<Result<null>> {
  const user = requireUser(ctx);
  const enquiry = await findOwnEnquiry(ctx, user, enquiryId);
  if (enquiry?.side !== "learner" || !enquiry.parentEmail) return refuse("not_found");
  const checked = validate(parentSchema, input);
  if (!checked.ok) return checked;
  const { parent_email: email } = checked.value;
  const wrongParent = findParentError(ctx, email);
  if (wrongParent) return wrongParent;
  const { parentEmail: replaced, names } = enquiry;
  if (email === replaced) return ok(null);
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const eventId = ctx.newId();
  const guard = hasAuditEventSql(eventId);
  const [inserted] = await ctx.commit([
    auditEventStatement(
      ctx,
      { id: eventId, action: "enquiry.parent_corrected", subject: auditSubject("enquiry", enquiryId) },
      sql`${hasHitsLeftSql(limits, ctx.now)} and exists (
        select 1 from ${enquiries} where id = ${enquiryId} and learner_id = ${user.id} and parent_email = ${replaced})`,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, guard),
    queueMailStatement(
      ctx,
      {
        template: "parent_replaced",
        to: replaced,
        locale: ctx.locale,
        params: { learner: names.learner, teacher: names.teacher },
        about: auditSubject("enquiry", enquiryId),
      },
      guard,
    ),
    ctx.db
      .update(enquiries)
      .set(parentColumns(ctx, user.id, email))
      .where(and(eq(enquiries.learnerId, user.id), eq(enquiries.parentEmail, replaced), guard)),
  ]);
  if (hasRows(inserted)) return ok(null);
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null ? refuse("not_found") : refuse("too_many", { retryAfter });
}

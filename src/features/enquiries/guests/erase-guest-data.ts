import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { enquiries, messages } from "@/db/schema";
import { eraseMailsAboutStatements, eraseMailsToStatement } from "@/features/mail";
import { ok, type Result } from "@/shared/errors";
import { findGuestEnquiry } from "../queries";
import { refuseInvalidLink } from "./confirm-enquiry";

/**
 * Removes a guest's data from an enquiry, by the token of their link: name, address, messages and mails. The teacher's
 * messages stay. An enquiry that never reached a teacher is deleted. Refuses `malformed` (`invalid_token`).
 */
export async function eraseGuestData(ctx: Ctx, id: string, token: string): Promise<Result<null>> {
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (!enquiry) return refuseInvalidLink();
  const subject = auditSubject("enquiry", id);
  const hasNoTeacherSql = sql`exists (select 1 from ${enquiries} where id = ${id} and teacher_id is null)`;
  await ctx.commit([
    eraseMailsToStatement(ctx, { recipient: enquiry.guestEmail, about: subject }),
    ...eraseMailsAboutStatements(ctx, sql`(${subject})`),
    ctx.db
      .delete(messages)
      .where(and(eq(messages.enquiryId, id), sql`(${messages.author} = 'learner' or ${hasNoTeacherSql})`)),
    ctx.db.run(sql`delete from ${enquiries} where id = ${id} and teacher_id is null`),
    ctx.db
      .update(enquiries)
      .set({ guestName: null, guestEmail: null, guestLocale: null, learnerReadTs: null })
      .where(and(eq(enquiries.id, id), isNotNull(enquiries.guestEmail))),
    auditEventStatement(ctx, { action: "enquiry.guest_erased", subject, actorId: null }, noGuard),
  ]);
  return ok(null);
}

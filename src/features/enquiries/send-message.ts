import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { hitLimit } from "@/db/limits";
import { enquiries, messages } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { messageSchema } from "@/shared/schemas/enquiry";
import { check } from "@/shared/schemas/field-errors";
import { MESSAGES_AN_HOUR } from "./limits";
import { findOwnEnquiry, type OwnEnquiry } from "./queries";

/**
 * Adds a message to an enquiry by one of its two sides and mails the other. The teacher's first one answers the
 * enquiry. Refuses `not_found` to everybody else, `invalid`, `too_many`, and `conflict`: `account_erased` when there is
 * nobody left to write to, `enquiry_closed` to a learner whose enquiry the teacher filed as spam.
 */
export async function sendMessage(
  ctx: Ctx,
  enquiryId: string,
  input: { message: unknown },
): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const enquiry = await findOwnEnquiry(ctx, user, enquiryId);
  if (!enquiry) return refuse("not_found");
  if (!enquiry.open) return refuse("conflict", { reason: "account_erased" });
  const checked = check(messageSchema, input);
  if (!checked.ok) return checked;
  const limit = await hitLimit(ctx.db, MESSAGES_AN_HOUR, user.id, ctx.now);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });

  const { side } = enquiry;
  const id = ctx.newId();
  const written = sql`exists (select 1 from ${messages} where ${messages.id} = ${id})`;
  const [moved] = await ctx.commit([
    moveEnquiry(ctx, enquiry),
    // The enquiry's own newest time, so that two messages of one moment keep their order.
    insertWhere(
      ctx.db,
      messages,
      { id, enquiryId, author: side, text: checked.value.message, createdTs: ctx.now },
      sql`changes() = 1`,
    ),
    ctx.db
      .update(messages)
      .set({ createdTs: sql`(select last_message_ts from enquiries where enquiries.id = ${enquiryId})` })
      .where(eq(messages.id, id)),
    ...mailToOther(ctx, enquiry, checked.value.message, written),
  ]);
  if ((moved as unknown[]).length > 0) return ok({ id });
  // A teacher's message is held up by one thing alone.
  return refuse("conflict", { reason: side === "teacher" ? "account_erased" : "enquiry_closed" });
}

/** The enquiry's row after one more message: always later than the last one, and read by who wrote it. */
function moveEnquiry(ctx: Ctx, { id, side }: OwnEnquiry) {
  const ts = sql`max(${ctx.now}, ${enquiries.lastMessageTs} + 1)`;
  const byTeacher = {
    teacherReadTs: ts,
    answeredTs: sql`coalesce(${enquiries.answeredTs}, ${ts})`,
    state: sql`case ${enquiries.state} when 'new' then 'answered' else ${enquiries.state} end`,
  };
  return ctx.db
    .update(enquiries)
    .set({ lastMessageTs: ts, ...(side === "teacher" ? byTeacher : { learnerReadTs: ts }) })
    .where(
      and(
        eq(enquiries.id, id),
        isNotNull(enquiries.teacherId),
        isNotNull(enquiries.learnerId),
        side === "learner" ? ne(enquiries.state, "spam") : undefined,
      ),
    )
    .returning({ id: enquiries.id });
}

/** Tells the other side, with the words and the way to answer; nobody whose account is closed or gone. */
function mailToOther(ctx: Ctx, enquiry: OwnEnquiry, message: string, written: SQL): Statement[] {
  const fromTeacher = enquiry.side === "teacher";
  const to = fromTeacher ? enquiry.learner : enquiry.teacher;
  if (!to || to.disabledTs !== null) return [];
  return [
    queueMail(
      ctx,
      {
        template: fromTeacher && enquiry.answeredTs === null ? "enquiry_answered" : "enquiry_message",
        to: to.email,
        locale: to.locale,
        params: { name: enquiry.names[enquiry.side], title: enquiry.listing?.title ?? "" },
        quote: message,
        about: auditSubject("enquiry", enquiry.id),
        actionPath: paths.enquiry(enquiry.id),
      },
      written,
    ),
  ];
}

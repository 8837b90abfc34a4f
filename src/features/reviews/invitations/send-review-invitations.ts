import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { createGuestToken } from "@/auth/guest-token";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries, reviews, users } from "@/db/schema";
import { firstLessonEndTsSql, formatSideName, REVIEW_PERIOD_MS } from "@/features/enquiries";
import { queueMailsStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";

/** From the invitation to the reminder (ms). */
const REMINDER_AFTER_MS = 7 * DAY_MS;
/** Enquiries of one run. The job runs every five minutes, so up to 144,000 a day. */
const MAX_PER_RUN = 500;
/** Enquiries of one batch. */
const BATCH_SIZE = 50;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * Invites learners and guests to review a teacher, and reminds them once. `review_mail_ts` says when; the job sets the
 * next time or none, so each run reads only enquiries that are due. Returns the number of these.
 */
export async function sendReviewInvitations(ctx: Ctx): Promise<number> {
  const due = await listDueEnquiries(ctx);
  const inRun = removeRepeatedPairs(due);
  for (let n = 0; n < inRun.length; n += BATCH_SIZE)
    await ctx.commit(invitationStatements(ctx, inRun.slice(n, n + BATCH_SIZE)));
  return due.length;
}

type DueEnquiry = Awaited<ReturnType<typeof listDueEnquiries>>[number];

const listDueEnquiries = (ctx: Ctx) =>
  ctx.db
    .select({
      id: enquiries.id,
      dueTs: sql<number>`${enquiries.reviewMailTs}`,
      isReminder: sql<number>`${enquiries.reviewInvitedTs} is not null`,
      teacherId: enquiries.teacherId,
      learnerId: enquiries.learnerId,
      guestEmail: enquiries.guestEmail,
      guestLocale: enquiries.guestLocale,
      teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
      learner: { email: learner.email, locale: learner.locale },
    })
    .from(enquiries)
    .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(sql`${enquiries.reviewMailTs} is not null and ${enquiries.reviewMailTs} <= ${ctx.now}`)
    .orderBy(enquiries.reviewMailTs)
    .limit(MAX_PER_RUN);

/** One enquiry of each learner and teacher: the next run finds that the learner was invited by another. */
const removeRepeatedPairs = (due: readonly DueEnquiry[]): DueEnquiry[] => [
  ...new Map(
    due.map((enquiry) => [
      JSON.stringify([enquiry.teacherId, enquiry.learnerId ?? enquiry.guestEmail ?? enquiry.id]),
      enquiry,
    ]),
  ).values(),
];

function invitationStatements(ctx: Ctx, due: readonly DueEnquiry[]): Statement[] {
  const mails = due.flatMap((enquiry) => {
    const mail = composeInvitation(ctx, enquiry);
    return mail ? [{ key: [enquiry.id, enquiry.dueTs], mail }] : [];
  });
  const ids = JSON.stringify(due.map(({ id }) => id));
  const isDueSql = sql`${enquiries.id} in (select value from json_each(${ids}))
    and ${enquiries.reviewMailTs} <= ${ctx.now}`;
  return [
    // Before the agreed lesson ends, there is nothing to review.
    ctx.db
      .update(enquiries)
      .set({ reviewMailTs: sql`${firstLessonEndTsSql} + ${DAY_MS}` })
      .where(sql`${isDueSql} and ${firstLessonEndTsSql} > ${ctx.now}`),
    ...(mails.length === 0
      ? []
      : [
          queueMailsStatement(
            ctx,
            mails,
            sql`exists (select 1 from ${enquiries} where ${enquiries.id} = key ->> 0
              and ${enquiries.reviewMailTs} = key ->> 1 and ${isInvitableSql(ctx)})`,
          ),
        ]),
    ctx.db
      .update(enquiries)
      .set({
        reviewInvitedTs: sql`coalesce(${enquiries.reviewInvitedTs}, ${ctx.now})`,
        reviewRemindedTs: sql`case when ${enquiries.reviewInvitedTs} is not null then ${ctx.now} end`,
        reviewMailTs: sql`case when ${enquiries.reviewInvitedTs} is null then ${ctx.now + REMINDER_AFTER_MS} end`,
      })
      .where(sql`${isDueSql} and ${isInvitableSql(ctx)}`),
    // What is still due gets no mail.
    ctx.db.update(enquiries).set({ reviewMailTs: null }).where(isDueSql),
  ];
}

function composeInvitation(ctx: Ctx, enquiry: DueEnquiry) {
  const { id, guestEmail, guestLocale } = enquiry;
  const recipient = guestEmail === null ? enquiry.learner : { email: guestEmail, locale: guestLocale };
  if (!recipient) return null;
  const locale = recipient.locale ?? ctx.locale;
  const guestToken = guestEmail === null ? {} : { token: createGuestToken(ctx, { id, email: guestEmail }) };
  return {
    template: enquiry.isReminder ? ("review_reminder" as const) : ("review_invitation" as const),
    to: recipient.email,
    locale,
    params: { name: formatSideName(ctx.translator(locale), "teacher", enquiry.teacher) },
    about: auditSubject("enquiry", id),
    actionPath: paths.enquiryReview(id, guestToken),
    unsubscribePath: paths.unsubscribe({
      token: createUnsubscribeToken(ctx, { kind: "review_invitations", id }),
    }),
  };
}

/**
 * Whether the sender of an enquiry may be asked for a review: the teacher answered or agreed on lessons, and did not
 * mark the enquiry as lost or spam, both sides exist, and the sender has neither reviewed the teacher, nor been invited by
 * another enquiry, nor declined any invitation. Declined or canceled lessons do not matter: a teacher could otherwise
 * prevent an invitation.
 */
const isInvitableSql = ({
  now,
}: Ctx): SQL => sql`(${enquiries.answeredTs} is not null or ${enquiries.wonTs} is not null)
  and ${enquiries.state} not in ('lost', 'spam')
  and ${enquiries.reviewRemindedTs} is null
  and ${enquiries.lastMessageTs} > ${now - REVIEW_PERIOD_MS}
  and exists (select 1 from users where users.id = ${enquiries.teacherId} and users.disabled_ts is null)
  and (${enquiries.guestEmail} is not null or exists (select 1 from users where users.id = ${enquiries.learnerId}
    and users.disabled_ts is null and users.email_verified_ts is not null))
  and not exists (select 1 from ${reviews} where ${reviews.learnerId} = ${enquiries.learnerId}
    and ${reviews.teacherId} = ${enquiries.teacherId})
  and not exists (${declinedOrInvitedSql(sql`other.learner_id = ${enquiries.learnerId}`)})
  and not exists (${declinedOrInvitedSql(sql`other.guest_email = ${enquiries.guestEmail}`)})`;

/** Enquiries of the same sender that forbid an invitation. */
const declinedOrInvitedSql = (isOfSenderSql: SQL): SQL => sql`select 1 from enquiries other
  where ${isOfSenderSql} and (other.review_declined_ts is not null or (other.teacher_id = ${enquiries.teacherId} and (
    (other.id <> ${enquiries.id} and other.review_invited_ts is not null)
    or exists (select 1 from reviews where reviews.enquiry_id = other.id))))`;

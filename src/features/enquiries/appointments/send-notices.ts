import { asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { isOfSamePairSql } from "@/db/is-stopped-by-team-sql";
import { appointments, enquiries, listings, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { queuePushesStatement } from "@/features/notifications";
import { SIDES, type Side } from "@/shared/codes";
import { DAY_MS, isMinor } from "@/shared/dates";
import { canMeetSql } from "../close-appointments";
import { formatSideName } from "../names";
import { composeParentCopy, isCopiedSql } from "../parent-copies";
import { parentLocaleSql } from "../queries";
import { composeCopiedLesson, composeNotice, formatCopy } from "./compose-notice";
import { LESSON_LISTING } from "./queries";

/** Appointments of one run. The job runs every five minutes, so up to 144,000 a day. */
const MAX_PER_RUN = 500;
/** Appointments of one batch. */
const BATCH_SIZE = 50;
/** The question after a lesson is not asked later than this (ms) after it was due. */
const TOO_LATE_MS = 14 * DAY_MS;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * Reminds both sides of a lesson a day before it, asks both a day after its end whether it took place, and tells both that
 * a block, a closed account or an erasure cancelled it, and the parent who gets copies. `notice_ts` says when; the job
 * sets the next time or none, so each run reads only what is due. Returns the number of these appointments.
 */
export async function sendAppointmentNotices(ctx: Ctx): Promise<number> {
  const due = await listDue(ctx);
  for (let n = 0; n < due.length; n += BATCH_SIZE)
    await ctx.commit(noticesStatements(ctx, due.slice(n, n + BATCH_SIZE)));
  return due.length;
}

type DueAppointment = Awaited<ReturnType<typeof listDue>>[number];

const listDue = (ctx: Ctx) =>
  ctx.db
    .select({
      lesson: appointments,
      parties: {
        id: enquiries.id,
        guestName: enquiries.guestName,
        guestEmail: enquiries.guestEmail,
        guestLocale: enquiries.guestLocale,
        learnerWho: enquiries.learnerWho,
        parentEmail: enquiries.parentEmail,
        teacherBlockedTs: enquiries.teacherBlockedTs,
        learnerBlockedTs: enquiries.learnerBlockedTs,
        parentLocale: parentLocaleSql(enquiries.parentEmail, learner.locale),
      },
      listing: LESSON_LISTING,
      teacher: {
        id: teacher.id,
        email: teacher.email,
        firstName: teacher.firstName,
        lastName: teacher.lastName,
        locale: teacher.locale,
        disabledTs: teacher.disabledTs,
      },
      learner: {
        id: learner.id,
        email: learner.email,
        firstName: learner.firstName,
        lastName: learner.lastName,
        locale: learner.locale,
        birthDate: learner.birthDate,
        disabledTs: learner.disabledTs,
      },
    })
    .from(appointments)
    .innerJoin(enquiries, eq(enquiries.id, appointments.enquiryId))
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(sql`${appointments.noticeTs} is not null and ${appointments.noticeTs} <= ${ctx.now}`)
    .orderBy(asc(appointments.noticeTs))
    .limit(MAX_PER_RUN);

function noticesStatements(ctx: Ctx, due: readonly DueAppointment[]): Statement[] {
  const notices = due.flatMap(({ lesson, parties, listing, ...people }) => {
    const { template } = getNotice(lesson, ctx.now);
    const event = lesson.state === "cancelled" ? lesson : null;
    const isByNeither = event?.cancelledBy === null;
    const isByStop = isStopped(lesson, parties);
    return SIDES.flatMap((to) => {
      const isOwn = event?.cancelledBy === to;
      const isByBlock = isOwn && parties[`${to}BlockedTs`] === lesson.updatedTs;
      // Who closed the account, or whose account was closed, gets no notices.
      if (people[to]?.disabledTs != null) return [];
      const composed = composeNotice(
        ctx,
        {
          ...parties,
          ...people,
          listing,
          isLearnerMinor: isMinor(people.learner?.birthDate ?? null, ctx.now),
        },
        { template, to, lesson, event, isByNeither, isByStop, isOwn, isByBlock },
      );
      return composed
        ? [
            {
              key: [template, lesson.id, to, lesson.noticeTs ?? 0],
              ...composed,
              ...(isOwn ? { push: null } : {}),
            },
          ]
        : [];
    });
  });
  const copies = due.flatMap((appointment) => composeCancelledCopy(ctx, appointment) ?? []);
  const mails = [...notices, ...copies];
  const pushes = notices.flatMap(({ key, push }) => (push ? [{ key, push }] : []));
  const read = JSON.stringify(due.map(({ lesson: { id, noticeTs, state } }) => [id, noticeTs, state]));
  return [
    ...(mails.length === 0 ? [] : [queueMailsStatement(ctx, mails, isToSendSql(ctx, sql`key`))]),
    ...(pushes.length === 0 ? [] : [queuePushesStatement(ctx, pushes, isToSendSql(ctx, sql`pushed.key`))]),
    ctx.db
      .update(appointments)
      .set({
        noticeTs: sql`case when ${appointments.state} in ('accepted', 'past') and ${appointments.noticeTs} < ${appointments.time}
          then ${endSql} + ${DAY_MS} end`,
      })
      // The next run tells of a lesson that was cancelled since.
      .where(
        sql`(${appointments.id}, ${appointments.noticeTs}, ${appointments.state}) in
          (select value ->> 0, value ->> 1, value ->> 2 from json_each(${read}))`,
      ),
  ];
}

/** Whether a decision of the team to stop messages cancelled the lesson. */
const isStopped = (
  { state, cancelledBy, updatedTs }: DueAppointment["lesson"],
  { teacherBlockedTs, learnerBlockedTs }: DueAppointment["parties"],
): boolean =>
  state === "cancelled" && cancelledBy === null && [teacherBlockedTs, learnerBlockedTs].includes(updatedTs);

/** The copy of a cancellation for the parent of a learner under 18, with the key of its guard; null for other lessons. */
function composeCancelledCopy(ctx: Ctx, { lesson, parties, listing, ...people }: DueAppointment) {
  const { id, parentEmail, parentLocale, learnerWho } = parties;
  const { learner, teacher } = people;
  if (lesson.state !== "cancelled" || !parentEmail || !learner || !isMinor(learner.birthDate, ctx.now))
    return null;
  const locale = parentLocale ?? ctx.config.DEFAULT_LOCALE;
  const t = ctx.translator(locale);
  const notice = { template: "appointment_cancelled" as const, lesson, event: lesson };
  const names = {
    teacher: formatSideName(t, "teacher", teacher),
    learner: formatSideName(t, "learner", learner),
  };
  const mail = composeParentCopy(ctx, {
    id,
    text: formatCopy(t, { ...notice, isByNeither: true, isByStop: isStopped(lesson, parties) }, listing),
    lesson: composeCopiedLesson(ctx, t, { names, listing, learnerWho, isLearnerMinor: true }, notice),
    listing,
    // Nobody wrote it: a block, a closed account or an erasure cancelled the lesson.
    side: null,
    names,
    parentEmail,
    locale,
  });
  return { key: ["appointment_cancelled", lesson.id, "parent", lesson.noticeTs ?? 0, parentEmail], mail };
}

const endSql = sql`${appointments.time} + ${appointments.minutes} * 60000`;

type Lesson = Pick<DueAppointment["lesson"], "state" | "time" | "noticeTs">;
/** Which notice is due: that before the lesson, or after it. */
function getNotice({ state, time, noticeTs }: Lesson, now: number) {
  if (state === "cancelled") return { template: "appointment_cancelled" as const };
  return (noticeTs ?? now) < (time ?? 0)
    ? { template: "appointment_reminder" as const }
    : { template: "appointment_question" as const };
}

/** Guard of the mail with this key: the appointment is as it was read, and its side or parent should still get it. */
const isToSendSql = ({ now }: Ctx, key: SQL): SQL => sql`(exists (
  select 1 from ${appointments} where ${appointments.id} = ${key} ->> 1 and ${appointments.noticeTs} = ${key} ->> 3
    and iif(${key} ->> 0 = 'appointment_cancelled', ${appointments.state} = 'cancelled',
      ${appointments.noticeTs} > ${now - TOO_LATE_MS}))
  and (${key} ->> 4 is null or exists (select 1 from ${appointments}
    where ${appointments.id} = ${key} ->> 1 and ${isCopiedSql(sql`${appointments.enquiryId}`, sql`${key} ->> 4`)}))
  and (${key} ->> 0 = 'appointment_cancelled' or ${isNoticeDueSql(now, key)}))`;

/** Delivery condition of a reminder or question, with the appointment and the side: the lesson stands as agreed. */
export const isNoticeDueSql = (now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${appointments} join ${enquiries} on ${enquiries.id} = ${appointments.enquiryId}
  where ${appointments.id} = ${condition} ->> 1 and ${isUndisturbedSql} and iif(${condition} ->> 0 = 'appointment_reminder',
    ${appointments.state} = 'accepted' and ${appointments.time} > ${now},
    ${appointments.state} in ('accepted', 'past') and ${isUnansweredSql(sql`${condition} ->> 2`)}))`;

const isUnansweredSql = (side: SQL): SQL =>
  sql`iif(${side} = ${"teacher" satisfies Side}, ${appointments.teacherTookPlace}, ${appointments.learnerTookPlace}) is null`;

/** Whether both sides can still meet. An open report by a person in any of their conversations stops notices too. */
const isUndisturbedSql: SQL = sql`(${canMeetSql}
  and not exists (select 1 from ${enquiries} decided cross join reports on reports.enquiry_id = decided.id
    where ${isOfSamePairSql} and reports.outcome is null and not reports.is_automatic))`;

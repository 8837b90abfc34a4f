import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { requireAdmin, requireUser } from "@/auth/access";
import { createGuestToken, isGuestToken } from "@/auth/guest-token";
import { parseUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import { type BoundSql, boundSql } from "@/db/bound-sql";
import { hasOpenDangerBetweenSql } from "@/db/has-open-danger-sql";
import { isStopOfSideSql, isStoppedByTeamSql } from "@/db/is-stopped-by-team-sql";
import { nextLessonPlaceSql, nextLessonTsSql } from "@/db/next-lesson-ts-sql";
import {
  appointments,
  auditLog,
  enquiries,
  listings,
  messages,
  reports,
  requests,
  reviews,
  users,
} from "@/db/schema";
import { getListingState } from "@/features/listings";
import { isUrgentReportSql } from "@/features/moderation";
import type { Side } from "@/shared/codes";
import { isMinor } from "@/shared/dates";
import type { Locale } from "@/shared/i18n/locales";
import { isLearnerUnder18 } from "@/shared/is-learner-under-18";
import { answerTurnSql, isUnrepliedAnswerSql } from "./answer-status-sql";
import { firstLessonEndTsSql } from "./first-lesson-end-ts-sql";
import { isReportedBySql } from "./is-reported-by-sql";
import { formatSideName, getOtherSide, hidesAnswer } from "./names";
import { isUnansweredByTeacherSql } from "./newest-message-sql";

/** Only the newest messages are shown. Conversations rarely have as many. */
const MAX_MESSAGES = 500;
/** Appointments that admins see of a reported conversation. */
const MAX_APPOINTMENTS = 20;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

const TEACHER = {
  id: teacher.id,
  profilePicture: teacher.profilePicture,
  pictureTs: teacher.pictureTs,
  firstName: teacher.firstName,
  lastName: teacher.lastName,
  email: teacher.email,
  locale: teacher.locale,
  disabledTs: teacher.disabledTs,
  replyMedianS: teacher.replyMedianS,
  replies: teacher.replies,
};
const LEARNER = {
  id: learner.id,
  profilePicture: learner.profilePicture,
  pictureTs: learner.pictureTs,
  firstName: learner.firstName,
  lastName: learner.lastName,
  email: learner.email,
  locale: learner.locale,
  disabledTs: learner.disabledTs,
  birthDate: learner.birthDate,
};

/** The teacher, also of an enquiry that was not delivered because the teacher had blocked its sender. */
export const addressedTeacherSql = sql<
  string | null
>`coalesce(${enquiries.teacherId}, ${enquiries.undeliveredTeacherId})`;

/** The language of a parent's account, if one has the address, else that of the learner's. */
export const parentLocaleSql = (
  email: SQL | SQLiteColumn | string,
  learnerLocale: SQLiteColumn | SQL,
): SQL<Locale | null> => sql`coalesce((select locale from users where email = ${email}), ${learnerLocale})`;

/** `hasOpenDangerBetweenSql` of the two sides of a row of `enquiries`. */
export const hasOpenDangerSql = hasOpenDangerBetweenSql(
  addressedTeacherSql,
  enquiries.learnerId,
  enquiries.guestEmail,
);

/** Condition for a guard: `awaitsDecision` of the view, as the batch finds it. */
export const awaitsDecisionSql = ({
  id,
  side,
  isLearnerUnder18,
}: Pick<EnquiryView, "id" | "side" | "isLearnerUnder18">): SQL =>
  side === "teacher" && isLearnerUnder18
    ? sql`exists (select 1 from ${enquiries} where ${eq(enquiries.id, id)} and ${hasOpenDangerSql})`
    : sql`false`;

/**
 * Whether the team's newest decision about a danger in the conversation is a warning, and the next lesson was proposed
 * before it: a later one was agreed by a learner who knows of the warning.
 */
const hasDangerWarningSql = (now: number) => sql<number>`coalesce((select measure is 'warned' and exists (
    select 1 from appointments where enquiry_id = ${enquiries.id} and state = 'accepted' and time > ${now}
      and created_ts <= reports.decided_ts)
  from reports where enquiry_id = ${enquiries.id} and reported_side = 'teacher' and ${isUrgentReportSql("reports")}
    and decided_ts is not null order by decided_ts desc limit 1), 0)`;

async function findRow(ctx: Ctx, condition: SQL | undefined) {
  const [row] = await ctx.db
    .select({
      ...getTableColumns(enquiries),
      teacherId: addressedTeacherSql,
      hasReview: sql<number>`exists (select 1 from ${reviews}
        where ${reviews.enquiryId} = ${enquiries.id} and ${reviews.state} <> 'withdrawn')`,
      parentLocale: parentLocaleSql(enquiries.parentEmail, learner.locale),
      isUnanswered: isUnansweredByTeacherSql,
      isUnrepliedForTeacher: isUnrepliedAnswerSql("teacher"),
      isUnrepliedForLearner: isUnrepliedAnswerSql("learner"),
      answerTurn: answerTurnSql,
      firstLessonEndTs: firstLessonEndTsSql,
      hasOpenRefusal: sql<number>`exists (select 1 from ${reports}
        where ${reports.enquiryId} = ${enquiries.id} and ${reports.isAutomatic} and ${reports.outcome} is null)`,
      hasOpenDanger: hasOpenDangerSql,
      hasDangerWarning: hasDangerWarningSql(ctx.now),
      nextLessonTs: nextLessonTsSql(ctx.now, enquiries.id),
      nextLessonPlace: nextLessonPlaceSql(ctx.now, enquiries.id),
      isStoppedForTeacher: isStoppedByTeamSql("teacher"),
      isStoppedForLearner: isStoppedByTeamSql("learner"),
      isRequestClosed: sql<number>`exists (select 1 from ${requests}
        where ${requests.id} = ${enquiries.requestId} and ${requests.state} = 'closed')`,
      isRequestShown: sql<number>`exists (select 1 from ${requests}
        where ${requests.id} = ${enquiries.requestId} and ${requests.openedTs} is not null)`,
      listing: {
        id: listings.id,
        title: listings.title,
        subject: listings.subject,
        county: listings.county,
        neighbourhood: listings.neighbourhood,
        levels: listings.levels,
        locations: listings.locations,
        online: listings.online,
        price: listings.price,
        pricePerHour: listings.pricePerHour,
        sessionMinutes: listings.sessionMinutes,
        trial: listings.trial,
        state: listings.state,
        expiresTs: listings.expiresTs,
      },
      teacher: TEACHER,
      learner: LEARNER,
    })
    .from(enquiries)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(teacher, eq(teacher.id, addressedTeacherSql))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(condition)
    .limit(1);
  return row ?? null;
}

type EnquiryRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** The enquiry as one side sees it. */
function toEnquiryView(ctx: Ctx, side: Side, row: EnquiryRow) {
  const hasBothSides = row.teacher !== null && (row.learner !== null || row.guestEmail !== null);
  const [ownBlockTs, otherBlockTs] =
    side === "teacher"
      ? [row.teacherBlockedTs, row.learnerBlockedTs]
      : [row.learnerBlockedTs, row.teacherBlockedTs];
  const birthDate = row.learner?.birthDate ?? null;
  const isLearnerMinor = isMinor(birthDate, ctx.now);
  const isUnder18 = isLearnerUnder18({ ...row, birthDate }, ctx.now);
  const isOtherClosed = (side === "teacher" ? row.learner : row.teacher)?.disabledTs != null;
  const awaitsDecision = side === "teacher" && isUnder18 && row.hasOpenDanger === 1;
  const [isStoppedByTeam, isStopped] =
    side === "teacher"
      ? [row.isStoppedForTeacher === 1, row.isStoppedForLearner === 1]
      : [row.isStoppedForLearner === 1, row.isStoppedForTeacher === 1];
  return {
    ...row,
    ...(hidesAnswer(side, row) ? { state: "new" as const, answeredTs: null } : {}),
    side,
    /** Whether a text of the teacher was refused and reported, and the team has not decided yet. */
    hasOpenRefusal: row.hasOpenRefusal === 1,
    /** When the reader blocked the other side (ms); null without a block. */
    ownBlockTs,
    /** The language of the mails to the parent. */
    parentLocale: row.parentLocale ?? ctx.config.DEFAULT_LOCALE,
    /** Whether the reader blocked the other side. */
    hasBlocked: ownBlockTs !== null,
    /** Whether the team decided so, and whether the reader may unblock: no learner under 18 after such a decision. */
    isStoppedByTeam,
    /** Whether the team stopped the messages of the reader, who was told so. */
    isStopped,
    mayUnblock: !(isStoppedByTeam && side === "learner" && isLearnerMinor),
    /** Whether the other side blocked the reader, whose messages are not delivered. */
    isBlocked: otherBlockTs !== null,
    /** Whether the learner's account is that of a person under 18. */
    isLearnerMinor,
    /** The same, or an adult writes for a child. */
    isLearnerUnder18: isUnder18,
    /** Whether the reader is a teacher who can't write or agree on a lesson until the team has decided about a danger. */
    awaitsDecision,
    listing: row.listing && {
      ...row.listing,
      isVisible: getListingState(row.listing, ctx.now) === "published",
    },
    names: {
      teacher: formatSideName(ctx.t, "teacher", row.teacher),
      learner: row.guestName ?? formatSideName(ctx.t, "learner", row.learner),
    },
    /** Whether its guest has not confirmed it, so it has no teacher. */
    isUnconfirmed: row.guestEmail !== null && row.confirmedTs === null,
    /** Whether both sides exist, so messages can be sent. */
    hasBothSides,
    /** Whether the other side closed the account or it was closed by an admin. */
    isOtherClosed,
    /** Whether it waits for an answer of the reader, who is its teacher and may answer. */
    isWaiting:
      side === "teacher" &&
      row.awaitsAnswer &&
      hasBothSides &&
      !isOtherClosed &&
      !awaitsDecision &&
      !isStopped,
    /** Whether the reader is the teacher, who has not answered what the learner wrote last. */
    isUnanswered: side === "teacher" && row.isUnanswered === 1,
    /** Whether it is an answer to a request, which may be erased, that its author has not replied to. */
    isUnrepliedAnswer: (side === "teacher" ? row.isUnrepliedForTeacher : row.isUnrepliedForLearner) === 1,
    /** For the author of a request, whose turn it is to write. */
    answerTurn: side === "learner" && !isOtherClosed ? row.answerTurn : null,
    /** Whether an answer of the reader can still count in the reply share. */
    isCounting:
      side === "teacher" &&
      row.fullAnswerTs === null &&
      row.countsFromTs !== null &&
      ctx.now <= row.countsFromTs,
  };
}

/** An enquiry with the addresses of its mails. An erased side is null, and so is the listing of an erased owner. */
export type EnquiryView = ReturnType<typeof toEnquiryView>;

/** An enquiry for a user who takes part with an account; null for other users and unknown ids. */
export async function findOwnEnquiry(ctx: Ctx, user: SignedInUser, id: string): Promise<EnquiryView | null> {
  const row = await findRow(
    ctx,
    and(eq(enquiries.id, id), or(eq(enquiries.teacherId, user.id), eq(enquiries.learnerId, user.id))),
  );
  return row && toEnquiryView(ctx, row.teacherId === user.id ? "teacher" : "learner", row);
}

/**
 * An enquiry as its learner sees it, for the parent with the token of a copy, and the key of the parent to whom the
 * token was sent; null for an invalid token.
 */
export async function findEnquiryForParent(ctx: Ctx, id: string, token: string) {
  const link = parseUnsubscribeToken(ctx, token);
  if (link?.kind !== "parent_copies" || link.id !== id) return null;
  const row = await findRow(ctx, eq(enquiries.id, id));
  return row && { enquiry: toEnquiryView(ctx, "learner", row), holder: link.holder };
}

/** An enquiry for its guest, by the token of the link; null for an invalid token. */
export async function findGuestEnquiry(ctx: Ctx, id: string, token: string): Promise<GuestEnquiry | null> {
  const row = await findRow(ctx, and(eq(enquiries.id, id), isNotNull(enquiries.guestEmail)));
  if (!row || row.guestEmail === null || !isGuestToken(ctx, { id, email: row.guestEmail }, token))
    return null;
  return { ...toEnquiryView(ctx, "learner", row), guestEmail: row.guestEmail };
}

export type GuestEnquiry = EnquiryView & { guestEmail: string };

/**
 * Finds the enquiry as the reader sees it: guests by the token of their link, users by their account.
 * @throws Refused `unauthenticated` without either.
 */
export async function findEnquiryForReader(
  ctx: Ctx,
  id: string,
  token?: string,
): Promise<EnquiryView | null> {
  const linked = token ? await findGuestEnquiry(ctx, id, token) : null;
  return linked ?? findOwnEnquiry(ctx, requireUser(ctx), id);
}

/**
 * Messages of an enquiry that one side may see, oldest first. The caller checks read access with the enquiry's own query.
 */
export async function listMessages(ctx: Ctx, { id: enquiryId, side }: { id: string; side: Side }) {
  const newest = await ctx.db
    .select({ id: messages.id, author: messages.author, text: messages.text, createdTs: messages.createdTs })
    .from(messages)
    .where(
      and(
        eq(messages.enquiryId, enquiryId),
        or(eq(messages.author, side), eq(messages.isUndelivered, false)),
      ),
    )
    .orderBy(desc(messages.createdTs), desc(messages.id))
    .limit(MAX_MESSAGES);
  return newest.reverse();
}

export type Message = Awaited<ReturnType<typeof listMessages>>[number];

/** The newest report of the enquiry by its reader that is open, and the newest of each outcome; the newest first. */
export async function listConversationReports(ctx: Ctx, { id, side }: Pick<EnquiryView, "id" | "side">) {
  const rows = await ctx.db
    .select({
      // The other columns are those of the row with the maximum.
      createdTs: sql<number>`max(${reports.createdTs})`,
      decidedTs: reports.decidedTs,
      reason: reports.reason,
      outcome: reports.outcome,
      measure: reports.measure,
      measureReason: reports.measureReason,
      decisionText: reports.decisionText,
      liftedTs: reports.liftedTs,
    })
    .from(reports)
    .innerJoin(enquiries, eq(enquiries.id, reports.enquiryId))
    .where(and(eq(reports.enquiryId, id), isReportedBySql(side)))
    .groupBy(reports.outcome);
  return rows.sort((one, other) => other.createdTs - one.createdTs);
}

export type ConversationReport = Awaited<ReturnType<typeof listConversationReports>>[number];

/** When (ms) the team stopped the messages of the other side to the reader last, and lifted that; null if it did not. */
export async function findLiftedStop(ctx: Ctx, { id, side }: Pick<EnquiryView, "id" | "side">) {
  const [row] = await ctx.db
    .select({ decidedTs: reports.decidedTs, liftedTs: reports.liftedTs })
    .from(reports)
    .where(and(isStopOfSideSql(id, getOtherSide(side)), isNotNull(reports.liftedTs)))
    .orderBy(desc(reports.liftedTs))
    .limit(1);
  return row?.decidedTs && row.liftedTs ? { from: row.decidedTs, to: row.liftedTs } : null;
}

export type LiftedStop = NonNullable<Awaited<ReturnType<typeof findLiftedStop>>>;

/** The sender and listing of an enquiry, to recognize a repeated form; null for an unknown id. */
export async function findEnquirySender(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      learnerId: enquiries.learnerId,
      listingId: enquiries.listingId,
      guestEmail: enquiries.guestEmail,
      confirmedTs: enquiries.confirmedTs,
    })
    .from(enquiries)
    .where(eq(enquiries.id, id))
    .limit(1);
  return row ?? null;
}

/**
 * An enquiry as the side sees it that reported the other one, with all messages and the newest appointments. For admins
 * who decide about the report.
 */
export async function findReportedEnquiry(ctx: Ctx, id: string, side: Side) {
  requireAdmin(ctx);
  const [row, thread, lessons] = await Promise.all([
    findRow(ctx, eq(enquiries.id, id)),
    ctx.db
      .select()
      .from(messages)
      .where(eq(messages.enquiryId, id))
      .orderBy(desc(messages.createdTs), desc(messages.id))
      .limit(MAX_MESSAGES),
    ctx.db
      .select()
      .from(appointments)
      .where(eq(appointments.enquiryId, id))
      .orderBy(desc(appointments.createdTs), desc(appointments.id))
      .limit(MAX_APPOINTMENTS),
  ]);
  return (
    row && {
      enquiry: toEnquiryView(ctx, side, row),
      messages: thread.reverse(),
      appointments: lessons.reverse(),
    }
  );
}

/** Whether an enquiry was deleted before it reached a teacher: links that were mailed for its id stay invalid. */
export const isDeletedEnquiry = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db.$count(
    auditLog,
    and(eq(auditLog.subject, auditSubject("enquiry", id)), eq(auditLog.action, "enquiry.guest_erased")),
  )) > 0;

/** Whether a message is stored, to recognize a repeated form. */
export async function hasMessage(ctx: Ctx, id: string): Promise<boolean> {
  const rows = await ctx.db.select({ id: messages.id }).from(messages).where(eq(messages.id, id));
  return rows.length > 0;
}

/** An earlier enquiry; `token` is the one of a guest's link. */
export type EarlierEnquiry = { id: string; token?: string };

/** The newest enquiry about a listing of the visitor's account or of a guest's proven address, or null. */
export async function findEarlierEnquiry(
  ctx: Ctx,
  listingId: string,
  provenAddress: string | null,
): Promise<EarlierEnquiry | null> {
  const sender = toSenderSql(ctx, provenAddress);
  if (!sender) return null;
  const [row] = await ctx.db.read<{ id: string }>(boundSql`
    select id from enquiries where listing_id = ${listingId} and ${sender}
    order by last_message_ts desc, id limit 1`);
  if (!row) return null;
  return provenAddress === null
    ? row
    : { id: row.id, token: createGuestToken(ctx, { id: row.id, email: provenAddress }) };
}

/** The account of the visitor or of another sender. */
type VisitorId = { user: { id: string } | null };

/** Owners of the listings that the visitor's account or a guest's proven address wrote about; null without either. */
export function toRecipientsSql(ctx: VisitorId, provenAddress: string | null): BoundSql | null {
  const sender = toSenderSql(ctx, provenAddress);
  return (
    sender &&
    boundSql`select owner_id from listings where id in (select listing_id from enquiries where ${sender})`
  );
}

/** The teachers among these users that the visitor's account or a guest's proven address wrote to. */
export async function listWrittenTeachers(
  ctx: Ctx,
  userIds: readonly string[],
  provenAddress: string | null,
): Promise<ReadonlySet<string>> {
  const recipients = toRecipientsSql(ctx, provenAddress);
  if (!recipients || userIds.length === 0) return new Set();
  const rows = await ctx.db.read<{ id: string }>(boundSql`
    select value as id from json_each(${JSON.stringify(userIds)}) where value in (${recipients})`);
  return new Set(rows.map(({ id }) => id));
}

/** Condition on `enquiries`: sent by the visitor's account or by a guest's proven address; null without either. */
export const toSenderSql = ({ user }: VisitorId, provenAddress: string | null): BoundSql | null =>
  provenAddress !== null
    ? boundSql`guest_email = ${provenAddress}`
    : user && boundSql`learner_id = ${user.id}`;

/** Creation times (ms) of the enquiries that this mailbox has not confirmed, oldest first. */
export async function listUnconfirmedTimes(ctx: Ctx, email: string): Promise<number[]> {
  const rows = await ctx.db
    .select({ createdTs: enquiries.createdTs })
    .from(enquiries)
    .where(and(eq(enquiries.guestEmail, email), isNull(enquiries.confirmedTs)))
    .orderBy(asc(enquiries.createdTs));
  return rows.map(({ createdTs }) => createdTs);
}

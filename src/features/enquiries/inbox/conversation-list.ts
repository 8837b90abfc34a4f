import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { isTeacherOrAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { isAwaitingAnswerSql, toAdultBirthday } from "@/db/is-awaiting-answer-sql";
import { isStoppedByTeamSql } from "@/db/is-stopped-by-team-sql";
import { type PageCursors, type PageResult, paginateByTime } from "@/db/paginate-by-time";
import { appointments, enquiries, listings, reports, users } from "@/db/schema";
import type { EnquiryState, LearnerKind, Side } from "@/shared/codes";
import { isLearnerUnder18 } from "@/shared/is-learner-under-18";
import { summarizeRating } from "@/shared/rating";
import { MAX_WAITING_COUNT, type Replies } from "@/shared/reply-time";
import type { RatingJson } from "@/shared/schemas/review";
import { answerTurnSql } from "../answer-status-sql";
import { type AppointmentView, newestAppointmentSql, toAppointmentView } from "../appointments/queries";
import { isReportedBySql } from "../is-reported-by-sql";
import { findStateForSide, formatSideName, getOtherSide, hidesAnswer } from "../names";
import { isUnansweredByTeacherSql, newestMessageSql } from "../newest-message-sql";
import { addressedTeacherSql, hasOpenDangerSql } from "../queries";

/** Received as a teacher, those of them that wait for an answer, sent as a learner, or received and marked as spam. */
export const BOXES = ["received", "waiting", "sent", "spam"] as const;
export type Box = (typeof BOXES)[number];

/** The requested box. Users who do not teach have only one. */
export const chooseBox = (user: SignedInUser, requested: string | undefined): Box =>
  isTeacherOrAdmin(user) ? (BOXES.find((box) => box === requested) ?? "received") : "sent";

export type InboxRow = {
  id: string;
  listingId: string | null;
  /** The other side's visible name, or a text for a deleted account. */
  name: string;
  /** Null if the listing was erased with its owner. */
  listingTitle: string | null;
  /** The beginning of the newest message; empty if no message is left. */
  excerpt: string;
  /** Whether the newest message is the reader's own. */
  own: boolean;
  /** Whether it waits for an answer of the reader, who is its teacher. */
  isWaiting: boolean;
  /** Whether the reader is its teacher, who has not answered what the learner wrote last. */
  isUnanswered: boolean;
  /** For the author of a request, whose turn it is to write. */
  answerTurn: Side | null;
  /** Null if the reader may not see it. */
  state: EnquiryState | null;
  createdTs: number;
  answeredTs: number | null;
  lastMessageTs: number;
  unread: boolean;
  /** Whether the reader blocked the other side, the team did, or the reader reported it in this conversation. */
  hasBlocked: boolean;
  isStoppedByTeam: boolean;
  hasReported: boolean;
  /** Whether the reader is a teacher who cannot answer until the team has decided about a danger. */
  awaitsDecision: boolean;
  learnerWho: LearnerKind | null;
  learnerGrade: number | null;
  /** The newest lesson; null without one. */
  lesson: AppointmentView | null;
};

export type InboxPageRows = PageResult<InboxRow>;

const PAGE_SIZE = 20;
/** Characters. */
const EXCERPT_LENGTH = 160;

/** One page of a box, newest conversation first. */
export async function listInbox(
  ctx: Ctx,
  user: SignedInUser,
  { box, ...cursors }: { box: Box } & PageCursors,
): Promise<InboxPageRows> {
  const page = paginateByTime({ ts: enquiries.lastMessageTs, id: enquiries.id, size: PAGE_SIZE }, cursors);
  const found = await ctx.db
    .select(selectColumns(box, ctx.now))
    .from(enquiries)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(users, eq(users.id, box === "sent" ? addressedTeacherSql : enquiries.learnerId))
    .leftJoin(appointments, eq(appointments.id, newestAppointmentSql(toSide(box), ctx.now)))
    .where(and(isInBoxSql(box, user.id, ctx.now), page.within))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows, next, previous } = page.toPage(found, ({ lastMessageTs: ts, id }) => ({ ts, id }));
  return {
    rows: rows.map(
      ({
        other,
        guestName,
        lastAuthor,
        newestTs,
        readTs,
        isWaiting,
        isUnanswered,
        ownBlockTs,
        isStoppedByTeam,
        hasReported,
        hasOpenDanger,
        lesson,
        ...row
      }) => {
        const side = toSide(box);
        const isHidden = hidesAnswer(side, row);
        return {
          ...row,
          name: guestName ?? formatSideName(ctx.t, getOtherSide(side), other),
          state: isHidden ? null : findStateForSide(side, row.state),
          answeredTs: isHidden ? null : row.answeredTs,
          isWaiting: side === "teacher" && isWaiting === 1,
          own: lastAuthor === side,
          isUnanswered: side === "teacher" && isUnanswered === 1,
          excerpt: shorten(row.excerpt),
          // Later than the column if the reader's newest message was not delivered.
          lastMessageTs: Math.max(row.lastMessageTs, newestTs ?? 0),
          unread: row.lastMessageTs > (readTs ?? 0),
          hasBlocked: ownBlockTs !== null,
          isStoppedByTeam: isStoppedByTeam === 1,
          hasReported: hasReported === 1,
          awaitsDecision:
            side === "teacher" &&
            hasOpenDanger === 1 &&
            isLearnerUnder18({ learnerWho: row.learnerWho, birthDate: other?.birthDate ?? null }, ctx.now),
          lesson: lesson && toAppointmentView(ctx, side, lesson),
        };
      },
    ),
    next,
    previous,
  };
}

const toSide = (box: Box): Side => (box === "sent" ? "learner" : "teacher");

/** The beginning of a text up to the last whole word. */
const shorten = (text: string): string =>
  text.length > EXCERPT_LENGTH
    ? `${text
        .slice(0, EXCERPT_LENGTH + 1)
        .replace(/\s+\S*$/, "")
        .slice(0, EXCERPT_LENGTH)
        .toWellFormed()}…`
    : text;

const isInBoxSql = (box: Box, userId: string, now: number): SQL | undefined =>
  ({
    received: and(eq(enquiries.teacherId, userId), ne(enquiries.state, "spam")),
    waiting: and(eq(enquiries.teacherId, userId), isAwaitingAnswerSql(toAdultBirthday(now))),
    spam: and(eq(enquiries.teacherId, userId), eq(enquiries.state, "spam")),
    sent: eq(enquiries.learnerId, userId),
  })[box];

/** How many conversations wait for the teacher's answer, at most one more than `MAX_WAITING_COUNT`; 0 for learners. */
export async function countWaiting({ db, now }: Ctx, user: SignedInUser): Promise<number> {
  if (!isTeacherOrAdmin(user)) return 0;
  const waiting = await db
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(isInBoxSql("waiting", user.id, now))
    .limit(MAX_WAITING_COUNT + 1);
  return waiting.length;
}

const toOwnBlockTs = (box: Box) => (box === "sent" ? enquiries.learnerBlockedTs : enquiries.teacherBlockedTs);

const selectColumns = (box: Box, now: number) => ({
  lesson: appointments,
  id: enquiries.id,
  listingId: enquiries.listingId,
  state: enquiries.state,
  createdTs: enquiries.createdTs,
  answeredTs: enquiries.answeredTs,
  lastMessageTs: enquiries.lastMessageTs,
  learnerWho: enquiries.learnerWho,
  learnerGrade: enquiries.learnerGrade,
  readTs: box === "sent" ? enquiries.learnerReadTs : enquiries.teacherReadTs,
  listingTitle: listings.title,
  // Only a teacher's boxes contain guest enquiries.
  guestName: enquiries.guestName,
  other: { firstName: users.firstName, lastName: users.lastName, birthDate: users.birthDate },
  isWaiting: isAwaitingAnswerSql(toAdultBirthday(now)),
  hasOpenDanger: box === "sent" ? sql<number>`0` : hasOpenDangerSql,
  isUnanswered: isUnansweredByTeacherSql,
  answerTurn: box === "sent" ? answerTurnSql : sql<null>`null`,
  learnerBlockedTs: enquiries.learnerBlockedTs,
  ownBlockTs: toOwnBlockTs(box),
  isStoppedByTeam: sql<number>`iif(${toOwnBlockTs(box)} is null, 0, ${isStoppedByTeamSql(toSide(box))})`,
  hasReported: sql<number>`exists (select 1 from ${reports}
    where ${reports.enquiryId} = ${enquiries.id} and ${isReportedBySql(toSide(box))})`,
  lastAuthor: newestMessageSql<Side>("author", toSide(box)),
  newestTs: newestMessageSql<number>("created_ts", toSide(box)),
  // One character more shows that the text was cut.
  excerpt: sql<string>`coalesce(substr(${newestMessageSql("text", toSide(box))}, 1, ${EXCERPT_LENGTH + 1}), '')`,
});

/** The rating and the reply share of a teacher, for the header of the inbox. */
export type TeacherFigures = { rating: RatingJson; replies: Replies | null };

/** Null for learners. */
export async function findTeacherFigures({ db }: Ctx, user: SignedInUser): Promise<TeacherFigures | null> {
  if (!isTeacherOrAdmin(user)) return null;
  const { reviewCount, ratingSum, replies } = users;
  const [row] = await db.select({ reviewCount, ratingSum, replies }).from(users).where(eq(users.id, user.id));
  return row ? { rating: summarizeRating(row), replies: row.replies } : null;
}

import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSentByUserSql } from "@/features/contact";
import { classifyMailError, isLinkExpired, type MailErrorKind } from "@/features/mail";
import { isOwnReportSql, reportsAboutUserSql } from "@/features/moderation";
import { listOrders } from "@/features/payments-admin";
import { isOwnReviewSql } from "@/features/reviews";
import type {
  EnquiryState,
  FollowUpQueue,
  Level,
  ListingReportOutcome,
  ReportReason,
  RequestState,
  ReviewState,
  Subject,
  VerificationKind,
  VerificationState,
} from "@/shared/codes";
import { type FollowUpUser, selectFollowUpKeysSql } from "./follow-up-keys";

/** The latest rows of each kind. */
const MAX_ROWS = 5;
/** Conversations that are counted. */
const MAX_COUNTED = 1000;

type MailRow = {
  id: string;
  subject: string;
  state: "waiting" | "sent" | "dead";
  createdTs: number;
  sentTs: number | null;
  nextAttemptTs: number;
  linkExpiresTs: number | null;
  lastError: string;
};
type EnquiryCount = { side: "learner" | "teacher"; state: EnquiryState; count: number };
type ContactRow = {
  id: string;
  subject: string;
  createdTs: number;
  replies: number;
  closedTs: number | null;
};
type ReportRow = {
  id: string;
  listingId: string;
  /** The reported conversation; null for a report about the listing. */
  enquiryId: string | null;
  title: string | null;
  reason: ReportReason;
  createdTs: number;
  outcome: ListingReportOutcome | null;
  isAbout: number;
};
type ReviewRow = {
  id: string;
  rating: number;
  state: ReviewState;
  createdTs: number;
  isAbout: number;
};
type VerificationRow = { id: string; kind: VerificationKind; state: VerificationState; createdTs: number };
type RequestRow = { id: string; subject: Subject; level: Level; state: RequestState; createdTs: number };
type NoteRow = { key: string; queue: FollowUpQueue; note: string; outcome: string | null; updatedTs: number };

/**
 * The latest records of a user, for admins: mails, orders, messages to the operator, reports, reviews, documents, requests
 * and notes. Of conversations only counts, because admins read only reported ones.
 */
export async function findUserRecords(ctx: Ctx, user: FollowUpUser) {
  const admin = requireAdmin(ctx);
  const { id, email } = user;
  const { db } = ctx;
  const latest = (ts: SQL) => sql`order by ${ts} desc limit ${MAX_ROWS}`;
  const hasKeyOfSql = (owner: FollowUpUser) =>
    sql.join(
      selectFollowUpKeysSql(ctx, owner).map((keys) => sql`key in ${keys}`),
      sql` or `,
    );
  const countBySide = (side: EnquiryCount["side"]) => sql`
    select ${side} as side, state, count(*) as count from (
      select state from enquiries where ${sql.raw(`${side}_id`)} = ${id} limit ${MAX_COUNTED + 1}) group by state`;
  const results = await db.batch([
    db.all(sql`select id, subject, state, created_ts as "createdTs", sent_ts as "sentTs",
      next_attempt_ts as "nextAttemptTs", link_expires_ts as "linkExpiresTs", last_error as "lastError"
      from mail_outbox where recipient = ${email} ${latest(sql`created_ts`)}`),
    db.all(sql`${countBySide("learner")} union all ${countBySide("teacher")}`),
    db.all(sql`select id, subject, created_ts as "createdTs", json_array_length(replies) as replies,
      closed_ts as "closedTs" from contact_messages where ${isSentByUserSql(id)} ${latest(sql`created_ts`)}`),
    // An admin does not learn who wrote about them, or what others decide about it.
    db.all(sql`select reports.id, listing_id as "listingId", enquiry_id as "enquiryId", listings.title, reason,
      reports.created_ts as "createdTs", outcome, reporter_id is not ${id} as "isAbout"
      from reports left join listings on listings.id = reports.listing_id
      where (reports.id in ${reportsAboutUserSql(id)}
        or reports.id in (select id from reports where reporter_id = ${id})) and not ${isOwnReportSql(admin)}
      ${latest(sql`reports.created_ts`)}`),
    db.all(sql`select id, rating, state, created_ts as "createdTs", teacher_id = ${id} as "isAbout" from reviews
      where id in (select id from reviews where teacher_id = ${id} union all
        select id from reviews where learner_id = ${id}) and not ${isOwnReviewSql(ctx, admin)}
      ${latest(sql`created_ts`)}`),
    db.all(sql`select id, kind, state, created_ts as "createdTs" from verifications
      where user_id = ${id} ${latest(sql`created_ts`)}`),
    db.all(sql`select id, subject, level, state, created_ts as "createdTs" from requests
      where user_id = ${id} ${latest(sql`created_ts`)}`),
    // Without notes about the admin's own data.
    db.all(sql`select key, substr(key, 1, instr(key, ':') - 1) as queue, note, outcome, updated_ts as "updatedTs"
      from follow_up_notes where (${hasKeyOfSql(user)}) and not (${hasKeyOfSql(admin)})
      ${latest(sql`updated_ts`)}`),
  ]);
  const [mails, enquiries, contact, reports, reviews, verifications, requests, notes] =
    results as unknown as [
      MailRow[],
      EnquiryCount[],
      ContactRow[],
      ReportRow[],
      ReviewRow[],
      VerificationRow[],
      RequestRow[],
      NoteRow[],
    ];
  const { orders } = await listOrders(ctx, { state: null, q: email }, undefined);
  return {
    mails: mails.map((mail) => ({ ...mail, ...explainMail(mail, ctx.now) })),
    enquiries,
    contact,
    reports,
    reviews,
    verifications,
    requests,
    notes,
    orders: orders.slice(0, MAX_ROWS),
  };
}

export type UserRecords = Awaited<ReturnType<typeof findUserRecords>>;

type MailStatus = "sent" | "waiting" | "late" | "dead";

/** What became of a mail, and why it did not arrive; a waiting mail without an error leaves within a minute. */
export function explainMail(
  { state, lastError, linkExpiresTs }: Pick<MailRow, "state" | "lastError" | "linkExpiresTs">,
  now: number,
): { status: MailStatus; problem: MailErrorKind | null; isLinkExpired: boolean } {
  const isFailed = state !== "sent" && lastError !== "";
  return {
    status: state === "waiting" && isFailed ? "late" : state,
    problem: isFailed ? classifyMailError(lastError) : null,
    isLinkExpired: state !== "sent" && isLinkExpired({ linkExpiresTs }, now),
  };
}

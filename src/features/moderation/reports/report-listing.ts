import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { defineLimit } from "@/db/rate-limits";
import { reports } from "@/db/schema";
import { findListing, findVisibleListing } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { type ReportReason, type Side, URGENT_REPORT_REASONS } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { formatFullName, formatLessonTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { reportSchema } from "@/shared/schemas/moderation";
import { isUrgentReportSql } from "../frame/is-urgent-report-sql";
import { commitReport } from "./commit-report";

export type Report = { listingId: string; reason: ReportReason; text: string };

/** The conversation that a report is about. */
type Conversation = {
  id: string;
  /** The side that the other one reports. */
  reportedSide: Side;
  /** What the receipt of a danger says: whether the teacher has to wait for the decision, and when (ms) a lesson begins. */
  teacherWaits: boolean;
  lessonTs: number | null;
  /** Where the reporter reads the conversation, or the page for a parent; null for an address that may be mistyped. */
  readPath: string | null;
  isByParent?: boolean;
  /** The reporter without an account: a guest, or a parent whose typed address may be missing. */
  guest: { name: string; email: string | undefined } | null;
  /** Further statements of `commitReport`. */
  furtherStatements?: ((guard: SQL) => Statement[]) | undefined;
};

/**
 * Reports a listing, which its owner can't, or with `conversation` what the other side wrote there. Mails a receipt to
 * the given address, or to an account or a guest. The listing must be visible unless the report is about a conversation. A
 * repeated report is ignored and gets the same answer as the first. About a listing: on the same day from the same account,
 * or from the same network with the same email address or none; and from an account while its first report is open. An
 * urgent one only repeats one of its own reason. About a conversation, whose sides may report what happened since: the
 * same reason and text while the first is open. The first open urgent report is mailed to the operator. Refuses
 * `not_found`, `forbidden` (`own_report`), `invalid`, and `too_many` past five a day. With `refusedText`, the site
 * reports a text of the teacher that it refused, to a request the same one once a day.
 */
export async function reportListing(
  ctx: Ctx,
  listingId: string,
  input: unknown,
  conversation?: Conversation,
  refusedText?: string,
): Promise<Result<Report>> {
  const listing = await (conversation ? findListing : findVisibleListing)(ctx, listingId);
  if (!listing) return refuse("not_found");
  if (!conversation && listing.ownerId === ctx.user?.id) return refuse("forbidden", { reason: "own_report" });
  // As long as a message, which may be longer than a person's report.
  const checked =
    refusedText === undefined
      ? validate(reportSchema, conversation ? withSender(ctx, input, conversation) : input)
      : ok({ reason: "unsafe" as const, text: refusedText, name: undefined, email: undefined });
  if (!checked.ok) return checked;
  const { reason, text, name = "", email } = checked.value;
  const reporterId = ctx.user?.id ?? null;
  // The account has its own name and address.
  const isOwnAddress = ctx.user !== null && (email === undefined || email === ctx.user.email);
  const sender = isOwnAddress ? { name: "", email: null } : { name, email: email ?? null };
  const to = sender.email ?? ctx.user?.email;
  const enquiryId = conversation?.id ?? null;
  const subject =
    enquiryId === null ? auditSubject("listing", listingId) : auditSubject("enquiry", enquiryId);
  const isUrgent = URGENT_REPORT_REASONS.includes(reason);
  const id = ctx.newId();
  const refusal = await commitReport(ctx, {
    target: conversation
      ? null
      : {
          key: [listingId, isUrgent ? reason : "", refusedText ?? sender.email ?? ""].join("\n"),
          limit: REPORTS_PER_LISTING,
        },
    reporterLimit: refusedText === undefined ? REPORTS_PER_DAY : REFUSED_TEXTS_PER_HOUR,
    hasReportedSql: conversation
      ? sql`exists (select 1 from reports where enquiry_id = ${enquiryId} and outcome is null
          and reported_side = ${conversation.reportedSide} and reporter_id is ${reporterId} and email is ${sender.email}
          and reason = ${reason} and text = ${text})`
      : sql`exists (select 1 from reports where listing_id = ${listingId}
          and reporter_id = ${reporterId} and enquiry_id is null and outcome is null
          and (reason = ${reason} or not ${isUrgent}))`,
    insert: (guard) =>
      insertWhere(
        ctx.db,
        reports,
        {
          id,
          listingId,
          enquiryId,
          reportedSide: conversation?.reportedSide ?? null,
          isAutomatic: refusedText !== undefined,
          reporterId,
          reason,
          text,
          ...sender,
          locale: ctx.locale,
          createdTs: ctx.now,
        },
        // The listing's owner or the reporter may have been erased in the meantime.
        sql`exists (select 1 from listings where id = ${listingId})
          and (${enquiryId} is null or exists (select 1 from enquiries where id = ${enquiryId}))
          and (${reporterId} is null or exists (select 1 from users where id = ${reporterId})) and ${guard}`,
      ).returning({ id: reports.id }),
    event: conversation
      ? { action: "enquiry.reported", subject, detail: { side: conversation.reportedSide } }
      : { action: "listing.reported", subject },
    mail: to
      ? {
          template: conversation ? "conversation_report_received" : "report_received",
          to,
          ...(conversation ? { replyTo: ctx.config.CONTACT_EMAIL } : {}),
          locale: ctx.locale,
          params: {
            title: listing.title,
            reason: ctx.t(`moderation.reports.reasons.${reason}`),
            deadline: ctx.t(`moderation.reports.deadlines.${isUrgent ? "urgent" : "other"}`),
            next: conversation && isUrgent ? formatNext(ctx, conversation) : "",
          },
          ...(conversation?.readPath ? { actionPath: conversation.readPath } : {}),
          // A given address may belong to another person than the reporter.
          ...(sender.email === null ? {} : { about: subject }),
        }
      : null,
    furtherStatements: (guard) => [
      ...(isUrgent ? [operatorMailStatement(ctx, { id, reason, subject, listing, conversation })] : []),
      ...(conversation?.furtherStatements?.(guard) ?? []),
    ],
  });
  return refusal ?? ok({ listingId, reason, text });
}

/** What follows from a report of a danger, as text. */
const formatNext = ({ t }: Ctx, { teacherWaits, lessonTs, isByParent }: Conversation): string =>
  [
    ...(teacherWaits ? [t("enquiries.report.waitsNow")] : []),
    ...(lessonTs === null
      ? []
      : [
          t(`moderation.conversations.lesson.stays.${isByParent ? "any" : "learner"}`, {
            time: formatLessonTime(lessonTs, t.locale),
          }),
        ]),
  ].join(" ");

type UrgentReport = {
  id: string;
  reason: ReportReason;
  /** The audit log subject. */
  subject: string;
  listing: { id: string; title: string };
  conversation: Conversation | undefined;
};

/** Mails an urgent report to the operator, unless another one about the same listing or side is open. */
function operatorMailStatement(
  ctx: Ctx,
  { id, reason, subject, listing, conversation }: UrgentReport,
): Statement {
  const locale = ctx.config.DEFAULT_LOCALE;
  const t = ctx.translator(locale);
  const about = conversation ? `conversations.mailAbout.${conversation.reportedSide}` : "reports.mailAbout";
  return queueMailStatement(
    ctx,
    {
      template: "urgent_report",
      to: ctx.config.CONTACT_EMAIL,
      locale,
      params: {
        about: t(`moderation.${about}`, { title: listing.title }),
        reason: t(`moderation.reports.reasons.${reason}`),
      },
      about: subject,
      actionPath: conversation ? paths.adminConversation(conversation.id) : paths.adminReport(listing.id),
    },
    sql`exists (select 1 from reports where id = ${id}) and not exists (select 1 from reports
      where listing_id = ${listing.id} and enquiry_id is ${conversation?.id ?? null} and outcome is null
        and reported_side is ${conversation?.reportedSide ?? null} and ${isUrgentReportSql("reports")} and id <> ${id})`,
  );
}

/** The report with the name and address that the conversation has of its sender. */
const withSender = ({ user }: Ctx, input: unknown, { guest }: Conversation) => ({
  ...(input as object),
  name: user ? formatFullName(user) : guest?.name,
  email: user?.email ?? guest?.email,
});

/** Refused texts of a conversation, of which each is a report. */
const REFUSED_TEXTS_PER_HOUR = defineLimit("messages_hour");
/** Reports from one account, or for visitors from one network, about all listings. */
const REPORTS_PER_DAY = defineLimit("reports_day");
/** Reports about the same from one account, or for visitors from one network with one email address. */
const REPORTS_PER_LISTING = defineLimit("reports_listing");

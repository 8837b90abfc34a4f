import { type SQL, sql } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import { toParentKey } from "@/auth/to-parent-key";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { hasOpenDangerBetweenSql } from "@/db/has-open-danger-sql";
import { isStoppedByTeamSql } from "@/db/is-stopped-by-team-sql";
import { enquiries, reports } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import {
  CONVERSATION_MEASURES,
  type ConversationMeasure,
  type ListingReportOutcome,
  type ListingRestriction,
  type ModerationReason,
  type ReportReason,
  URGENT_REPORT_REASONS,
} from "@/shared/codes";
import { isMinor } from "@/shared/dates";
import { formatTimeAndPlace } from "@/shared/format-lesson-place";
import type { Translator } from "@/shared/i18n/translator";
import { isLearnerUnder18 } from "@/shared/is-learner-under-18";
import { paths } from "@/shared/paths";
import { UNDO_MS } from "../frame/undo-decision";
import { isOpenReportSql, listUpheldReports, type OpenReport } from "./list-open-reports";
import { formatReasons } from "./statement-of-reasons";

/** What lifts a restriction: of listings, of an account, or of the messages in a conversation. */
type Lifted = "reinstated" | "enabled" | "lifted";

type Settlement = {
  /** What was decided; the mail says it in words. `own_data_deleted`: the reporter erased what the report was about. */
  decision: ListingReportOutcome | ListingRestriction | ConversationMeasure | "own_data_deleted" | Lifted;
  /** Why, if the listing was restricted. */
  reasons?: readonly ModerationReason[];
  /** The names of the reasons, if they are not those of listings. */
  reason?: ReportReason;
  /** The explanation to the reporters; "" if it was written to the person concerned. */
  text: string;
  /** The explanation to the person concerned. */
  measureText?: string;
  /** The id of the first audit event, for the guards of further statements. */
  eventId?: string;
};

/**
 * The statements that settle open reports if `guard` holds, with an audit event for each listing or conversation, and
 * tell the reporters who left an address (Regulation (EU) 2022/2065, art. 16 (5)), a learner for whom the site or a
 * parent reported, the parent, and a teacher who could not write meanwhile. A report that was settled meanwhile stays as
 * it is.
 */
export function settleReportsStatements(
  ctx: Ctx,
  open: readonly OpenReport[],
  settlement: Settlement,
  guard: SQL,
): Statement[] {
  const { decision, reason, text, measureText = "", eventId } = settlement;
  const outcome = isErasure(decision) ? "account_deleted" : decision === "dismissed" ? decision : "upheld";
  const isSettledNowSql = sql`exists (select 1 from ${reports} where ${reports.id} = key ->> 0
    and ${reports.outcome} = ${outcome} and ${reports.decidedTs} = ${ctx.now})`;
  return [...Map.groupBy(open, toReportSubject)].flatMap(([subject, ofSubject], n) => {
    const id = (n === 0 && eventId) || ctx.newId();
    const mails = [
      ...toReporterMails(ctx, ofSubject, settlement),
      ...toLearnerMails(ctx, ofSubject, settlement),
    ];
    const parentMails = toParentMails(ctx, ofSubject, settlement);
    const teacherMails = decision === "dismissed" ? toTeacherMails(ctx, ofSubject) : [];
    const isToldSql = sql`${isSettledNowSql} and ${hasAuditEventSql(id)}`;
    return [
      ctx.db
        .update(reports)
        .set({
          outcome,
          measure: ofSubject[0]?.enquiryId
            ? (CONVERSATION_MEASURES.find((measure) => measure === decision) ?? null)
            : null,
          measureReason: (ofSubject[0]?.enquiryId && reason) || null,
          decidedTs: ctx.now,
          decidedBy: ctx.user?.id ?? null,
          decisionText: text,
          measureText,
        })
        .where(sql`${isOpenReportSql(ofSubject.map(({ id }) => id))} and ${guard}`)
        .returning({ id: reports.id }),
      auditEventStatement(
        ctx,
        {
          id,
          action: ofSubject[0]?.enquiryId ? `enquiry.reports_${outcome}` : `listing.reports_${outcome}`,
          subject,
          detail: {
            reports: ofSubject.length,
            ...(ofSubject[0]?.enquiryId ? { side: ofSubject[0].reportedSide } : {}),
            ...(ofSubject[0]?.enquiryId && outcome === "upheld" ? { decision } : {}),
          },
        },
        previousChanged,
      ),
      ...(mails.length > 0 ? [queueMailsStatement(ctx, mails, isToldSql)] : []),
      ...(parentMails.length > 0
        ? [queueMailsStatement(ctx, parentMails, sql`${isToldSql} and ${isParentNamedSql}`)]
        : []),
      ...(teacherMails.length > 0
        ? [queueMailsStatement(ctx, teacherMails, sql`${isToldSql} and not ${isStillStoppedSql}`)]
        : []),
    ];
  });
}

/**
 * Statements that tell the reporters whom a decision at `decidedTs` (ms), or any without it, answered, of those of a
 * condition on `reports`, that its restriction is lifted; and learner and parent, as `settleReportsStatements`.
 */
export async function prepareLiftedMails(
  ctx: Ctx,
  { condition, decidedTs, decision }: { condition: SQL; decidedTs?: number; decision: Lifted },
): Promise<(guard: SQL) => Statement[]> {
  const upheld = await listUpheldReports(ctx, condition, decidedTs);
  const bySubject = [...Map.groupBy(upheld, toReportSubject).values()];
  const mails = [
    ...toReporterMails(ctx, upheld, { decision, text: "" }),
    ...bySubject.flatMap((ofSubject) => toLearnerMails(ctx, ofSubject, { decision })),
  ];
  const parentMails = bySubject.flatMap((ofSubject) => toParentMails(ctx, ofSubject, { decision }));
  return (guard) => [
    ...(mails.length > 0 ? [queueMailsStatement(ctx, mails, guard)] : []),
    ...(parentMails.length > 0
      ? [queueMailsStatement(ctx, parentMails, sql`${guard} and ${isParentNamedSql}`)]
      : []),
  ];
}

const isErasure = (decision: Settlement["decision"]): boolean =>
  decision === "account_deleted" || decision === "own_data_deleted";

/** The mails that tell the reporters who left an address what was decided, one about each subject, by the id of a report. */
const toReporterMails = (
  ctx: Ctx,
  all: readonly OpenReport[],
  { decision, reasons = [], reason, text }: Settlement,
) =>
  all.flatMap((report, index) => {
    const { id, enquiryId, title, subject, email, isGiven, locale, reader } = report;
    const ofSubject = all.filter((other) => toReportSubject(other) === toReportSubject(report));
    const isSameMail = (other: OpenReport) => other.email === email && ofSubject.includes(other);
    if (email === null || all.findIndex(isSameMail) !== index) return [];
    const t = ctx.translator(locale);
    const isToParent = enquiryId !== null && (reader === null || reader === "parent");
    // After a suspension for safety, an admin still checks the report.
    const answer =
      decision === "suspended" && reasons[0] === "unsafe" ? "suspendedForSafety" : toAnswer(decision, report);
    const reported = [
      ...new Set(all.filter(isSameMail).map((one) => t(`moderation.reports.reasons.${one.reason}`))),
    ];
    const names =
      reasons.length > 0 ? formatReasons(t, reasons) : reason && t(`moderation.reports.reasons.${reason}`);
    const toParent = `moderation.conversations.parentAnswers.${answer}`;
    const toOthers = `moderation.${enquiryId === null ? "reports" : "conversations"}.answers.${answer}`;
    const mail = {
      template: enquiryId === null ? ("report_decided" as const) : ("conversation_report_decided" as const),
      to: email,
      locale,
      // An address that was given may belong to another person than the reporter.
      ...(isGiven ? { about: toReportSubject(report) } : {}),
      params: {
        title: title || t(subject ? `general.subjects.${subject}` : "enquiries.erased.listing"),
        checked: isErasure(decision) ? "" : t("moderation.reports.answers.checked"),
        decision: [
          t(isToParent && t.has(toParent) ? toParent : toOthers),
          ...formatNext(ctx, t, ofSubject, { decision, isToParent }),
        ].join(" "),
        ...(enquiryId === null ? {} : { outcome: t(`moderation.conversations.outcomes.${answer}`) }),
        reported: reported.join("; "),
        reason:
          enquiryId !== null && reason
            ? t(`moderation.conversations.breaks.${reason}`)
            : names
              ? t("moderation.reports.answers.reason", { reason: names })
              : "",
        contact: ctx.config.CONTACT_EMAIL,
      },
      quote: text,
      ...(enquiryId && reader && !isErasure(decision)
        ? { actionPath: toReadPath(ctx, { enquiryId, reader, email }) }
        : {}),
      // After the mails of the decision, which may still wait.
      ...(decision === "reinstated" || decision === "enabled" ? { notBeforeTs: ctx.now + UNDO_MS } : {}),
    };
    return [{ key: [id], mail }];
  });

/** Where the reporter with this address reads the conversation, or the page about it for a parent. */
function toReadPath(
  ctx: Ctx,
  { enquiryId: id, reader, email }: { enquiryId: string; reader: OpenReport["reader"]; email: string },
): string {
  if (reader === "parent") return toParentPath(ctx, id, toParentKey(ctx, email));
  return paths.enquiry(id, reader === "guest" ? { token: createGuestToken(ctx, { id, email }) } : {});
}

const toParentPath = (ctx: Ctx, id: string, holder: string): string =>
  paths.parentCopies(id, { token: createUnsubscribeToken(ctx, { kind: "parent_copies", id, holder }) });

/** No action says nothing against the stop that is in force. */
const toAnswer = <T extends Settlement["decision"]>(decision: T, { isStopped }: OpenReport) =>
  decision === "dismissed" && isStopped === 1 ? "noFurther" : decision;

/**
 * What follows for the learner's side, as sentences: what became of a text that the site refused, whether the teacher may
 * write again, and whether the agreed lesson stands.
 */
function formatNext(
  ctx: Ctx,
  t: Translator,
  [first, ...others]: readonly OpenReport[],
  { decision, isToParent }: { decision: Settlement["decision"]; isToParent: boolean },
): string[] {
  if (!first?.enquiryId) return [];
  const { lessonTs, lessonPlace, learnerName, reportedSide, isStopped } = first;
  const all = [first, ...others];
  const time = lessonTs === null ? null : formatTimeAndPlace(t, lessonTs, lessonPlace);
  if (decision === "blocked" || decision === "disabled")
    return time === null ? [] : [t("moderation.conversations.lesson.cancelled", { time })];
  const isDanger = all.some(({ reason }) => URGENT_REPORT_REASONS.includes(reason));
  if (reportedSide !== "teacher" || !isDanger || (decision !== "warned" && decision !== "dismissed"))
    return [];
  const reader = isToParent ? "parent" : "learner";
  const wasHeld = isLearnerUnder18({ ...first, birthDate: first.learnerBirthDate }, ctx.now);
  return [
    ...(decision === "dismissed" && all.some((report) => report.isAutomatic === 1)
      ? [t("moderation.conversations.refusedStays")]
      : []),
    ...(wasHeld && isStopped !== 1 ? [t(`moderation.conversations.mayWrite.${reader}`)] : []),
    ...(decision === "warned" && time !== null
      ? [t(`moderation.conversations.lesson.stays.${reader}`, { time, learner: learnerName ?? "" })]
      : []),
  ];
}

/** What the learner and the parent of a conversation are told of. */
const TOLD_DECISIONS = [...CONVERSATION_MEASURES, "lifted", "enabled"] as const;

/**
 * The mail that tells the learner of a conversation what was decided about the teacher, unless one of the reports is the
 * learner's own. It names no reporter.
 */
function toLearnerMails(
  ctx: Ctx,
  reported: readonly OpenReport[],
  { decision, reason }: Pick<Settlement, "decision" | "reason">,
) {
  const [first] = reported;
  const told = (["dismissed", ...TOLD_DECISIONS] as const).find((known) => known === decision);
  if (!told || !first?.enquiryId || reported.some(({ learnerEmail }) => learnerEmail === null)) return [];
  const t = ctx.translator(first.learnerLocale);
  const answer = toAnswer(told, first);
  const mail = {
    template: "conversation_checked" as const,
    to: first.learnerEmail ?? "",
    locale: first.learnerLocale,
    params: {
      title: first.title || t("enquiries.erased.listing"),
      outcome: t(`moderation.conversations.outcomes.${answer}`),
      decision: [
        ...(reason ? [t(`moderation.conversations.breaks.${reason}`)] : []),
        t(`moderation.conversations.learnerAnswers.${answer}`),
        ...formatNext(ctx, t, reported, { decision, isToParent: false }),
      ].join(" "),
      contact: ctx.config.CONTACT_EMAIL,
    },
    actionPath: paths.enquiry(first.enquiryId),
  };
  return [{ key: [first.id], mail }];
}

/**
 * The same for the parent of a learner under 18 who gets copies: of a measure and its end, and of a refused text or a
 * report of a danger, of which the parent was mailed. That another report led to no measure is left to the learner.
 */
function toParentMails(
  ctx: Ctx,
  reported: readonly OpenReport[],
  { decision, reason }: Pick<Settlement, "decision" | "reason">,
) {
  const [first] = reported;
  const told = TOLD_DECISIONS.find((known) => known === decision);
  const isTold =
    told ||
    (decision === "dismissed" && reported.some(({ reason }) => URGENT_REPORT_REASONS.includes(reason)));
  if (!isTold || !first?.enquiryId || reported.some(({ parentEmail }) => parentEmail === null)) return [];
  if (!isMinor(first.learnerBirthDate, ctx.now)) return [];
  const parentEmail = first.parentEmail ?? "";
  const holder = toParentKey(ctx, parentEmail);
  const t = ctx.translator(first.parentLocale);
  const answer = toAnswer(told ?? "dismissed", first);
  const mail = {
    template: "parent_decided" as const,
    to: parentEmail,
    locale: first.parentLocale,
    about: toReportSubject(first),
    params: {
      learner: first.learnerName ?? "",
      teacher: first.teacherName ?? t("enquiries.erased.person"),
      title: first.title || t("enquiries.erased.listing"),
      outcome: t(`moderation.conversations.outcomes.${answer}`),
      decision: [
        ...(reason ? [t(`moderation.conversations.breaks.${reason}`)] : []),
        t(`moderation.conversations.parentAnswers.${answer}`),
        ...formatNext(ctx, t, reported, { decision, isToParent: true }),
      ].join(" "),
      contact: ctx.config.CONTACT_EMAIL,
    },
    actionPath: toParentPath(ctx, first.enquiryId, holder),
    condition: ["parent_copy", first.enquiryId, holder] as const,
  };
  return [{ key: [first.id, first.enquiryId, parentEmail], mail }];
}

/** The mail that tells a teacher, who could not write to a learner under 18 before the decision, that this is over. */
function toTeacherMails(ctx: Ctx, reported: readonly OpenReport[]) {
  const found = reported.find(({ teacherEmail }) => teacherEmail !== null);
  if (!found?.enquiryId) return [];
  if (!isLearnerUnder18({ ...found, birthDate: found.learnerBirthDate }, ctx.now)) return [];
  const mail = {
    template: "messages_checked" as const,
    to: found.teacherEmail ?? "",
    locale: found.teacherLocale,
    params: { title: found.title || ctx.translator(found.teacherLocale)("enquiries.erased.listing") },
    actionPath: paths.enquiry(found.enquiryId),
  };
  return [{ key: [found.id, found.enquiryId], mail }];
}

/** Guard of a mail with the key of `toParentMails`: the conversation still names this parent. */
const isParentNamedSql = sql`exists (select 1 from ${enquiries}
  where ${enquiries.id} = key ->> 1 and ${enquiries.parentEmail} = key ->> 2)`;

/**
 * Guard of a mail with the key of `toTeacherMails`: another danger in a conversation of the two has no decision yet, or
 * the team stopped the teacher's messages.
 */
const isStillStoppedSql = sql`exists (select 1 from ${enquiries} where ${enquiries.id} = key ->> 1 and (
  ${hasOpenDangerBetweenSql(
    sql`coalesce(${enquiries.teacherId}, ${enquiries.undeliveredTeacherId})`,
    enquiries.learnerId,
    enquiries.guestEmail,
  )} or ${isStoppedByTeamSql("learner")}))`;

/** What a report is about, as the audit log names it. */
export const toReportSubject = ({ listingId, enquiryId }: OpenReport): string =>
  enquiryId === null ? auditSubject("listing", listingId ?? "") : auditSubject("enquiry", enquiryId);

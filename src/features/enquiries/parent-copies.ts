import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { toParentKey } from "@/auth/to-parent-key";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { enquiries } from "@/db/schema";
import {
  type NewMail,
  queueJoiningMailStatement,
  queueMailAfterJoinedStatements,
  queueMailStatement,
} from "@/features/mail";
import { isUrgentReportSql } from "@/features/moderation";
import type { TextFile } from "@/platform/mail";
import type { Side } from "@/shared/codes";
import { HOUR_MS } from "@/shared/dates";
import { formatTimeAndPlace } from "@/shared/format-lesson-place";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { asksForAdvancePayment } from "./advance-payment";
import type { CopyWarning } from "./message-warning";
import { type EnquiryView, parentLocaleSql } from "./queries";

/** What a parent stops: the copies of one conversation, or all of the learner's, also of new conversations. */
export const STOP_SCOPES = ["one", "all"] as const;
export type StopScope = (typeof STOP_SCOPES)[number];

export const toStopKey = (parentKey: string, scope: StopScope): string =>
  parentKey + (scope === "all" ? ".all" : "");

/** The key of the parent whom an enquiry names, also after a stop; undefined without one. */
export const findParentKey = (
  ctx: Ctx,
  { parentEmail, parentStopKey }: { parentEmail: string | null; parentStopKey: string | null },
): string | undefined => (parentEmail ? toParentKey(ctx, parentEmail) : parentStopKey?.split(".")[0]);

/** Whether the batch has stored a message, for `queueParentCopyStatements`. */
export const isMessageStoredSql = (id: string): SQL => sql`exists (select 1 from messages where id = ${id})`;

/**
 * The columns of an enquiry whose learner names a parent for copies: the address, or, once that parent stopped all copies of
 * this learner, the key of the stop.
 */
export function parentColumns(ctx: Ctx, learnerId: string | null, email: string) {
  const stopKey = toStopKey(toParentKey(ctx, email), "all");
  const stopped = sql`from ${enquiries} where learner_id = ${learnerId} and parent_stop_key = ${stopKey}`;
  return {
    parentEmail: sql`(select ${email} where not exists (select 1 ${stopped}))`,
    parentStopKey: sql`(select parent_stop_key ${stopped} limit 1)`,
  };
}

/**
 * The statement that names a parent in a conversation without one, if `guard` holds. After a stop it keeps the key of that
 * parent, so another one is named in another conversation.
 */
export const nameParentStatement = (
  ctx: Ctx,
  { id, learnerId }: { id: string; learnerId: string | null },
  email: string,
  guard: SQL,
): Statement =>
  ctx.db
    .update(enquiries)
    .set(parentColumns(ctx, learnerId, email))
    .where(and(eq(enquiries.id, id), isNull(enquiries.parentEmail), isNull(enquiries.parentStopKey), guard));

/** The language of the mails to a parent. */
export async function findParentLocale(
  { db, config }: Ctx,
  email: string,
  learnerId: string | null,
): Promise<Locale> {
  const learnerLocale = sql`(select locale from users where id = ${learnerId})`;
  const { locale } = await db.get<{ locale: Locale | null }>(
    sql`select ${parentLocaleSql(email, learnerLocale)} as locale`,
  );
  return locale ?? config.DEFAULT_LOCALE;
}

/** A message of a conversation, or what was agreed in it, for the learner's parent. */
type ParentCopy = {
  /** The enquiry. */
  id: string;
  text: string;
  /** With a warning, the whole mail warns. */
  warning?: CopyWarning | null;
  /** Of a lesson that it is about: the rule of the safety page, and the subject and calendar file of the mail. */
  advice?: string | null;
  lesson?: { subject: string; file: TextFile | null } | null;
  /** Null after it was erased. */
  listing: { id: string; title: string } | null;
  /** Whose message it is; null for one of the site. */
  side: Side | null;
  names: Record<Side, string>;
  parentEmail: string;
  locale: Locale;
};

const WARNING_MAILS: Record<CopyWarning, Pick<NewMail, "template">> = {
  unsafe: { template: "parent_warning" },
  solicitation: { template: "parent_warning" },
  child: { template: "parent_warning" },
  advance_payment: { template: "parent_warning" },
  personal: { template: "parent_personal" },
  refused: { template: "parent_refused" },
};

/** The least time between two mails about refused texts; the texts of that time join one. */
const REFUSED_MAIL_MS = HOUR_MS;

/** Whether the mail's button reports the conversation. */
const isAlarm = (warning: CopyWarning | null): boolean => warning !== null && warning !== "personal";

function toMail(warning: CopyWarning | null, lesson: object | null): Pick<NewMail, "template"> {
  if (warning !== null) return WARNING_MAILS[warning];
  return lesson === null ? { template: "parent_copy" } : { template: "parent_lesson" };
}

/** The mail with a copy, to be queued if `isCopiedSql` holds, and sent if `isCopyDueSql` still does. */
export const composeParentCopy = (
  ctx: Ctx,
  {
    id,
    text,
    warning = null,
    advice = null,
    lesson = null,
    listing,
    side,
    names,
    parentEmail,
    locale,
  }: ParentCopy,
) => ({
  ...toMail(warning, lesson),
  to: parentEmail,
  locale,
  params: {
    ...names,
    from: side === null ? ctx.config.SITE_NAME : names[side],
    title: listing?.title ?? "",
    lesson: lesson?.subject ?? "",
  },
  quote: text,
  tables: [composeParentLinks(ctx, { id, text, locale, listing, warning, advice, parentEmail })],
  about: auditSubject("enquiry", id),
  condition: ["parent_copy", id, toParentKey(ctx, parentEmail)] as const,
  ...(isAlarm(warning) ? { actionPath: toReportPath(ctx, id, parentEmail) } : {}),
  ...(lesson?.file ? { attachment: lesson.file } : {}),
  unsubscribePath: paths.unsubscribe({ token: createParentToken(ctx, id, parentEmail) }),
});

/** The mail to a parent whose address the learner replaced: nothing more is copied, but the parent can still report. */
export const composeReplacedMail = (
  ctx: Ctx,
  { id, names, parentEmail, locale }: Pick<ParentCopy, "id" | "names" | "parentEmail" | "locale">,
): NewMail => ({
  template: "parent_replaced",
  to: parentEmail,
  locale,
  params: names,
  tables: [
    {
      title: ctx.translator(locale)("mail.parent_copy.links"),
      rows: [
        toLinkRow(ctx, locale, "report", toReportPath(ctx, id, parentEmail)),
        toLinkRow(ctx, locale, "contact", paths.contact()),
        toDangerRow(ctx, locale),
      ],
    },
  ],
  about: auditSubject("enquiry", id),
});

/** Whether a parent who gets copies of the reader's conversation is told of a report of a danger by the reader. */
export const isParentTold = ({
  side,
  isLearnerMinor,
  parentEmail,
}: Pick<EnquiryView, "side" | "isLearnerMinor" | "parentEmail">): boolean =>
  side === "learner" && isLearnerMinor && parentEmail !== null;

/**
 * The statements that mail the parent that the learner has just reported the teacher for a danger, without the text, unless
 * the parent was told of another one that has no decision yet.
 */
export function queueReportedMailStatements(ctx: Ctx, enquiry: EnquiryView): Statement[] {
  const { id, names, parentEmail, parentLocale: locale, nextLessonTs, nextLessonPlace } = enquiry;
  if (!isParentTold(enquiry) || parentEmail === null) return [];
  const t = ctx.translator(locale);
  const holder = toParentKey(ctx, parentEmail);
  const openDangerSql = sql`from reports where reports.enquiry_id = ${id} and reports.outcome is null
    and reports.reported_side = 'teacher' and ${isUrgentReportSql("reports")}`;
  return [
    queueMailStatement(
      ctx,
      {
        template: "parent_reported",
        to: parentEmail,
        locale,
        params: {
          ...names,
          title: enquiry.listing?.title ?? t("enquiries.erased.listing"),
          deadline: t("moderation.reports.deadlines.urgent"),
          lesson:
            nextLessonTs === null
              ? ""
              : t("moderation.conversations.lesson.stays.parent", {
                  time: formatTimeAndPlace(t, nextLessonTs, nextLessonPlace),
                  learner: names.learner,
                }),
        },
        about: auditSubject("enquiry", id),
        actionPath: paths.parentCopies(id, { token: createParentToken(ctx, id, parentEmail) }),
        condition: ["parent_copy", id, holder],
      },
      sql`(select count(*) ${openDangerSql}) = 1 and exists (select 1 ${openDangerSql} and reports.created_ts = ${ctx.now})
        and ${isCopiedSql(id, parentEmail)}`,
    ),
  ];
}

const toLinkRow = (
  ctx: Ctx,
  locale: Locale,
  term: "listing" | "report" | "safety" | "contact",
  path: string,
) => ({
  term: ctx.translator(locale)(`mail.parent_copy.${term}`),
  details: ctx.config.SITE_URL + localizePath(locale, path),
  link: true,
});

const toDangerRow = ({ translator }: Ctx, locale: Locale) => ({
  term: translator(locale)("mail.parent_copy.danger"),
  details: translator(locale)("mail.parent_copy.helpline"),
});

/**
 * The token of the links in a parent's copies of an enquiry. When the learner names another parent, only reporting remains
 * possible with it.
 */
const createParentToken = (ctx: Ctx, id: string, parentEmail: string): string =>
  createUnsubscribeToken(ctx, { kind: "parent_copies", id, holder: toParentKey(ctx, parentEmail) });

const toReportPath = (ctx: Ctx, id: string, parentEmail: string): string =>
  paths.parentReport(id, { token: createParentToken(ctx, id, parentEmail) });

/** Where a parent reads who the teacher is, and where to turn if something is wrong. */
function composeParentLinks(
  ctx: Ctx,
  {
    id,
    text,
    locale,
    listing,
    warning,
    advice,
    parentEmail,
  }: Pick<Required<ParentCopy>, "id" | "text" | "locale" | "listing" | "warning" | "advice" | "parentEmail">,
) {
  const t = ctx.translator(locale);
  const toRow = (term: Parameters<typeof toLinkRow>[2], path: string) => toLinkRow(ctx, locale, term, path);
  return {
    title: t("mail.parent_copy.links"),
    rows: [
      ...(listing?.title ? [toRow("listing", paths.listing(listing.id))] : []),
      ...(warning !== null && asksForAdvancePayment(text)
        ? [{ term: t("mail.parent_copy.money"), details: t("enquiries.thread.warnings.advance_payment") }]
        : []),
      ...(advice ? [{ term: t("mail.parent_copy.advice"), details: advice }] : []),
      ...(isAlarm(warning) ? [] : [toRow("report", toReportPath(ctx, id, parentEmail))]),
      toRow("safety", paths.safety()),
      toDangerRow(ctx, locale),
    ],
  };
}

/** Guard: this parent still gets copies of an enquiry. A pupil may have given the teacher's own address: it gets none. */
export const isCopiedSql = (id: string | SQL, parentEmail: string | SQL): SQL =>
  sql`exists (select 1 from enquiries where id = ${id} and parent_email = ${parentEmail}
    and not exists (select 1 from users teacher where teacher.id = coalesce(teacher_id, undelivered_teacher_id)
      and teacher.email = parent_email))`;

/**
 * Delivery condition of a copy: the parent with the key `->> 2` did not stop them, and the learner was not erased. A parent
 * who was replaced meanwhile still gets it, because the new one does not; `correctParent` drops those to an address that
 * got none yet.
 */
export const isCopyDueSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from enquiries where id = ${condition} ->> 1
    and (parent_email is not null or parent_stop_key not in (${condition} ->> 2, (${condition} ->> 2) || '.all')))`;

/**
 * The statements that mail a copy, if the parent did not stop them. Copies of messages that follow each other quickly join
 * one mail, and so do refused texts of an hour. Warnings and lessons never wait, and copies that still do leave with them.
 * `isStoredSql`: the batch has stored what it tells.
 */
export function queueParentCopyStatements(
  ctx: Ctx,
  { isStoredSql, ...copy }: ParentCopy & { isStoredSql: SQL },
): Statement[] {
  const mail = composeParentCopy(ctx, copy);
  const guard = sql`${isStoredSql} and ${isCopiedSql(copy.id, copy.parentEmail)}`;
  const isRefused = copy.warning === "refused";
  if (mail.template !== "parent_copy" && !isRefused) return queueMailAfterJoinedStatements(ctx, mail, guard);
  const joinMs = isRefused ? { joinMs: REFUSED_MAIL_MS } : {};
  return [queueJoiningMailStatement(ctx, { ...mail, ...joinMs }, guard)];
}

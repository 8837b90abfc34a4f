import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { reports } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import type { ListingRestriction, ModerationReason, ReportOutcome, Subject } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { UNDO_MS } from "../frame/undo-decision";
import { formatReasons } from "./statement-of-reasons";

const listSql = (ids: readonly string[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Condition: those of these reports of a listing that are still open. */
export const isOpenReportSql = (listingId: string, ids: readonly string[]): SQL =>
  sql`${reports.listingId} = ${listingId} and ${reports.outcome} is null and ${reports.id} in ${listSql(ids)}`;

/**
 * Condition: the open reports that a restriction of listings of one owner settles: all about these listings, and those
 * about messages of the owner that the admin read.
 */
export const isSettledReportSql = (listingIds: readonly string[], read: readonly string[] = []): SQL =>
  sql`${reports.outcome} is null and ((${reports.listingId} in ${listSql(listingIds)} and not ${reports.isAboutMessages})
    or (${reports.id} in ${listSql(read)} and ${reports.listingId} in (select same.id from listings same
      where same.owner_id in (select owner_id from listings where id in ${listSql(listingIds)}))))`;

export type OpenReport = {
  id: string;
  listingId: string;
  title: string;
  subject: Subject;
  /** Null for a visitor who left no address. */
  email: string | null;
  /** Whether the address was given with the report, and is not that of the account. */
  isGiven: number;
  locale: Locale;
};

/** The reports of a condition, with the addresses of their senders and the listing's title. */
export const listOpenReports = ({ db }: Pick<Ctx, "db">, condition: SQL): Promise<OpenReport[]> =>
  db.all<OpenReport>(sql`
    select reports.id, reports.listing_id as "listingId", listings.title, listings.subject,
      coalesce(reports.email, users.email) as email, reports.email is not null as "isGiven",
      iif(reports.email is null, users.locale, reports.locale) as locale
    from reports cross join listings on listings.id = reports.listing_id
    left join users on users.id = reports.reporter_id
    where ${condition}`);

export type Settlement = {
  /** What was decided; the mail says it in words. */
  decision: ReportOutcome | ListingRestriction;
  /** Why, if the listing was restricted. */
  reasons?: readonly ModerationReason[];
  /** The explanation to the reporters; "" if the listing was restricted. */
  text: string;
  /** The mails wait, and the decision can be undone until then. */
  canUndo?: boolean;
};

/**
 * The statements that settle open reports if `guard` holds, with an audit event for each listing, and tell the reporters
 * who left an address (Regulation (EU) 2022/2065, art. 16 (5)). A report that was settled meanwhile stays as it is.
 */
export function settleReportsStatements(
  ctx: Ctx,
  open: readonly OpenReport[],
  { decision, reasons = [], text, canUndo = false }: Settlement,
  guard: SQL,
): Statement[] {
  const outcome: ReportOutcome = decision === "dismissed" ? "dismissed" : "upheld";
  const mails = open.flatMap(({ id, listingId, title, subject, email, isGiven, locale }) => {
    if (email === null) return [];
    const t = ctx.translator(locale);
    const mail = {
      // The undo finds the mail by the report.
      id,
      template: "report_decided" as const,
      to: email,
      locale,
      // An address that was given may belong to another person than the reporter.
      ...(isGiven ? { about: auditSubject("listing", listingId) } : {}),
      params: {
        title: title || t(`general.subjects.${subject}`),
        decision: t(`moderation.reports.answers.${decision}`),
        reason:
          reasons.length > 0
            ? t("moderation.reports.answers.reason", { reason: formatReasons(t, reasons) })
            : "",
        contact: ctx.config.CONTACT_EMAIL,
      },
      quote: text,
      // After the mail to the listing's owner, which decides whether an undo is possible.
      ...(canUndo ? { notBeforeTs: ctx.now + 2 * UNDO_MS } : {}),
    };
    return [{ key: [id], mail }];
  });
  const isSettledNowSql = sql`exists (select 1 from ${reports} where ${reports.id} = key ->> 0
    and ${reports.outcome} = ${outcome} and ${reports.decidedTs} = ${ctx.now})`;
  return [
    ...[...Map.groupBy(open, ({ listingId }) => listingId)].flatMap(([listingId, ofListing]) => [
      ctx.db
        .update(reports)
        .set({ outcome, decidedTs: ctx.now, decidedBy: ctx.user?.id ?? null, decisionText: text })
        .where(
          sql`${isOpenReportSql(
            listingId,
            ofListing.map(({ id }) => id),
          )} and ${guard}`,
        )
        .returning({ id: reports.id }),
      auditEventStatement(
        ctx,
        {
          action: `listing.reports_${outcome}`,
          subject: auditSubject("listing", listingId),
          detail: { reports: ofListing.length },
        },
        previousChanged,
      ),
    ]),
    ...(mails.length > 0 ? [queueMailsStatement(ctx, mails, sql`${isSettledNowSql} and ${guard}`)] : []),
  ];
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions, mailOutbox, reports } from "@/db/schema";
import { findTextRule } from "@/features/listings";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { isSettledReportSql, listOpenReports, settleReportsStatements } from "./settle-reports";
import { listStatementRows, type Restriction } from "./statement-of-reasons";

type RestrictedListing = { id: string; title: string; description: string };

export type RestrictionOptions = {
  /** Ids of reports about messages that the admin read. Reports about listings are settled in any case. */
  readReports?: readonly string[];
  /** The mails wait, and the decision can be undone until then. */
  canUndo?: boolean;
};

/**
 * What a restriction of listings adds to its batch, whose update sets their `updated_ts`: the stored decisions, the
 * settled reports with their mails, and the statement of reasons for the mail to the owner. `title` and `description` are
 * the text that is decided about.
 */
export async function prepareRestriction(
  ctx: Ctx,
  restricted: readonly RestrictedListing[],
  decision: Omit<Restriction, "origin">,
  { readReports, canUndo = false }: RestrictionOptions = {},
) {
  const { restriction, reasons, text } = decision;
  const ids = restricted.map(({ id }) => id);
  const [open, rules] = await Promise.all([
    // The published text, which reports are about, stays.
    restriction === "revision_rejected" ? [] : listOpenReports(ctx, isSettledReportSql(ids, readReports)),
    Promise.all(restricted.map((listing) => findTextRule(ctx, listing))),
  ]);
  const reported = new Set(open.map(({ listingId }) => listingId));
  const rows = restricted.map(({ id: listingId }, index) => ({
    id: ctx.newId(),
    listingId,
    origin: reported.has(listingId) ? ("report" as const) : (rules[index] ?? ("check" as const)),
  }));
  return {
    /** The statement of reasons for the owner's mail, with a link to `path`. */
    composeTable: (locale: Locale, path: string) => {
      const t = ctx.translator(locale);
      const origin = rows.find((row) => row.origin !== "check")?.origin ?? "check";
      return {
        title: t("moderation.statement.title"),
        rows: [
          ...listStatementRows(t, { ...decision, origin }),
          {
            term: t("moderation.statement.terms.objection"),
            details: `${ctx.config.SITE_URL}${localizePath(locale, path)}`,
            link: true,
          },
        ],
      };
    },
    statements: (guard: SQL): Statement[] => [
      ctx.db.run(sql`insert into ${listingDecisions}
        (id, listing_id, restriction, reasons, text, origin, decided_ts, decided_by)
        select value ->> 'id', value ->> 'listingId', ${restriction}, ${JSON.stringify(reasons)}, ${text},
          value ->> 'origin', ${ctx.now}, ${ctx.user?.id ?? null}
        from json_each(${JSON.stringify(rows)})
        where exists (select 1 from listings where listings.id = value ->> 'listingId'
          and listings.updated_ts = ${ctx.now}) and ${guard}`),
      ...settleReportsStatements(ctx, open, { decision: restriction, reasons, text: "", canUndo }, guard),
    ],
  };
}

/** The page with the statement of reasons of one listing, where its owner objects. */
export const toStatementPath = (ids: readonly string[]): string =>
  ids.length === 1 ? paths.listingObjection(ids[0] ?? "") : paths.ownListings();

/**
 * Deletes the decisions about listings at `decidedTs` (ms), opens the reports that they settled, and deletes the waiting
 * mails to reporters. `listingIds` is a subquery.
 */
export const undoRestrictionStatements = (
  { db }: Pick<Ctx, "db">,
  { listingIds, decidedTs }: { listingIds: SQL; decidedTs: number },
  guard: SQL,
): Statement[] => [
  db
    .delete(listingDecisions)
    .where(
      and(
        sql`${listingDecisions.listingId} in ${listingIds}`,
        eq(listingDecisions.decidedTs, decidedTs),
        guard,
      ),
    ),
  db.delete(mailOutbox).where(
    and(
      sql`${mailOutbox.id} in (select reports.id from reports
          where reports.listing_id in ${listingIds} and reports.decided_ts = ${decidedTs})`,
      guard,
    ),
  ),
  db
    .update(reports)
    .set({ outcome: null, decidedTs: null, decidedBy: null })
    .where(and(sql`${reports.listingId} in ${listingIds}`, eq(reports.decidedTs, decidedTs), guard)),
];

import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions, reports } from "@/db/schema";
import type { ChangeRule, DecisionOrigin } from "@/shared/codes";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { listOpenReports, type OpenReport } from "./list-open-reports";
import { settleReportsStatements } from "./settle-reports-statements";
import { listStatementRows, type Restriction } from "./statement-of-reasons";

type RestrictedListing = {
  id: string;
  title: string;
  /** The rule that held the text that is decided about. */
  holdRule: ChangeRule | null;
};

export type RestrictionOptions = {
  /**
   * Ids of the only reports that led to a decision about all listings of a person, also of those upheld before. Those about
   * messages stay open. By default, all open reports about the listing.
   */
  readReports?: readonly string[];
};

/**
 * What a restriction of listings adds to its batch, whose update sets their `updated_ts`: the stored decisions, the
 * settled reports with their mails, and the statement of reasons for the mail to the owner.
 */
export async function prepareRestriction(
  ctx: Ctx,
  restricted: readonly RestrictedListing[],
  decision: Restriction,
  { readReports }: RestrictionOptions = {},
) {
  const { restriction, reasons, text } = decision;
  const ids = restricted.map(({ id }) => id);
  // Reports are about the published text, which stays when a new text is rejected.
  const open =
    restriction === "revision_rejected"
      ? []
      : await listOpenReports(ctx, isLeadingReportSql(ids, readReports));
  const upheld = readReports
    ? await ctx.db.all<Pick<OpenReport, "listingId" | "reportedSide" | "isAutomatic">>(
        sql`select listing_id as "listingId", reported_side as "reportedSide", is_automatic as "isAutomatic" from ${reports}
          where ${isLeadingReportSql(ids, readReports)} and outcome = 'upheld'`,
      )
    : [];
  const leading = [...open, ...upheld];
  const findOrigin = (id: string): DecisionOrigin => {
    if (leading.length === 0) return "check";
    if (leading.some(({ isAutomatic }) => isAutomatic === 1)) return "refused_text";
    const isReported = leading.some(
      ({ listingId, reportedSide }) => listingId === id && reportedSide === null,
    );
    return isReported ? "report" : "other_report";
  };
  const rows = restricted.map(({ id: listingId, title, holdRule }) => ({
    id: ctx.newId(),
    listingId,
    origin: holdRule ?? findOrigin(listingId),
    ...(restricted.length > 1 ? { title } : {}),
  }));
  return {
    /** The statement of reasons below the explanation in the owner's mail, with a link to the page of the objection. */
    composeTable: (locale: Locale) => {
      const t = ctx.translator(locale);
      const path = rows[1] ? paths.ownListings() : paths.listingObjection(ids[0] ?? "");
      return {
        title: t("moderation.statement.title"),
        rows: [
          ...listStatementRows(t, { ...decision, text: t("moderation.statement.explained") }, rows),
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
      ...settleReportsStatements(
        ctx,
        open.filter(({ enquiryId }) => enquiryId === null),
        { decision: restriction, reasons, text: "" },
        guard,
      ),
    ],
  };
}

/**
 * Condition: the reports that led to a restriction of listings of one owner: all about these listings, or of `read` those
 * about them and about messages of the owner.
 */
function isLeadingReportSql(listingIds: readonly string[], read: readonly string[] | undefined): SQL {
  const listed = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const isAboutListingSql = sql`(${reports.listingId} in ${listed(listingIds)} and ${reports.reportedSide} is null)`;
  return read === undefined
    ? isAboutListingSql
    : sql`(${reports.id} in ${listed(read)} and (${isAboutListingSql}
        or (${reports.reportedSide} is 'teacher' and ${reports.listingId} in (select same.id from listings same
          where same.owner_id in (select owner_id from listings where id in ${listed(listingIds)})))))`;
}

import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reports } from "@/db/schema";
import type { Subject } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";

/** Condition: those of these reports of a listing that are still open. */
export const isOpenReportSql = (listingId: string, ids: readonly string[]): SQL =>
  sql`${reports.listingId} = ${listingId} and ${reports.outcome} is null
    and ${reports.id} in (select value from json_each(${JSON.stringify(ids)}))`;

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

/** The open reports of a condition, with the addresses of their senders and the listing's title. */
export const listOpenReports = ({ db }: Pick<Ctx, "db">, condition: SQL): Promise<OpenReport[]> =>
  db.all<OpenReport>(sql`
    select reports.id, reports.listing_id as "listingId", listings.title, listings.subject,
      coalesce(reports.email, users.email) as email, reports.email is not null as "isGiven",
      iif(reports.email is null, users.locale, reports.locale) as locale
    from reports cross join listings on listings.id = reports.listing_id
    left join users on users.id = reports.reporter_id
    where reports.outcome is null and ${condition}`);

import { type SQL, sql } from "drizzle-orm";
import type { Locale } from "@/shared/i18n/locales";

/** `formatExactLei` as SQL, of a column of bani that are not negative. */
export function exactLeiSql(column: SQL, locale: Locale): SQL<string> {
  const lei = sql`printf('%,d', ${column} / 100)`;
  const bani = sql`printf('%02d', ${column} % 100)`;
  return locale === "en"
    ? sql`${lei} || '.' || ${bani} || ' lei'`
    : sql`replace(${lei}, ',', '.') || ',' || ${bani} || ' lei'`;
}

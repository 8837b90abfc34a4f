import { type SQL, sql } from "drizzle-orm";
import type { Locale } from "@/shared/i18n/locales";

const LANGUAGE: Record<Locale, string> = { en: "en-GB", ro: "ro-RO" };

/** Money in bani as books write it, bani always included: `190000` → "1,900.00 lei" / "1.900,00 lei". */
export function exactLei(bani: number, locale: Locale): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat(LANGUAGE[locale], digits).format(bani / 100)} lei`;
}

/** The same as SQL, of a column of bani that are not negative. */
export function exactLeiSql(column: SQL, locale: Locale): SQL<string> {
  const lei = sql`printf('%,d', ${column} / 100)`;
  const bani = sql`printf('%02d', ${column} % 100)`;
  return locale === "en"
    ? sql`${lei} || '.' || ${bani} || ' lei'`
    : sql`replace(${lei}, ',', '.') || ',' || ${bani} || ' lei'`;
}

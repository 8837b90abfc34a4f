import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

const text = z.string().catch("");

/**
 * The seller as a paper keeps it. It stays readable whatever the document of today asks for: what is missing is empty.
 */
export const sellerSnapshot = z
  .object({
    name: text,
    tax_id: text,
    registration_number: text,
    address: text,
    iban: text,
    email: text,
    series: text,
    exemption: z.object({ en: text, ro: text }).catch({ en: "", ro: "" }),
  })
  .nullable()
  .catch(null);
export type SellerSnapshot = z.output<typeof sellerSnapshot>;

const DIGITS = 6;

/** A paper's number as it is written: "CAT-000012", or the digits alone where the seller had no series. */
export const paperLabel = (seller: SellerSnapshot, number: number): string =>
  [seller?.series, String(number).padStart(DIGITS, "0")].filter(Boolean).join("-");

/** A text of the seller of a row of `papers`, as SQL; null where it is missing or empty. */
export const sellerSql = (field: string): SQL<string> =>
  sql`nullif(json_extract(seller, ${sql.raw(`'$.${field}'`)}), '')`;

/** The same as `paperLabel`, of a row of `papers`, as SQL. */
export const paperLabelSql = sql<string>`coalesce(${sellerSql("series")} || '-', '')
  || printf(${sql.raw(`'%0${DIGITS}d'`)}, number)`;

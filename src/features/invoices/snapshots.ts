import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

const text = z.string().catch("");

/**
 * The seller as stored with an invoice. Fields that older invoices lack are empty.
 */
export const sellerSnapshotSchema = z
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
export type SellerSnapshot = z.output<typeof sellerSnapshotSchema>;

const DIGITS = 6;

/** An invoice's formatted number: "CAT-000012", or only the digits if the seller had no series. */
export const formatInvoiceLabel = (seller: SellerSnapshot, number: number): string =>
  [seller?.series, String(number).padStart(DIGITS, "0")].filter(Boolean).join("-");

/** A text of the seller of a row of `invoices`, as SQL; null if missing or empty. */
export const sellerSql = (field: string): SQL<string> =>
  sql`nullif(json_extract(seller, ${sql.raw(`'$.${field}'`)}), '')`;

/** `formatInvoiceLabel` for a row of `invoices`, as SQL. */
export const invoiceLabelSql = sql<string>`coalesce(${sellerSql("series")} || '-', '')
  || printf(${sql.raw(`'%0${DIGITS}d'`)}, number)`;

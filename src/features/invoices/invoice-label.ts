import { type SQL, sql } from "drizzle-orm";
import { getFound } from "@/shared/errors";

/** An invoice by its series and number. */
export type InvoiceReference = { series: string; number: number };

const NUMBER_DIGITS = 6;

/** An invoice's printed number: "CAT-000012". */
export const formatInvoiceLabel = ({ series, number }: InvoiceReference): string =>
  `${series}-${String(number).padStart(NUMBER_DIGITS, "0")}`;

/** `formatInvoiceLabel` for a row of `invoices`, as SQL. */
export const invoiceLabelSql: SQL<string> = sql`series || '-' || printf(${sql.raw(`'%0${NUMBER_DIGITS}d'`)}, number)`;

const ANSWERS = "e-factura/";
/** The key of the tax authority's signed answer in the bucket, by the invoice's label. */
export const toAnswerKey = (label: string): string => `${ANSWERS}${label}.zip`;
/** `toAnswerKey` for a row of `e_invoices`, as SQL. */
export const answerKeySql: SQL<string> = sql`${ANSWERS} || label || '.zip'`;

/** The invoice of a label, in which zeros may be missing; null for other text. */
export function findReference(text: string): InvoiceReference | null {
  const [, series, number] = text.match(/^([A-Z0-9-]{1,10})-(0*[1-9]\d{0,14})$/) ?? [];
  return series === undefined || number === undefined ? null : { series, number: Number(number) };
}

/** The invoice of a label, as `findReference`. @throws Refused `not_found` for other text */
export function parseInvoiceLabel(text: string): InvoiceReference {
  const reference = getFound(findReference(text));
  return reference;
}

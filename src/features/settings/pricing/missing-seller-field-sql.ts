import { type SQL, sql } from "drizzle-orm";
import { REQUIRED_SELLER_FIELDS } from "@/shared/schemas/pricing";

const isMissingSql = (field: string): SQL => sql.raw(`coalesce(value ->> '$.${field}', '') = ''`);

/** `listMissingSellerFields` for a row with a `value` of `settings/seller`: the first field; null if it is complete. */
export const missingSellerFieldSql: SQL<string | null> = sql`case
  ${sql.join(
    REQUIRED_SELLER_FIELDS.map((field) => sql`when ${isMissingSql(field)} then ${sql.raw(`'${field}'`)}`),
    sql` `,
  )}
  when not coalesce(value ->> '$.vat_payer', 0) and ${isMissingSql("exemption")} then 'exemption' end`;

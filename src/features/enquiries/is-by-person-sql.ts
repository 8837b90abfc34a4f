import { type SQL, sql } from "drizzle-orm";

/** Condition on `reports`: a person sent it, not the site because it refused a teacher's text. */
export const isByPersonSql: SQL = sql`(reports.reported_side is not 'teacher'
  or reports.reporter_id is not null or reports.name <> '' or reports.email is not null)`;

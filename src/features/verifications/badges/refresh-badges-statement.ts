import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { users, verifications } from "@/db/schema";
import { hasCheckedNameSql } from "@/features/listings";

/**
 * Computes when the last badges of users end, after their documents or names changed; `condition` is on `users`. A badge
 * counts under the name that was compared with the document only. Cards and search entries are refreshed separately.
 */
export const refreshBadgesStatement = ({ db }: Pick<Ctx, "db">, condition: SQL): Statement =>
  db.run(sql`update ${users} set checked_until_ts = ${lastEndSql(sql`kind <> 'integrity'`)},
    integrity_until_ts = ${lastEndSql(sql`kind = 'integrity'`)} where ${condition}`);

/** The plus prevents the use of the index of states, which has the badges of all teachers. */
const lastEndSql = (isOfKindSql: SQL): SQL => sql`(
  select max(coalesce(ends_ts, ${Number.MAX_SAFE_INTEGER})) from ${verifications}
  where user_id = ${users.id} and +state = 'approved' and ${isOfKindSql}
    and ${hasCheckedNameSql})`;

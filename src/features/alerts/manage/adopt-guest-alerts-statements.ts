import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { alerts } from "@/db/schema";
import { MAX_ALERTS } from "@/shared/schemas/alert";
import { accountIdSql } from "../queries";

/**
 * Moves the confirmed alerts of an address into the account with this verified address, if there is one. An alert that
 * the account has already is deleted. Alerts beyond an account's number stay as they are, the oldest ones.
 */
export function adoptGuestAlertsStatements({ db }: Ctx, email: string, guard: SQL = noGuard): Statement[] {
  const accountId = accountIdSql(email);
  const isGuestAlertSql = sql`email = ${email} and confirmed_ts is not null and ${guard}`;
  const room = sql`max(0, ${MAX_ALERTS} - (select count(*) from ${alerts} where user_id = ${accountId}))`;
  return [
    db.run(sql`delete from ${alerts} where ${isGuestAlertSql} and exists (select 1 from ${alerts} own
      where own.user_id = ${accountId} and own.filters_id = alerts.filters_id)`),
    db.run(sql`update ${alerts} set user_id = ${accountId}, email = null, locale = null
      where ${accountId} is not null and id in (select id from ${alerts} where ${isGuestAlertSql}
        order by created_ts desc, id limit ${room})`),
  ];
}

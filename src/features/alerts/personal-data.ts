import { asc, eq, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { alertFilters, alerts, users } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import { deleteAlertsStatement } from "./manage/delete-alerts-statement";

/** Condition: alerts of the account, and of its verified address without the account. */
const belongsToSql = (userId: string) => sql`(${alerts.userId} = ${userId} or ${alerts.email} =
  (select ${users.email} from ${users} where ${users.id} = ${userId} and ${users.emailVerifiedTs} is not null))`;

/** A user's alerts as JSON for their export. */
export async function exportAlerts(ctx: Ctx, { id }: Pick<SignedInUser, "id">) {
  const rows = await ctx.db
    .select({ alert: alerts, query: alertFilters.query })
    .from(alerts)
    .innerJoin(alertFilters, eq(alertFilters.id, alerts.filtersId))
    .where(belongsToSql(id))
    .orderBy(asc(alerts.createdTs), asc(alerts.id));
  const time = (ts: number | null) => (ts === null ? null : toTimestampJson(ts));
  return rows.map(({ alert, query }) => ({
    _id: alert.id,
    filters: query,
    email: alert.email,
    locale: alert.locale,
    frequency: alert.frequency,
    created_ts: toTimestampJson(alert.createdTs),
    confirmed_ts: time(alert.confirmedTs),
    paused_ts: time(alert.pausedTs),
    next_digest_ts: toTimestampJson(alert.nextDigestTs),
    opened_ts: toTimestampJson(alert.openedTs),
    keep_asked_ts: time(alert.keepAskedTs),
  }));
}

/** Deletes a user's alerts. Must run before the account is deleted. */
export const eraseAlertsStatement = (ctx: Pick<Ctx, "db">, userId: string): Statement =>
  deleteAlertsStatement(ctx, belongsToSql(userId));

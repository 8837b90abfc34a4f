import { asc, eq, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { alertFilters, alerts, users } from "@/db/schema";
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
  return rows.map(({ alert, query }) => ({
    ...exportRow(alerts, alert, ["userId", "filtersId", "sentSeq"]),
    filters: query,
  }));
}

/** Deletes a user's alerts. Must run before the account is deleted. */
export const eraseAlertsStatement = (ctx: Ctx, userId: string): Statement =>
  deleteAlertsStatement(ctx, belongsToSql(userId));

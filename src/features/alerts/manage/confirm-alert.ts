import { and, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { alerts } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { computeNextDigestTs } from "../digests/compute-next-digest-ts";
import { type Alert, findAlert, hasRoomSql, isSameAlertSql, newestMatchSql, tooManyAlerts } from "../queries";
import { adoptGuestAlertsStatements } from "./adopt-guest-alerts-statements";

/**
 * Starts an alert whose mailed link was opened. If the address has an account, the alert moves there. A second call
 * changes nothing. Refuses `conflict` (`too_many_alerts`).
 */
export async function confirmAlert(ctx: Ctx, alert: Alert): Promise<Result<null>> {
  if (alert.confirmedTs !== null) return ok(null);
  await ctx.commit([
    ctx.db
      .update(alerts)
      .set({
        confirmedTs: ctx.now,
        openedTs: ctx.now,
        nextDigestTs: computeNextDigestTs(alert.frequency, ctx.now),
        sentSeq: newestMatchSql,
      })
      .where(
        and(
          isSameAlertSql(alert),
          isNull(alerts.confirmedTs),
          hasRoomSql(alert.email, sql`${alerts.filtersId}`),
        ),
      ),
    ...adoptGuestAlertsStatements(ctx, alert.email),
  ]);
  const confirmed = await findAlert(ctx, alert.id);
  if (confirmed?.confirmedTs === null) return tooManyAlerts();
  // Deleted if the account has an alert with the same filters.
  return ok(null);
}

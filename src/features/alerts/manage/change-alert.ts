import { and, isNotNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { alerts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { alertChangeSchema } from "@/shared/schemas/alert";
import { validate } from "@/shared/schemas/field-errors";
import { computeNextDigestTs } from "../digests/compute-next-digest-ts";
import { type Alert, findAlert, isSameAlertSql, newestMatchSql } from "../queries";
import { openedColumns } from "./record-opening";

/**
 * Changes how often an alert is mailed, or pauses or resumes it. A resumed alert leaves out the listings that were
 * published during the pause. Refuses `invalid`, and `not_found` for an alert that has ended.
 */
export async function changeAlert(
  ctx: Ctx,
  alert: Alert,
  input: { frequency?: unknown; paused?: unknown },
): Promise<Result<Alert>> {
  const checked = validate(alertChangeSchema, input);
  if (!checked.ok) return checked;
  const { frequency, paused } = checked.value;
  const isResumed = alert.pausedTs !== null && paused === false;
  const isRescheduled = isResumed || (frequency !== undefined && frequency !== alert.frequency);
  await ctx.commit([
    ctx.db
      .update(alerts)
      .set({
        // Columns without a new value keep that of the row, which another request may have changed.
        ...(frequency === undefined ? {} : { frequency }),
        ...(paused === undefined ? {} : { pausedTs: paused ? (alert.pausedTs ?? ctx.now) : null }),
        ...(isRescheduled
          ? { nextDigestTs: computeNextDigestTs(frequency ?? alert.frequency, ctx.now) }
          : {}),
        ...(isResumed ? { sentSeq: newestMatchSql } : {}),
        ...openedColumns(ctx),
      })
      .where(and(isSameAlertSql(alert), isNotNull(alerts.confirmedTs))),
  ]);
  const changed = await findAlert(ctx, alert.id);
  return changed?.confirmedTs ? ok(changed) : refuse("not_found");
}

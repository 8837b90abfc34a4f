import type { Ctx } from "@/context";
import { ok, type Result } from "@/shared/errors";
import { type Alert, isSameAlertSql } from "../queries";
import { deleteAlertsStatement } from "./delete-alerts-statement";

/** Ends an alert. A second call changes nothing. */
export async function endAlert(ctx: Ctx, alert: Alert): Promise<Result<null>> {
  await ctx.commit([deleteAlertsStatement(ctx, isSameAlertSql(alert))]);
  return ok(null);
}

import { eq } from "drizzle-orm";
import { parseUnsubscribeToken, type Unsubscription } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { alerts } from "@/db/schema";
import { turnOffMail } from "@/features/notifications";
import { ok, type Result, refuse } from "@/shared/errors";
import { deleteAlertsStatement } from "./manage/delete-alerts-statement";

/**
 * Ends what the token of a mail names: an alert, or a kind of mail to a user. A second call changes nothing. Refuses
 * `malformed` (`invalid_token`).
 */
export async function unsubscribe(ctx: Ctx, token: string): Promise<Result<Unsubscription>> {
  const unsubscription = parseUnsubscribeToken(ctx, token);
  if (!unsubscription) return refuse("malformed", { reason: "invalid_token" });
  if (unsubscription.kind === "alert") {
    await ctx.commit([deleteAlertsStatement(ctx, eq(alerts.id, unsubscription.alertId))]);
  } else {
    await turnOffMail(ctx, unsubscription.userId, unsubscription.kind);
  }
  return ok(unsubscription);
}

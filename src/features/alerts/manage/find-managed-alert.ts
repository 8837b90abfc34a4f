import type { Ctx } from "@/context";
import { ALERT_CONFIRMATION_MS, isAlertToken, readAlertId } from "../alert-token";
import { type Alert, findAlert } from "../queries";

/** The alert of a mailed link; null if the token is invalid or the alert has ended. */
export async function findAlertByToken(ctx: Ctx, token: string): Promise<Alert | null> {
  const id = readAlertId(token);
  const alert = id === null ? null : await findAlert(ctx, id);
  return alert && isValidLink(ctx, alert, token) ? alert : null;
}

/** An alert that the visitor may change: by the token of its mailed link, or as its account. */
export async function findManagedAlert(ctx: Ctx, id: string, token: string): Promise<Alert | null> {
  const alert = await findAlert(ctx, id);
  if (!alert) return null;
  const isOwn = ctx.user !== null && alert.userId === ctx.user.id;
  return isOwn || isValidLink(ctx, alert, token) ? alert : null;
}

/** An alert that was not confirmed in time has ended, also before the sweep deletes it. */
const isValidLink = (ctx: Ctx, alert: Alert, token: string): boolean =>
  (alert.confirmedTs !== null || alert.createdTs > ctx.now - ALERT_CONFIRMATION_MS) &&
  isAlertToken(ctx, alert, token);

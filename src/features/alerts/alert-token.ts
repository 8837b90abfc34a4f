import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";
import { ID_PATTERN } from "@/shared/ids";

/** How long (ms) a guest can confirm an alert. */
export const ALERT_CONFIRMATION_MS = 7 * DAY_MS;

/** An alert and the address that its mails go to. */
type AlertLink = { id: string; email: string };

/**
 * The token of the links in an alert's mails, `{alert id}.{signature}`. It confirms the alert and manages all alerts of
 * the same recipient. It is not stored: it is void once the alert ends or the account has another address.
 */
export const createAlertToken = (ctx: Pick<Ctx, "config">, { id, email }: AlertLink): string =>
  `${id}.${keyedHash(ctx, "alert", JSON.stringify([id, email])).toString("base64url")}`;

/** The id of the token's alert; null if it is malformed. The signature is checked by `isAlertToken`. */
export function readAlertId(token: string): string | null {
  const [id = ""] = token.split(".");
  return ID_PATTERN.test(id) ? id : null;
}

/** Whether the token belongs to the alert and its recipient. */
export const isAlertToken = (ctx: Ctx, alert: AlertLink, token: string): boolean =>
  isSameToken(token, createAlertToken(ctx, alert));

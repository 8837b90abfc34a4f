import type { Ctx } from "@/context";
import { NOTIFICATION_KINDS, type NotificationKind } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";
import { isSameToken, keyedHash } from "./keyed-hash";

/** What a link "Unsubscribe" ends: one alert, or all mail of a kind to a user. */
export type Unsubscription = { kind: "alert"; alertId: string } | { kind: NotificationKind; userId: string };

const KINDS: readonly string[] = ["alert", ...NOTIFICATION_KINDS];

/**
 * The token of a link "Unsubscribe", `{kind}.{id}.{signature}`. It is not stored and does not expire. It only ends mail,
 * so a reader of a forwarded mail can do nothing else with it.
 */
export function createUnsubscribeToken(
  { config }: Pick<Ctx, "config">,
  unsubscription: Unsubscription,
): string {
  const { kind } = unsubscription;
  const id = "alertId" in unsubscription ? unsubscription.alertId : unsubscription.userId;
  return `${kind}.${id}.${sign(config, kind, id)}`;
}

/** What the token ends; null for an invalid token. */
export function parseUnsubscribeToken({ config }: Pick<Ctx, "config">, token: string): Unsubscription | null {
  const [kind = "", id = "", signature = ""] = token.split(".");
  if (!KINDS.includes(kind) || !ID_PATTERN.test(id)) return null;
  if (!isSameToken(signature, sign(config, kind, id))) return null;
  return kind === "alert" ? { kind, alertId: id } : { kind: kind as NotificationKind, userId: id };
}

const sign = (config: Ctx["config"], kind: string, id: string): string =>
  keyedHash({ config }, "unsubscribe", JSON.stringify([kind, id])).toString("base64url");

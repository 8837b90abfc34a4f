import type { Ctx } from "@/context";
import { NOTIFICATION_KINDS } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";
import { isSameToken, keyedHash } from "./keyed-hash";

const KINDS = ["alert", "review_invitations", "parent_copies", ...NOTIFICATION_KINDS] as const;

/**
 * What a link "Unsubscribe" ends, and the id of its owner: an alert, the invitations to review for the sender of an
 * enquiry, the copies for the parent of its learner, or all mail of a kind to a user.
 */
export type Unsubscription = { kind: (typeof KINDS)[number]; id: string };

/**
 * The token of a link "Unsubscribe", `{kind}.{id}.{signature}`. It is not stored and does not expire. A reader of a
 * forwarded mail can end such mail with it; with that of a parent's copy also report the teacher, but start no copies
 * without the parent's address.
 */
export const createUnsubscribeToken = (ctx: Pick<Ctx, "config">, { kind, id }: Unsubscription): string =>
  `${kind}.${id}.${keyedHash(ctx, "unsubscribe", JSON.stringify([kind, id])).toString("base64url")}`;

/** What the token ends; null for an invalid token. */
export function parseUnsubscribeToken(ctx: Pick<Ctx, "config">, token: string): Unsubscription | null {
  const [kindText, id = ""] = token.split(".");
  const kind = KINDS.find((known) => known === kindText);
  if (!kind || !ID_PATTERN.test(id)) return null;
  return isSameToken(token, createUnsubscribeToken(ctx, { kind, id })) ? { kind, id } : null;
}

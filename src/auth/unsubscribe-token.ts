import type { Ctx } from "@/context";
import { NOTIFICATION_KINDS } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";
import { isSameToken, keyedHash } from "./keyed-hash";

const KINDS = ["alert", "review_invitations", "parent_copies", ...NOTIFICATION_KINDS] as const;

/**
 * What a link "Unsubscribe" ends, and the id of its owner: an alert, the invitations to review for the sender of an
 * enquiry, the copies for the parent of its learner, or all mail of a kind to a user. `holder` is a hash of the address
 * that got it, where the address may be replaced by another one.
 */
export type Unsubscription = { kind: (typeof KINDS)[number]; id: string; holder?: string };

/**
 * The token of a link "Unsubscribe", `{kind}.{id}[.{holder}].{signature}`. It is not stored and does not expire. A
 * reader of a forwarded mail can end such mail with it; with that of a parent's copy also report the teacher, but start no
 * copies without the parent's address.
 */
export function createUnsubscribeToken(
  ctx: Pick<Ctx, "config">,
  { kind, id, holder }: Unsubscription,
): string {
  const parts = [kind, id, ...(holder === undefined ? [] : [holder])];
  return [...parts, keyedHash(ctx, "unsubscribe", JSON.stringify(parts)).toString("base64url")].join(".");
}

/** What the token ends; null for an invalid token. */
export function parseUnsubscribeToken(ctx: Ctx, token: string): Unsubscription | null {
  const [kindText, id = "", ...rest] = token.split(".");
  const [holder] = rest.length > 1 ? rest : [];
  const kind = KINDS.find((known) => known === kindText);
  if (!kind || !ID_PATTERN.test(id)) return null;
  const unsubscription = { kind, id, ...(holder === undefined ? {} : { holder }) };
  return isSameToken(token, createUnsubscribeToken(ctx, unsubscription)) ? unsubscription : null;
}

import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { ID_PATTERN } from "@/shared/ids";

/**
 * The token of the mailed link, `{id}.{signature}`. It is not stored: it works as long as the invitation waits for an
 * answer.
 */
export const createInvitationToken = (ctx: Pick<Ctx, "config">, id: string): string =>
  `${id}.${keyedHash(ctx, "invitation", id).toString("base64url")}`;

/** The id of the invitation; null for an invalid token. */
export function parseInvitationToken(ctx: Ctx, token: string): string | null {
  const [id = ""] = token.split(".");
  return ID_PATTERN.test(id) && isSameToken(token, createInvitationToken(ctx, id)) ? id : null;
}

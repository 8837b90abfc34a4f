import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { ID_PATTERN } from "@/shared/ids";
import type { Credentials } from "../queries";

/** How long (ms) the page for the code works after the password. */
const LIFETIME_MS = 600_000;

/**
 * Proves the password of an account on the page for its code, without the password: `{id}.{remember}.{end}.{signature}`.
 * The signature covers the password's hash, so a new password ends it.
 */
export const createStepToken = (
  ctx: Ctx,
  { id, passwordHash }: { id: string; passwordHash: string },
  remember: boolean,
): string => sign(ctx, `${id}.${Number(remember)}.${ctx.now + LIFETIME_MS}`, passwordHash);

const sign = (ctx: Ctx, fields: string, passwordHash: string): string =>
  `${fields}.${keyedHash(ctx, "sign-in step", `${fields}\n${passwordHash}`).toString("base64url")}`;

/** What a token claims; null for a malformed or expired one. `isProvenFor` compares its signature with the account. */
export function parseStepToken(ctx: Ctx, token: string) {
  const [userId = "", remember, end] = token.split(".");
  if (!ID_PATTERN.test(userId) || !(Number(end) > ctx.now)) return null;
  const isProvenFor = <A extends Credentials>(account: A): account is A & { passwordHash: string } =>
    account.passwordHash !== null &&
    isSameToken(token, sign(ctx, `${userId}.${remember}.${end}`, account.passwordHash));
  return { userId, remember: remember === "1", isProvenFor };
}

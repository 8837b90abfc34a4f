import { verifyPassword } from "@/auth/passwords";
import type { Ctx, Visitor } from "@/context";
import { hitLimit, returnHit } from "@/db/limits";
import { HASH_RETRY_AFTER_S } from "@/platform/hash-gate";
import { ok, type Result, refuse } from "@/shared/errors";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { characters } from "@/shared/text";
import { SIGN_IN_FAILURES, signInKey } from "./limits";
import { findCredentials } from "./queries";

/**
 * Whether the signed-in visitor knows their password, before something that can't be undone by whoever found the
 * browser open. Wrong ones count with the failed sign-ins of the account and address.
 * @returns `forbidden` with `invalid_password`, `too_many`, or `unavailable` while others hash.
 */
export async function confirmPassword(ctx: Ctx, user: Visitor, password: unknown): Promise<Result<null>> {
  const key = signInKey(user.email, ctx.address);
  const limit = await hitLimit(ctx.db, SIGN_IN_FAILURES, key, ctx.now);
  const forgiven = returnHit(ctx.db, SIGN_IN_FAILURES, key);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
  const account = await findCredentials(ctx, user.email);
  const usable =
    typeof password === "string" && characters(password) <= PASSWORD_LENGTH.maximum ? password : "";
  const right = await ctx.hashGate.run(ctx.now, () => verifyPassword(usable, account?.passwordHash ?? null));
  if (right === null) {
    await ctx.commit([forgiven]);
    return refuse("unavailable", { retryAfter: HASH_RETRY_AFTER_S });
  }
  if (!right) return refuse("forbidden", { reason: "invalid_password" });
  await ctx.commit([forgiven]);
  return ok(null);
}

import type { SQL } from "drizzle-orm";
import { verifyPassword } from "@/auth/passwords";
import type { Ctx, Visitor } from "@/context";
import { hitLimit, returnHit } from "@/db/limits";
import { HASH_RETRY_AFTER_S } from "@/platform/work-gate";
import { ok, type Result, refuse } from "@/shared/errors";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { characters } from "@/shared/text";
import { SIGN_IN_FAILURES, signInKey } from "./limits";
import { findCredentials } from "./queries";
import { stillOpened } from "./still-opened";

/** A password that was right. What it allows happens only if `still` holds as the batch runs. */
export type Confirmed = { still: SQL };

export const wrongPassword = () => refuse("forbidden", { reason: "invalid_password" });

/**
 * Whether the signed-in visitor knows their password, before something that can't be undone by whoever found the
 * browser open. Wrong ones count with the failed sign-ins of the account and address.
 * @returns `forbidden` with `invalid_password`, `too_many`, or `unavailable` while others hash.
 */
export async function confirmPassword(
  ctx: Ctx,
  user: Visitor,
  password: unknown,
): Promise<Result<Confirmed>> {
  const key = signInKey(ctx, user.email, ctx.network);
  const limit = await hitLimit(ctx.db, SIGN_IN_FAILURES, key, ctx.now);
  const forgiven = returnHit(ctx.db, SIGN_IN_FAILURES, key);
  if (!limit.allowed) return refuse("too_many", { retryAfter: limit.retryAfter });
  const hash = (await findCredentials(ctx, { id: user.id }))?.passwordHash ?? null;
  const usable =
    typeof password === "string" && characters(password) <= PASSWORD_LENGTH.maximum ? password : "";
  const right = await ctx.hashGate.run(ctx.now, () => verifyPassword(usable, hash));
  if (right === null) {
    await ctx.commit([forgiven]);
    return refuse("unavailable", { retryAfter: HASH_RETRY_AFTER_S });
  }
  if (!right || hash === null) return wrongPassword();
  await ctx.commit([forgiven]);
  return ok({ still: stillOpened(user.id, hash) });
}

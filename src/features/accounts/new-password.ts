import { isCommonPassword } from "@/auth/common-passwords";
import { hashPassword } from "@/auth/passwords";
import type { Ctx } from "@/context";
import { HASH_RETRY_AFTER_S } from "@/platform/work-gate";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { newPasswordSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";

/**
 * The hash of a new password for the account of an e-mail address.
 * @returns `invalid` with the reason on the field `password`, or `unavailable` while others hash.
 */
export async function hashNewPassword(ctx: Ctx, email: string, password: unknown): Promise<Result<string>> {
  const wanted = check(newPasswordSchema({ email, siteName: ctx.config.SITE_NAME }), { password });
  if (!wanted.ok) return wanted;
  if (isCommonPassword(wanted.value.password)) {
    return invalid([{ field: "password", code: "password_common" }]);
  }
  const hash = await ctx.hashGate.run(ctx.now, () => hashPassword(wanted.value.password));
  return hash === null ? refuse("unavailable", { retryAfter: HASH_RETRY_AFTER_S }) : ok(hash);
}

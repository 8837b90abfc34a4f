import { isCommonPassword } from "@/auth/common-passwords";
import type { Ctx } from "@/context";
import { invalid, ok, type Result } from "@/shared/errors";
import { newPasswordSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { hashingBusy } from "../sign-in/attempt-password";

/**
 * Hashes a new password for the account of an email address.
 * @returns `invalid` with the reason on the field `password`, or `unavailable` if too many passwords wait to be
 * hashed.
 */
export async function hashNewPassword(ctx: Ctx, email: string, password: unknown): Promise<Result<string>> {
  const parsed = validate(newPasswordSchema({ email, siteName: ctx.config.SITE_NAME }), { password });
  if (!parsed.ok) return parsed;
  if (await isCommonPassword(parsed.value.password)) {
    return invalid([{ field: "password", code: "password_common" }]);
  }
  const hash = await ctx.hashLimiter.run(ctx.network, () => ctx.passwordHasher.hash(parsed.value.password));
  return hash === null ? hashingBusy() : ok(hash);
}

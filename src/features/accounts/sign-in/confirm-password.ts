import type { SQL } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { noGuard } from "@/db/guard";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { passwordConfirmationSchema } from "@/shared/schemas/accounts";
import { findCredentials } from "../queries";
import { accountHasPasswordSql, attemptPassword, SIGN_IN_FAILURES, toSignInKey } from "./attempt-password";

/** A correct password. The batch that it allows must use `guard`, because the password may change before. */
export type ConfirmedPassword = { guard: SQL };

export const wrongPassword = () => refuse("forbidden", { reason: "invalid_password" });

/**
 * Checks the signed-in visitor's password before an irreversible action, in case another person uses the browser.
 * Wrong passwords count as failed sign-ins of the account and network.
 * @returns `forbidden` with `invalid_password`, `too_many`, or `unavailable` if too many passwords wait to be hashed.
 */
export async function verifyCurrentPassword(
  ctx: Ctx,
  user: SignedInUser,
  password: unknown,
): Promise<Result<ConfirmedPassword>> {
  const hash = (await findCredentials(ctx, { id: user.id }))?.passwordHash ?? null;
  const submitted = typeof password === "string" ? password : "";
  const checked = await attemptPassword(ctx, { password: submitted, hash }, [
    [SIGN_IN_FAILURES, toSignInKey(ctx, user.email, ctx.network)],
  ]);
  if (!checked.ok) return checked;
  if (!checked.value.isCorrect || hash === null) return wrongPassword();
  await ctx.commit(checked.value.undoHits);
  return ok({ guard: accountHasPasswordSql(user.id, hash) });
}

/**
 * Checks the acting admin's password where a form makes another admin. Calls don't send one: they have an access token,
 * which an open browser does not show.
 */
export async function confirmNewAdmin(
  ctx: Ctx,
  admin: SignedInUser,
  password: string | undefined,
): Promise<Result<ConfirmedPassword>> {
  if (password === undefined) return ok({ guard: noGuard });
  if (password === "") return invalid([{ field: "password", code: "required" }]);
  return verifyCurrentPassword(ctx, admin, password);
}

/** Part of the declaration of a call that requires the user's password. */
export const CONFIRMED_CALL = {
  access: "user",
  rawBody: passwordConfirmationSchema,
  problems: ["forbidden", "conflict", "too_many", "unavailable"],
} as const;

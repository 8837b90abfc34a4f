import { and, eq, type SQL, sql } from "drizzle-orm";
import { endSessions } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { resetHits } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { SIGN_IN_FAILURES, signInKey } from "../limits";
import {
  auditAccountLink,
  findTokenOwner,
  hasToken,
  invalidToken,
  validToken,
  voidTokens,
} from "../links/one-time-token";
import { hashNewPassword } from "./new-password";

const resetToken = (ctx: Ctx, token: string): SQL => validToken(ctx, token, "reset_password", "set_password");

/**
 * The account whose password a mailed token may set; null if it is used, expired or unknown. Doesn't use the token up.
 */
export async function findResetOwner(ctx: Ctx, token: string) {
  const owner = await findTokenOwner(ctx, resetToken(ctx, token));
  const shut = owner && owner.disabledTs !== null && owner.disabledBy !== "self";
  return shut ? null : owner;
}

/**
 * Sets the password of a mailed token's account. Uses up the token and the user's other links to a new password or
 * address; every session ends. The token proves access to the mailbox, so the address counts as confirmed. A rejected
 * password leaves the token valid.
 * @returns the account; `malformed` with `invalid_token`, `invalid`, or `unavailable` if too many passwords wait to be
 * hashed.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: { token: string; password: unknown },
): Promise<Result<{ userId: string }>> {
  const valid = resetToken(ctx, token);
  const owner = await findResetOwner(ctx, token);
  if (!owner) return invalidToken();
  const hash = await hashNewPassword(ctx, owner.email, password);
  if (!hash.ok) return hash;

  const guard = hasToken(ctx, valid);
  const mail = {
    template: "password_changed",
    to: owner.email,
    locale: owner.locale,
    params: {},
    actionPath: paths.resetPassword(),
  };
  const [changed] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ passwordHash: hash.value, emailVerifiedTs: sql`coalesce(${users.emailVerifiedTs}, ${ctx.now})` })
      .where(and(eq(users.id, owner.id), guard))
      .returning({ id: users.id }),
    endSessions(ctx, owner.id, undefined, guard),
    auditAccountLink(ctx, "user.reset_password", owner.id, guard),
    queueMail(ctx, mail, guard),
    // The user has probably tried wrong passwords; these must not block the next sign-in from here.
    resetHits(ctx.db, SIGN_IN_FAILURES, signInKey(ctx, owner.email, ctx.network)),
    voidTokens(ctx, owner.id, ["reset_password", "set_password", "change_email"], guard),
  ]);
  return (changed as unknown[]).length > 0 ? ok({ userId: owner.id }) : invalidToken();
}

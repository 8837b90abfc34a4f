import { and, eq, type SQL, sql } from "drizzle-orm";
import { endSessionsOf } from "@/auth/sessions";
import type { Ctx } from "@/context";
import { forgetHits } from "@/db/limits";
import { users } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { SIGN_IN_FAILURES, signInKey } from "../limits";
import { auditAccountLink } from "../links/audit-account-link";
import { findTokenOwner, hasToken, invalidToken, validToken, voidTokens } from "../links/one-time-token";
import { hashNewPassword } from "./new-password";

const resetToken = (ctx: Ctx, token: string): SQL => validToken(ctx, token, "reset_password", "set_password");

/** Whose password a mailed token may set; null for one that is spent, expired or unknown. Nothing is spent by asking. */
export async function findResetOwner(ctx: Ctx, token: string) {
  const owner = await findTokenOwner(ctx, resetToken(ctx, token));
  const shut = owner && owner.disabledTs !== null && owner.disabledBy !== "self";
  return shut ? null : owner;
}

/**
 * Sets the password of the account that a mailed token belongs to. The token is spent with it, and so are the other
 * links that lead to a password or to another address; every session ends. Whoever has the mail has the mailbox, so
 * its address counts as confirmed. A password that is refused leaves the token as it was.
 * @returns whose password it was; `malformed` with `invalid_token`, `invalid`, or `unavailable` while others hash.
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
    endSessionsOf(ctx, owner.id, undefined, guard),
    auditAccountLink(ctx, "user.reset_password", owner.id, guard),
    queueMail(ctx, mail, guard),
    // Who forgot a password has most likely tried some; the next sign-in from here is not held up by those.
    forgetHits(ctx.db, SIGN_IN_FAILURES, signInKey(ctx, owner.email, ctx.network)),
    voidTokens(ctx, owner.id, ["reset_password", "set_password", "change_email"], guard),
  ]);
  return (changed as unknown[]).length > 0 ? ok({ userId: owner.id }) : invalidToken();
}

import { and, eq, exists, gt, inArray, isNull, type SQL } from "drizzle-orm";
import { hashSecret } from "@/auth/refresh-token";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { oneTimeTokens, users } from "@/db/schema";
import type { TokenPurpose } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { refuse } from "@/shared/errors";

const LIFETIME_MS: Record<TokenPurpose, number> = {
  verify_email: 3 * DAY_MS,
  reset_password: HOUR_MS,
  /** Another person created the account, so its owner may not read the mail the same day. */
  set_password: 7 * DAY_MS,
  change_email: DAY_MS,
  reactivate: 7 * DAY_MS,
};

/**
 * A token for a mailed link, the link's end (ms), and the statement that stores the token's hash. `email` is the new
 * address of `change_email`. With `guard`, the token is stored only if that holds when the batch runs, like the mail
 * that carries it (`queueMailStatement`).
 */
export function issueToken(
  ctx: Pick<Ctx, "db" | "newSecret" | "now">,
  purpose: TokenPurpose,
  userId: string,
  email: string | null = null,
  guard: SQL = noGuard,
): { token: string; linkExpiresTs: number; statement: Statement } {
  const token = ctx.newSecret();
  const row = {
    tokenHash: hashSecret(token),
    purpose,
    userId,
    email,
    createdTs: ctx.now,
    expiresTs: ctx.now + LIFETIME_MS[purpose],
  };
  return { token, linkExpiresTs: row.expiresTs, statement: insertWhere(ctx.db, oneTimeTokens, row, guard) };
}

/** Condition on `one_time_tokens`: the row of this token, while it is valid for one of these purposes. */
export const isValidTokenSql = (ctx: Ctx, token: string, ...purposes: TokenPurpose[]): SQL =>
  and(
    eq(oneTimeTokens.tokenHash, hashSecret(token)),
    inArray(oneTimeTokens.purpose, purposes),
    isNull(oneTimeTokens.usedTs),
    gt(oneTimeTokens.expiresTs, ctx.now),
  ) as SQL;

/** Guard: the token is still valid. */
export const hasValidTokenSql = (ctx: Ctx, valid: SQL): SQL =>
  exists(ctx.db.select({ hash: oneTimeTokens.tokenHash }).from(oneTimeTokens).where(valid));

export type TokenAccount = NonNullable<Awaited<ReturnType<typeof findTokenAccount>>>;

/** The account of a valid token, with the token's address; null if there is none. */
export async function findTokenAccount(ctx: Ctx, valid: SQL) {
  const [owner] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      signupTs: users.signupTs,
      role: users.role,
      passwordHash: users.passwordHash,
      locale: users.locale,
      disabledTs: users.disabledTs,
      disabledBy: users.disabledBy,
      newEmail: oneTimeTokens.email,
    })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(valid)
    .limit(1);
  return owner ?? null;
}

/**
 * Invalidates a user's unused tokens of these purposes. With `guard`, only if that holds when the batch runs. If
 * `guard` refers to one of these tokens, this must be the last statement of the batch.
 */
export const invalidateTokensStatement = (
  ctx: Ctx,
  userId: string,
  purposes: readonly TokenPurpose[],
  guard?: SQL,
): Statement =>
  ctx.db
    .update(oneTimeTokens)
    .set({ usedTs: ctx.now })
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        inArray(oneTimeTokens.purpose, purposes),
        isNull(oneTimeTokens.usedTs),
        guard,
      ),
    );

/** Unknown, used and expired tokens get the same error. */
export const invalidToken = () => refuse("malformed", { reason: "invalid_token" });

/** A statement that writes the audit event of a used account link, if `guard` holds when the batch runs. */
export const auditAccountLinkStatement = (
  ctx: Ctx,
  action: `user.${string}`,
  userId: string,
  guard: SQL,
): Statement =>
  auditEventStatement(ctx, { action, subject: auditSubject("user", userId), actorId: userId }, guard);

import { eq, isNull, type SQL } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import {
  checkLimits,
  defineLimit,
  hitLimit,
  type LimitKey,
  type LimitResult,
  undoHitStatement,
} from "@/db/rate-limits";
import { users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { countCharacters } from "@/shared/text";

/** Failed sign-ins of an account from one network. */
export const SIGN_IN_FAILURES = defineLimit("sign_in");

/**
 * The key of an account's sign-ins from a network. It begins with the key of the account, by which erasure finds it.
 */
export const toSignInKey = (ctx: Ctx, email: string, network: string): string =>
  `${hashLimitKey(ctx, email)}.${hashLimitKey(ctx, network)}`;

/** Failed sign-ins from one network, with any address. */
const SIGN_IN_FAILURES_OF_NETWORK = defineLimit("sign_in_network");

/** The limits of attempts to prove an account's password without a session. */
export const toSignInLimits = (ctx: Ctx, email: string): LimitKey[] => [
  [SIGN_IN_FAILURES, toSignInKey(ctx, email, ctx.network)],
  [SIGN_IN_FAILURES_OF_NETWORK, hashLimitKey(ctx, ctx.network)],
];

const RETRY_AFTER_S = 2;

/** The error while too many passwords wait to be hashed. */
export const hashingBusy = () => refuse("unavailable", { retryAfter: RETRY_AFTER_S });

/** `undoHits` removes the attempt from the limits. It belongs to the batch that a correct password allows. */
type PasswordAttempt = { isCorrect: boolean; undoHits: Statement[] };

/**
 * Counts an attempt as a failure, then compares the password with an account's hash, or with a decoy if there is none.
 * Attempts count before hashing, so parallel guesses all count, but only after the limiter admits them.
 * @returns `too_many`, or `unavailable` if too many passwords wait to be hashed.
 */
export async function attemptPassword(
  ctx: Ctx,
  { password, hash }: { password: string; hash: string | null },
  limits: readonly LimitKey[],
): Promise<Result<PasswordAttempt>> {
  const usedUp = (await checkLimits(ctx.db, limits, ctx.now)).find(({ allowed }) => !allowed);
  if (usedUp) return tooMany(usedUp);
  // No account has a longer password. The empty string costs the same work.
  const comparable = countCharacters(password) <= PASSWORD_LENGTH.max ? password : "";
  const checked = await ctx.hashLimiter.run(ctx.network, async () => {
    const usedUpMeanwhile = await countAttempt(ctx, limits);
    return usedUpMeanwhile ? tooMany(usedUpMeanwhile) : ok(await ctx.passwordHasher.verify(comparable, hash));
  });
  if (checked === null) return hashingBusy();
  if (!checked.ok) return checked;
  const undoHits = limits.map(([limit, key]) => undoHitStatement(ctx.db, limit, key));
  return ok({ isCorrect: checked.value, undoHits });
}

const tooMany = ({ retryAfter }: LimitResult) => refuse("too_many", { retryAfter });

/** Counts an attempt against all limits. If a limit is used up, counts against none and returns that limit. */
async function countAttempt(ctx: Ctx, limits: readonly LimitKey[]): Promise<LimitResult | null> {
  const results = await Promise.all(limits.map(([limit, key]) => hitLimit(ctx.db, limit, key, ctx.now)));
  const usedUp = results.find(({ allowed }) => !allowed);
  if (!usedUp) return null;
  await ctx.commit(limits.map(([limit, key]) => undoHitStatement(ctx.db, limit, key)));
  return usedUp;
}

/**
 * Guard: the account still has the password with this hash and is not disabled. It fails after a password change, and
 * for a disabled or erased account.
 */
export const accountHasPasswordSql = (userId: string, passwordHash: string): SQL =>
  hasAccountSql(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.disabledTs));

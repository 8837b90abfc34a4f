import { eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasAccountSql, noGuard } from "@/db/guard";
import { users } from "@/db/schema";
import type { Role } from "@/shared/codes";
import { invalid, ok, type Result } from "@/shared/errors";
import { findTokenAccount, isValidTokenSql, type TokenAccount } from "../one-time-token";
import { attemptPassword, toSignInLimits } from "../sign-in/attempt-password";
import { wrongPassword } from "../sign-in/confirm-password";
import { findSignUpNext } from "../sign-up/sign-up-browser";

// A mailed token proves access to a mailbox, not that its owner wants the account: another person may have entered the
// address. See docs/decisions/0079.

/** What a request shows to prove that the account of a link is the visitor's. Empty strings prove nothing. */
export type AccountProof = { signUpCookie: string; password: string };

/** The account of a link that confirms an address, as its page shows it. */
export type AccountToConfirm = {
  /** The address that the link confirms. */
  email: string;
  role: Role;
  signupTs: number;
  /** Whether only the account's password confirms in this browser. */
  needsPassword: boolean;
  /** Whether the mailbox's owner may refuse: the address is not the account's verified one yet. */
  isRefusable: boolean;
};

/** Whether this browser chose the account's password, or is signed in with it. */
const isOwnBrowser = (ctx: Ctx, account: TokenAccount, signUpCookie: string): boolean =>
  ctx.user?.id === account.id || findSignUpNext(ctx, signUpCookie, account) !== null;

/** The account of a link that confirms an address; null if the token is not valid. Doesn't use the token up. */
export async function findAccountToConfirm(
  ctx: Ctx,
  token: string,
  purpose: "verify_email" | "change_email",
  signUpCookie: string,
): Promise<AccountToConfirm | null> {
  const account = await findTokenAccount(ctx, isValidTokenSql(ctx, token, purpose));
  if (!account) return null;
  const { newEmail, role, signupTs, emailVerifiedTs } = account;
  const needsPassword = !isOwnBrowser(ctx, account, signUpCookie);
  const isRefusable = needsPassword && (newEmail !== null || emailVerifiedTs === null);
  return { email: newEmail ?? account.email, role, signupTs, needsPassword, isRefusable };
}

/**
 * Checks that the account of a mailed link is the visitor's: by the account's session, the cookie of the browser that
 * signed up, or the password, within the limits of sign-ins. The batch that follows uses `guard`, because the password
 * may change before, and runs `undoHits`.
 * @returns `invalid` without a password, `forbidden` with `invalid_password`, `too_many`, or `unavailable` if too many
 * passwords wait to be hashed.
 */
export async function proveAccount(
  ctx: Ctx,
  account: TokenAccount,
  { signUpCookie, password }: AccountProof,
): Promise<Result<{ guard: SQL; undoHits: Statement[] }>> {
  if (isOwnBrowser(ctx, account, signUpCookie)) return ok({ guard: noGuard, undoHits: [] });
  if (password === "") return invalid([{ field: "password", code: "required" }]);
  const { id, email, passwordHash } = account;
  const checked = await attemptPassword(ctx, { password, hash: passwordHash }, toSignInLimits(ctx, email));
  if (!checked.ok) return checked;
  if (!checked.value.isCorrect || passwordHash === null) return wrongPassword();
  const guard = hasAccountSql(eq(users.id, id), eq(users.passwordHash, passwordHash));
  return ok({ guard, undoHits: checked.value.undoHits });
}

import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { getDefaultLimit } from "@/db/limits";

/** Defaults from PRODUCT, section 15. */
export const SIGN_IN_FAILURES = getDefaultLimit("sign_in");
export const SIGN_IN_FAILURES_OF_ADDRESS = getDefaultLimit("sign_in_address");
export const SIGN_UPS = getDefaultLimit("sign_up");
export const VERIFICATION_MAILS = getDefaultLimit("verification_mail");
/** Password reset mails by address, whether it has an account or not. */
export const RESET_MAILS = getDefaultLimit("reset_mail");
/** Password reset mails by client network, so one client can't write to many mailboxes. */
export const RESET_ASKERS = getDefaultLimit("reset_asker");
/** Reactivation mails to an owner who disabled their account and signs in. */
export const REACTIVATION_MAILS = getDefaultLimit("reactivation_mail");
/** Sign-up mails that a visitor can cause by typing another person's address. */
export const SIGN_UP_MAILS = getDefaultLimit("sign_up_mail");

/**
 * The key of an account's sign-ins from an address. It begins with the account's own key, by which erasure finds it.
 */
export const signInKey = (ctx: Pick<Ctx, "config">, email: string, address: string): string =>
  `${limitKey(ctx, email)}.${limitKey(ctx, address)}`;

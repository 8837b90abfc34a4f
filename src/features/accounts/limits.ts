import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { shippedLimit } from "@/db/limits";

/** As the product's section 15 ships them. */
export const SIGN_IN_FAILURES = shippedLimit("sign_in");
export const SIGN_IN_FAILURES_OF_ADDRESS = shippedLimit("sign_in_address");
export const SIGN_UPS = shippedLimit("sign_up");
export const VERIFICATION_MAILS = shippedLimit("verification_mail");
/** Links to a new password, counted by the address that was typed, whether it has an account or not. */
export const RESET_MAILS = shippedLimit("reset_mail");
/** The same, counted by who asks: nobody writes to many mailboxes, known or not, from one address. */
export const RESET_ASKERS = shippedLimit("reset_asker");
/** The way back to an account that its owner disabled, mailed at a sign-in. */
export const REACTIVATION_MAILS = shippedLimit("reactivation_mail");
/** Mails that anybody can cause by typing somebody's address into the sign-up form. */
export const SIGN_UP_MAILS = shippedLimit("sign_up_mail");

/** The key of an account's sign-ins at an address. It begins with the account's own, by which erasing finds it. */
export const signInKey = (ctx: Pick<Ctx, "config">, email: string, address: string): string =>
  `${limitKey(ctx, email)}.${limitKey(ctx, address)}`;

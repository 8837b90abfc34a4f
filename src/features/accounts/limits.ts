import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import type { Limit } from "@/db/limits";

const MINUTE_S = 60;
const HOUR_S = 3600;

/** As the product's section 15 ships them. */
export const SIGN_IN_FAILURES: Limit = { name: "sign_in", most: 10, windowS: 15 * MINUTE_S };
export const SIGN_IN_FAILURES_OF_ADDRESS: Limit = {
  name: "sign_in_address",
  most: 50,
  windowS: 15 * MINUTE_S,
};
export const SIGN_UPS: Limit = { name: "sign_up", most: 20, windowS: HOUR_S };
export const VERIFICATION_MAILS: Limit = { name: "verification_mail", most: 3, windowS: HOUR_S };
/** Links to a new password, counted by the address that was typed, whether it has an account or not. */
export const RESET_MAILS: Limit = { name: "reset_mail", most: 3, windowS: HOUR_S };
/** The same, counted by who asks: nobody writes to many mailboxes, known or not, from one address. */
export const RESET_ASKERS: Limit = { name: "reset_asker", most: 30, windowS: HOUR_S };
/** The way back to an account that its owner disabled, mailed at a sign-in. */
export const REACTIVATION_MAILS: Limit = { name: "reactivation_mail", most: 3, windowS: HOUR_S };
/** Mails that anybody can cause by typing somebody's address into the sign-up form. */
export const SIGN_UP_MAILS: Limit = { name: "sign_up_mail", most: 3, windowS: HOUR_S };

/** The key of an account's sign-ins at an address. It begins with the account's own, by which erasing finds it. */
export const signInKey = (ctx: Pick<Ctx, "config">, email: string, address: string): string =>
  `${limitKey(ctx, email)}.${limitKey(ctx, address)}`;

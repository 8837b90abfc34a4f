import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import { parseGuestContact } from "@/shared/guest-contact";

/** The name and address that a visitor without an account asked this browser to remember. */
export const GUEST_CONTACT_COOKIE = "guest_contact";
/** Shows that a mailed link was confirmed in this browser. It contains no address. */
export const ADDRESS_PROOF_COOKIE = "confirmed_address";

/** What the forms of visitors without an account get from the browser: null and "" without cookies. */
export function getGuestCookies(c: Context<AppEnv>) {
  const contact = getCookie(c, GUEST_CONTACT_COOKIE);
  return {
    contact: contact ? parseGuestContact(contact) : null,
    addressProof: getCookie(c, ADDRESS_PROOF_COOKIE) ?? "",
  };
}

import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import { formatGuestContact, type GuestContact } from "@/shared/guest-contact";
import { deleteSharedCookie, toSharedAttributes } from "./cookie-attributes";
import { ADDRESS_PROOF_COOKIE, GUEST_CONTACT_COOKIE } from "./guest-cookies";
import { PENDING_COOKIE } from "./pending-cookie";
import { SIGN_UP_COOKIE } from "./sign-up-cookie";

const GUEST_CONTACT_COOKIE_S = 180 * 86_400;

/** Remembers the name and address in this browser, or with null forgets them. */
export function setGuestContact(c: Context<AppEnv>, contact: GuestContact | null): void {
  if (contact) {
    const attributes = { ...toSharedAttributes(c), maxAge: GUEST_CONTACT_COOKIE_S };
    setCookie(c, GUEST_CONTACT_COOKIE, formatGuestContact(contact), attributes);
  } else {
    forgetCookie(c, GUEST_CONTACT_COOKIE);
  }
}

/** `maxAge` in seconds. Null changes nothing. */
export function setAddressProof(c: Context<AppEnv>, proof: { value: string; maxAge: number } | null): void {
  if (proof)
    setCookie(c, ADDRESS_PROOF_COOKIE, proof.value, { ...toSharedAttributes(c), maxAge: proof.maxAge });
}

const GUEST_COOKIES = [GUEST_CONTACT_COOKIE, ADDRESS_PROOF_COOKIE, PENDING_COOKIE, SIGN_UP_COOKIE];

/**
 * Deletes what the browser remembers of a person without a session: the contact, the proof of its address, the way to a
 * message that waits for confirmation, and the sign-up.
 */
export function forgetGuest(c: Context<AppEnv>): void {
  for (const name of GUEST_COOKIES) forgetCookie(c, name);
}

function forgetCookie(c: Context<AppEnv>, name: string): void {
  if (getCookie(c, name) !== undefined) deleteSharedCookie(c, name);
}

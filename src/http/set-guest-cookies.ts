import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import { formatGuestContact, type GuestContact } from "@/shared/guest-contact";
import { HTTP_ONLY } from "./cookies";
import { ADDRESS_PROOF_COOKIE, GUEST_CONTACT_COOKIE } from "./guest-cookies";
import { PENDING_COOKIE } from "./pending-cookie";

const GUEST_CONTACT_COOKIE_S = 180 * 86_400;

/** Remembers the name and address in this browser, or with null forgets them. */
export function setGuestContact(c: Context<AppEnv>, contact: GuestContact | null): void {
  if (contact) {
    const attributes = { ...HTTP_ONLY, maxAge: GUEST_CONTACT_COOKIE_S };
    setCookie(c, GUEST_CONTACT_COOKIE, formatGuestContact(contact), attributes);
  } else {
    forgetCookie(c, GUEST_CONTACT_COOKIE);
  }
}

/** `maxAge` in seconds. Null changes nothing. */
export function setAddressProof(c: Context<AppEnv>, proof: { value: string; maxAge: number } | null): void {
  if (proof) setCookie(c, ADDRESS_PROOF_COOKIE, proof.value, { ...HTTP_ONLY, maxAge: proof.maxAge });
}

/** Deletes the remembered contact, the proof of its address, and the way to a message that waits for confirmation. */
export function forgetGuest(c: Context<AppEnv>): void {
  forgetCookie(c, GUEST_CONTACT_COOKIE);
  forgetCookie(c, ADDRESS_PROOF_COOKIE);
  forgetCookie(c, PENDING_COOKIE);
}

function forgetCookie(c: Context<AppEnv>, name: string): void {
  if (getCookie(c, name) !== undefined) deleteCookie(c, name, HTTP_ONLY);
}

import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";

/** How long a guest's link is valid (ms). Every mail has a new link. */
export const GUEST_LINK_LIFETIME_MS = 90 * DAY_MS;

/** The enquiry of a guest's link, and the address that the enquiry was sent from. */
type GuestLink = { id: string; email: string };

/**
 * The token of a guest's link, `{end of validity}.{signature}`. It is not stored: the signature covers the enquiry and
 * the guest's address, so a link is void once the address is erased.
 */
export function createGuestToken({ config, now }: Pick<Ctx, "config" | "now">, link: GuestLink): string {
  const ends = (now + GUEST_LINK_LIFETIME_MS).toString(36);
  return `${ends}.${sign(config, link, ends)}`;
}

/** Whether the token belongs to the link and is valid at `ctx.now`. */
export function isValidGuestToken(
  { config, now }: Pick<Ctx, "config" | "now">,
  link: GuestLink,
  token: string,
) {
  const [ends = "", signature = ""] = token.split(".");
  if (!/^[0-9a-z]{1,9}$/.test(ends) || Number.parseInt(ends, 36) <= now) return false;
  const expected = Buffer.from(sign(config, link, ends));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const sign = (config: Ctx["config"], { id, email }: GuestLink, ends: string): string =>
  keyedHash({ config }, "guest enquiry", JSON.stringify([id, email, ends])).toString("base64url");

import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";

/** So long a guest's link opens their conversation. Every mail brings a fresh one. */
export const LINK_LIFE_MS = 90 * DAY_MS;

/** Whose link it is: a guest's, at the mailbox that the enquiry came from. */
type GuestOf = { id: string; email: string };

/**
 * The token of a guest's link, `{when it ends}.{signature}`. Nothing of it is stored: it is the site's own signature
 * under these facts, so that an enquiry without its guest's address has no link either.
 */
export function guestToken({ config, now }: Pick<Ctx, "config" | "now">, guest: GuestOf): string {
  const ends = (now + LINK_LIFE_MS).toString(36);
  return `${ends}.${signature(config, guest, ends)}`;
}

/** Whether this is a token of that guest's, and its time not over at `ctx.now`. */
export function isGuestToken({ config, now }: Pick<Ctx, "config" | "now">, guest: GuestOf, token: string) {
  const [ends = "", given = ""] = token.split(".");
  if (!/^[0-9a-z]{1,9}$/.test(ends) || Number.parseInt(ends, 36) <= now) return false;
  const good = Buffer.from(signature(config, guest, ends));
  const said = Buffer.from(given);
  return said.length === good.length && timingSafeEqual(said, good);
}

const signature = (config: Ctx["config"], { id, email }: GuestOf, ends: string): string =>
  keyedHash({ config }, "guest enquiry", JSON.stringify([id, email, ends])).toString("base64url");

import type { Ctx } from "@/context";
import { refuse } from "@/shared/errors";
import { isSameToken, keyedHash } from "./keyed-hash";

/** The enquiry of a guest's link, and the address that the enquiry was sent from. */
type GuestLink = { id: string; email: string };

/** All invalid links get the same refusal, so a response reveals nothing about a link. */
export const refuseInvalidLink = () => refuse("malformed", { reason: "invalid_token" });

/**
 * The token of a guest's link. It is not stored: it signs the enquiry and the guest's address, so the link is valid
 * until the address is erased.
 */
export const createGuestToken = (ctx: Pick<Ctx, "config">, { id, email }: GuestLink): string =>
  keyedHash(ctx, "guest enquiry", JSON.stringify([id, email])).toString("base64url");

export const isGuestToken = (ctx: Ctx, link: GuestLink, token: string): boolean =>
  isSameToken(token, createGuestToken(ctx, link));

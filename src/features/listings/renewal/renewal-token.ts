import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";

/** So long after a listing expired a mailed link still renews it. */
export const RENEWAL_LINK_MS = 30 * DAY_MS;

/** Scope of a renewal link: one listing, its owner's mailbox, and the current period only. */
export type Renewable = { id: string; ownerId: string; email: string; expiresTs: number };

/**
 * The token of a listing's renewal link. Nothing of it is stored: it is the site's own signature under these facts. Once
 * the listing is renewed its days are others, so a link works once; another mailbox makes it void as well.
 */
export function renewalToken(ctx: Pick<Ctx, "config">, one: Renewable): string {
  const facts = JSON.stringify([one.id, one.ownerId, one.email, one.expiresTs]);
  return keyedHash(ctx, "listing renewal", facts).toString("base64url");
}

/** Whether this is that listing's token, and its time not over at `ctx.now`. */
export function isRenewalToken(ctx: Pick<Ctx, "config" | "now">, one: Renewable, token: string): boolean {
  const good = Buffer.from(renewalToken(ctx, one));
  const given = Buffer.from(token);
  return (
    ctx.now <= one.expiresTs + RENEWAL_LINK_MS && given.length === good.length && timingSafeEqual(given, good)
  );
}

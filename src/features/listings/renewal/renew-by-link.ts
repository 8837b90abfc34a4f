import { and, eq, inArray, isNull } from "drizzle-orm";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { listings, users } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { ok, type Result, refuse } from "@/shared/errors";
import { commitListingChange, newPublicationPeriod, updateListingStatement } from "../change-listing";
import { findQuotaRefusal, isWithinLimitsSql, loadListingQuota } from "../listing-quota";
import { getListingState } from "../listing-state";
import { listRenewalLimits } from "./renew-listing";

/** How long after a listing's expiry the mailed link renews it (ms). */
export const RENEWAL_LINK_MS = 30 * DAY_MS;

/** What a renewal link is valid for: one listing, its owner's mailbox, and the current period only. */
type RenewalScope = { id: string; ownerId: string; email: string; expiresTs: number };

/**
 * The token of a listing's renewal link: a signature, of which nothing is stored. A renewal changes `expiresTs`, so a
 * link works once. A change of the owner's email address also invalidates it.
 */
export function createRenewalToken(
  ctx: Pick<Ctx, "config">,
  { id, ownerId, email, expiresTs }: RenewalScope,
): string {
  const signed = JSON.stringify([id, ownerId, email, expiresTs]);
  return keyedHash(ctx, "listing renewal", signed).toString("base64url");
}

function isRenewalToken(ctx: Ctx, scope: RenewalScope, token: string): boolean {
  return ctx.now <= scope.expiresTs + RENEWAL_LINK_MS && isSameToken(token, createRenewalToken(ctx, scope));
}

/** Unknown, used and expired links get the same refusal, so an answer reveals nothing about a link. */
const refuseLink = () => refuse("malformed", { reason: "invalid_token" });

const RENEWABLE_STATES = ["published", "paused"] as const;

/** The listing that a mailed link renews. Refuses `malformed` (`invalid_token`) for an invalid link. */
export async function getByRenewalLink(ctx: Ctx, id: string, token: string) {
  const [row] = await ctx.db
    .select({
      id: listings.id,
      ownerId: listings.ownerId,
      title: listings.title,
      subject: listings.subject,
      county: listings.county,
      state: listings.state,
      expiresTs: listings.expiresTs,
      email: users.email,
    })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(listings.id, id), inArray(listings.state, RENEWABLE_STATES), isNull(users.disabledTs)))
    .limit(1);
  if (!row || row.expiresTs === null) return refuseLink();
  const { email, ...listing } = { ...row, expiresTs: row.expiresTs };
  if (!isRenewalToken(ctx, { ...listing, email }, token)) return refuseLink();
  const isExpired = listing.expiresTs <= ctx.now;
  return ok({ ...listing, state: getListingState(listing, ctx.now), isExpired });
}

export type RenewableListing = Extract<Awaited<ReturnType<typeof getByRenewalLink>>, { ok: true }>["value"];

/**
 * Renews the listing of a mailed link for 90 days without sign-in: only the owner's mailbox received the link. Refuses
 * like `getByRenewalLink`, and `conflict` past a limit of active listings.
 */
export async function renewByLink(ctx: Ctx, id: string, token: string): Promise<Result<{ id: string }>> {
  const renewable = await getByRenewalLink(ctx, id, token);
  if (!renewable.ok) return renewable;
  const listing = renewable.value;
  const limits = listRenewalLimits(listing.state);
  const isRenewed = await commitListingChange(ctx, {
    listingId: id,
    action: "listing.renewed",
    detail: { by: "link" },
    statement: updateListingStatement(
      ctx,
      id,
      newPublicationPeriod(ctx, id),
      inArray(listings.state, RENEWABLE_STATES),
      eq(listings.expiresTs, listing.expiresTs),
      hasAccountSql(eq(users.id, listing.ownerId), isNull(users.disabledTs)),
      isWithinLimitsSql(ctx.now, listing, limits),
    ),
  });
  if (isRenewed) return ok({ id });
  return findQuotaRefusal(await loadListingQuota(ctx, listing), limits) ?? refuseLink();
}

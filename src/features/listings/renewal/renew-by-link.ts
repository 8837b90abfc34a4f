import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAccount } from "@/db/account-where";
import { listings, users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { changeListing, commitListingMove, freshLife } from "../lifecycle/change-listing";
import { limitRefusal, readListingQuota, withinLimits } from "../limits";
import { getListingState } from "../listing-state";
import { limitsOfRenewal } from "./renew-listing";
import { isRenewalToken } from "./renewal-token";

/** Unknown, used and expired links get the same refusal, so an answer reveals nothing about a link. */
const invalidLink = () => refuse("malformed", { reason: "invalid_token" });

const RENEWABLE = ["published", "paused"] as const;

/** The listing that a mailed link is to renew. Refuses `malformed` (`invalid_token`) for a link that is good for nothing. */
export async function findByRenewalLink(ctx: Ctx, id: string, token: string) {
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
    .where(and(eq(listings.id, id), inArray(listings.state, RENEWABLE), isNull(users.disabledTs)))
    .limit(1);
  if (!row || row.expiresTs === null) return invalidLink();
  const { email, ...listing } = { ...row, expiresTs: row.expiresTs };
  if (!isRenewalToken(ctx, { ...listing, email }, token)) return invalidLink();
  return ok({ ...listing, state: getListingState(listing, ctx.now), over: listing.expiresTs <= ctx.now });
}

export type LinkedListing = Extract<Awaited<ReturnType<typeof findByRenewalLink>>, { ok: true }>["value"];

/**
 * Renews the listing of a mailed link for 90 days without sign-in: only the owner's mailbox received the link. Refuses
 * like `findByRenewalLink`, and `conflict` past a limit of active listings.
 */
export async function renewByLink(ctx: Ctx, id: string, token: string): Promise<Result<{ id: string }>> {
  const found = await findByRenewalLink(ctx, id, token);
  if (!found.ok) return found;
  const listing = found.value;
  const names = limitsOfRenewal(listing.state);
  const renewed = await commitListingMove(ctx, {
    listingId: id,
    action: "listing.renewed",
    detail: { by: "link" },
    statement: changeListing(
      ctx,
      id,
      freshLife(ctx, id),
      inArray(listings.state, RENEWABLE),
      eq(listings.expiresTs, listing.expiresTs),
      hasAccount(eq(users.id, listing.ownerId), isNull(users.disabledTs)),
      withinLimits(ctx.now, listing, names),
    ),
  });
  if (renewed) return ok({ id });
  return limitRefusal(await readListingQuota(ctx, listing), names) ?? invalidLink();
}

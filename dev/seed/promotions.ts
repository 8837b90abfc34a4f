import type { orders, promotions } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { ListingRow } from "./listings";
import type { Random } from "./random";

type OrderRow = typeof orders.$inferInsert;
type PromotionRow = typeof promotions.$inferInsert;

/** The packages as shipped: bani with VAT, days. */
const PACKAGES = {
  top7: { amount: 1900, days: 7, placement: "results" },
  top14: { amount: 2900, days: 14, placement: "results" },
  top30: { amount: 4900, days: 30, placement: "results" },
  home7: { amount: 3900, days: 7, placement: "home" },
} as const;
type Package = keyof typeof PACKAGES;

const VAT_RATE = 2100;
const CONSENT =
  "Cer ca promovarea să înceapă imediat. Știu că, dacă mă retrag din contract în 14 zile, plătesc partea din serviciu deja prestată, iar după încheierea promovării nu mă mai pot retrage.";

/** A shop's books: orders as they are placed, and the promotions that the paid ones bring. */
function openBooks(random: Random) {
  const orderRows: OrderRow[] = [];
  const promotionRows: PromotionRow[] = [];

  function order(listing: ListingRow, name: Package, createdTs: number, given: Partial<OrderRow>): OrderRow {
    const { amount, days, placement } = PACKAGES[name];
    const row: OrderRow = {
      id: random.id(),
      listingId: listing.id,
      buyerId: listing.ownerId,
      package: name,
      days,
      placement,
      amount,
      vatAmount: Math.round((amount * VAT_RATE) / (10_000 + VAT_RATE)),
      vatRate: VAT_RATE,
      checkoutSessionId: `cs_test_${random.id()}${random.id()}`,
      checkoutExpiresTs: createdTs + HOUR_MS,
      immediateStart: true,
      consentText: CONSENT,
      consentTs: createdTs,
      createdTs,
      state: "fulfilled",
      ...given,
    };
    orderRows.push(row);
    return row;
  }

  function buy(listing: ListingRow, name: Package, createdTs: number): void {
    const paidTs = createdTs + random.int(60, 240) * 1000;
    const bought = order(listing, name, createdTs, {
      paidTs,
      paymentIntentId: `pi_${random.id()}${random.id()}`,
    });
    promotionRows.push({
      id: random.id(),
      orderId: bought.id,
      listingId: listing.id,
      placement: PACKAGES[name].placement,
      startsTs: paidTs,
      endsTs: paidTs + PACKAGES[name].days * DAY_MS,
      rotationKey: random.int(0, 2 ** 31 - 1),
      createdTs: paidTs,
    });
  }

  return { order, buy, rows: () => ({ orders: orderRows, promotions: promotionRows }) };
}

/**
 * Orders and their promotions: promotions that run now in the results and on the home page, some that are over, and
 * some orders that came to nothing. `suitable` says which listings may have one.
 */
export function createPromotions(
  random: Random,
  listings: readonly ListingRow[],
  suitable: (listingId: string) => boolean,
  now: number,
) {
  const { order, buy, rows } = openBooks(random);
  const visible = listings.filter(
    ({ id, state, expiresTs }) =>
      state === "published" && (expiresTs ?? 0) > now + 30 * DAY_MS && suitable(id),
  );
  const chosen = alternateSubjects(random.shuffle(visible)).slice(0, 44);

  for (const listing of chosen.splice(0, 22)) {
    const name = random.pick(["top7", "top14", "top30"] as const);
    buy(listing, name, now - random.int(1, PACKAGES[name].days * 24 - 30) * HOUR_MS);
  }
  for (const listing of chosen.splice(0, 6)) buy(listing, "home7", now - random.int(3, 120) * HOUR_MS);
  for (const listing of chosen.splice(0, 8)) {
    const started = Math.max(listing.publishedTs ?? now, now - random.int(20, 60) * DAY_MS);
    if (started < now - 8 * DAY_MS) buy(listing, "top7", started + HOUR_MS);
  }
  for (const listing of chosen) {
    const state = random.pick(["expired", "expired", "failed"] as const);
    const createdTs = now - random.int(2, 9) * DAY_MS;
    order(listing, "top14", createdTs, { state, closedTs: createdTs + HOUR_MS });
  }
  return rows();
}

/** A week in the results that ended some days ago, so that its numbers differ from ordinary ones. */
export function createPastPromotion(random: Random, listing: ListingRow, now: number) {
  const { buy, rows } = openBooks(random);
  buy(listing, "top7", now - 19 * DAY_MS);
  return rows();
}

/** Orders listings in rounds, each with at most one listing of a subject, so that a promoted block shows several subjects. */
function alternateSubjects(listings: readonly ListingRow[]): ListingRow[] {
  const counts = new Map<string, number>();
  const nextRound = (listing: ListingRow): number => {
    const round = counts.get(listing.subject) ?? 0;
    counts.set(listing.subject, round + 1);
    return round;
  };
  return listings
    .map((listing) => ({ listing, round: nextRound(listing) }))
    .sort((a, b) => a.round - b.round)
    .map(({ listing }) => listing);
}

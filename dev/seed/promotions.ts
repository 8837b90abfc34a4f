import type { orders, promotions } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { ListingRow } from "./listings";
import type { Random } from "./random";

type OrderRow = typeof orders.$inferInsert;
type PromotionRow = typeof promotions.$inferInsert;

/** The default packages. Amounts in bani with VAT. */
const PACKAGES = {
  top7: { amount: 1900, days: 7, placement: "results" },
  top14: { amount: 2900, days: 14, placement: "results" },
  top30: { amount: 4900, days: 30, placement: "results" },
  home7: { amount: 3900, days: 7, placement: "home" },
} as const;
type Package = keyof typeof PACKAGES;

/** Numbers of listings with promotions that run now, with ended ones, and with unpaid orders. */
const PROMOTED_IN_RESULTS = 22;
const PROMOTED_ON_HOME_PAGE = 6;
const ENDED = 8;
const UNPAID = 8;
const TOTAL = PROMOTED_IN_RESULTS + PROMOTED_ON_HOME_PAGE + ENDED + UNPAID;

/** Hundredths of a percent. */
const VAT_RATE = 2100;
const CONSENT =
  "Cer ca promovarea să înceapă imediat. Știu că, dacă mă retrag din contract în 14 zile, plătesc partea din serviciu deja prestată, iar după încheierea promovării nu mă mai pot retrage.";

/** Collects orders, and the promotions of the paid ones. */
function createOrderBuilder(random: Random) {
  const orderRows: OrderRow[] = [];
  const promotionRows: PromotionRow[] = [];

  function addOrder(
    listing: ListingRow,
    name: Package,
    createdTs: number,
    overrides: Partial<OrderRow>,
  ): OrderRow {
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
      ...overrides,
    };
    orderRows.push(row);
    return row;
  }

  function addPaidOrder(listing: ListingRow, name: Package, createdTs: number): void {
    const paidTs = createdTs + random.int(60, 240) * 1000;
    const order = addOrder(listing, name, createdTs, {
      paidTs,
      fee: Math.round(0.015 * PACKAGES[name].amount) + 100,
      paymentIntentId: `pi_${random.id()}${random.id()}`,
    });
    promotionRows.push({
      id: random.id(),
      orderId: order.id,
      listingId: listing.id,
      placement: PACKAGES[name].placement,
      startsTs: paidTs,
      endsTs: paidTs + PACKAGES[name].days * DAY_MS,
      rotationKey: random.int(0, 2 ** 31 - 1),
      createdTs: paidTs,
    });
  }

  return { addOrder, addPaidOrder, rows: () => ({ orders: orderRows, promotions: promotionRows }) };
}

/**
 * Orders and their promotions: promotions that run now in the results and on the home page, ended promotions, and
 * unpaid orders. `isEligible` tells which listings may be promoted.
 */
export function createPromotions(
  random: Random,
  listings: readonly ListingRow[],
  isEligible: (listingId: string) => boolean,
  now: number,
) {
  const { addOrder, addPaidOrder, rows } = createOrderBuilder(random);
  const visible = listings.filter(
    ({ id, state, expiresTs }) =>
      state === "published" && (expiresTs ?? 0) > now + 30 * DAY_MS && isEligible(id),
  );
  const chosen = alternateSubjects(random.shuffle(visible)).slice(0, TOTAL);

  for (const listing of chosen.splice(0, PROMOTED_IN_RESULTS)) {
    const name = random.pick(["top7", "top14", "top30"] as const);
    addPaidOrder(listing, name, now - random.int(1, PACKAGES[name].days * 24 - 30) * HOUR_MS);
  }
  for (const listing of chosen.splice(0, PROMOTED_ON_HOME_PAGE)) {
    addPaidOrder(listing, "home7", now - random.int(3, 120) * HOUR_MS);
  }
  for (const listing of chosen.splice(0, ENDED)) {
    const started = Math.max(listing.publishedTs ?? now, now - random.int(20, 60) * DAY_MS);
    if (started < now - 8 * DAY_MS) addPaidOrder(listing, "top7", started + HOUR_MS);
  }
  for (const listing of chosen) {
    const state = random.pick(["expired", "expired", "failed"] as const);
    const createdTs = now - random.int(2, 9) * DAY_MS;
    addOrder(listing, "top14", createdTs, { state, closedTs: createdTs + HOUR_MS });
  }
  return rows();
}

/** A week in the results that ended some days ago, so that its statistics differ from those of other listings. */
export function createPastPromotion(random: Random, listing: ListingRow, now: number) {
  const { addPaidOrder, rows } = createOrderBuilder(random);
  addPaidOrder(listing, "top7", now - 19 * DAY_MS);
  return rows();
}

/**
 * Orders listings in rounds, each with at most one listing of a subject, so that a promoted block shows several
 * subjects.
 */
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

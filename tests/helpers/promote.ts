import type { promotions } from "@/db/schema";
import { reindexListingStatements } from "@/features/listings";
import { app, db } from "./app";
import { createOrder, createPromotion } from "./orders";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Promotes a listing as a paid order does: by default started an hour ago, with seven days left. */
export async function promote(
  listing: { id: string; ownerId: string },
  overrides: Partial<typeof promotions.$inferInsert> = {},
) {
  const { now } = app.clock;
  const { placement = "results" } = overrides;
  const order = await createOrder({ listingId: listing.id, buyerId: listing.ownerId }, { placement });
  await createPromotion(order, {
    startsTs: now - HOUR_MS,
    endsTs: now + 7 * DAY_MS,
    rotationKey: Math.floor(Math.random() * 2 ** 31),
    createdTs: now,
    ...overrides,
  });
  const [first, ...rest] = reindexListingStatements({ db, now }, listing.id);
  if (first) await db.batch([first, ...rest]);
}

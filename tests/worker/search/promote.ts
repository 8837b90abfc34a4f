import { orders, promotions } from "@/db/schema";
import { reindexListing } from "@/features/listings";
import { newId } from "@/shared/ids";
import { db, type TestApp } from "../../helpers/app";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Promotes a listing as a paid order does: begun an hour ago and for seven more days, unless told otherwise. */
export async function promote(
  app: TestApp,
  listing: { id: string; ownerId: string },
  given: Partial<typeof promotions.$inferInsert> = {},
) {
  const { now } = app.clock;
  const orderId = newId();
  const placement = given.placement ?? "results";
  await db.insert(orders).values({
    id: orderId,
    listingId: listing.id,
    buyerId: listing.ownerId,
    package: "top7",
    days: 7,
    placement,
    amount: 1900,
    vatAmount: 330,
    vatRate: 2100,
    state: "fulfilled",
    immediateStart: true,
    consentText: "",
    consentTs: now,
    createdTs: now,
  });
  await db.insert(promotions).values({
    id: newId(),
    orderId,
    listingId: listing.id,
    placement,
    startsTs: now - HOUR_MS,
    endsTs: now + 7 * DAY_MS,
    draw: Math.floor(Math.random() * 2 ** 31),
    createdTs: now,
    ...given,
  });
  const [first, ...rest] = reindexListing({ db, now }, listing.id);
  if (first) await db.batch([first, ...rest]);
}

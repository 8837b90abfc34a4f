import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../../src");

/**
 * What asks for `published` by itself, and why: none of them decides what a visitor sees. Everything else asks
 * `isVisibleListing`, which knows of expiry and of closed accounts, or reads what was indexed by it.
 */
const ASKED: Record<string, string> = {
  "features/admin/numbers.ts": "how many listings came out today, for admins",
  "features/follow-up/queues/listing-sources.ts": "which listings wait for an admin",
  "features/listings/listing-state.ts": "the one answer",
  "features/listings/limits.ts": "how many active listings a user has, visible or not",
  "features/listings/review/listings-in-state.ts": "which listings are in a state, for admins",
  "features/listings/lifecycle/pause-listing.ts": "from where a move leads",
  "features/listings/renewal/remind-expiring.ts": "whom to tell that a listing ends",
  "features/listings/renewal/renew-listing.ts": "from where a move leads",
  "features/listings/review/review-queue.ts": "whose new words wait for a reviewer",
  "features/promotions/checkout/place-order.ts": "whether the owner may order, who is signed in",
  "features/promotions/orders/queries.ts":
    "whether a paid promotion may begin, which lets an expired listing live",
};

/** Ways to compare a listing's state with `published` in a query. */
const COMPARISON =
  /state\}? *(?:=|is|in) *\(?'published'|\b(?:eq|inArray)\(listings\.state, *\[?"published"|'published'/;

test("nothing but isVisibleListing decides by a query what visitors see of listings", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const asking = files.filter(
    (name) => COMPARISON.test(readFileSync(join(SRC, name), "utf8")) && !name.startsWith("db/schema/"),
  );
  expect(asking.sort()).toEqual(Object.keys(ASKED).sort());
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../../src");

/**
 * Files that compare a listing's stored state with `published` in SQL, and what for. Whether visitors see a listing is
 * decided only by `isVisibleListingSql`, which also checks the expiry and the owner's account.
 */
const COMPARING_FILES: Record<string, string> = {
  "auth/sessions.ts": "open requests that fit a teacher's listings, below the layer of listings",
  "db/refresh-ratings-statements.ts": "reviews, which have a state of that name",
  "features/admin/day-numbers.ts": "listings published today, for admins",
  "features/follow-up/queues/listing-sources.ts": "listings that need an admin",
  "features/follow-up/queues/review-sources.ts": "reviews, which have a state of that name",
  "features/listings/listing-state.ts": "the rule",
  "features/listings/renewal/send-expiry-reminders.ts": "listings whose owners get a reminder",
  "features/listings/renewal/renew-listing.ts": "states that can be renewed",
  "features/moderation/listings/find-waiting-part.ts": "revisions that wait for a decision",
  "features/moderation/persons/reinstate-user-listings.ts": "the state to which a listing returns",
  "features/promotions/orders/queries.ts": "listings that a paid order can promote, expired ones included",
  "features/testimonials/queries.ts": "testimonials, which have a state of that name",
};

/** Folders whose tables have a state of that name. */
const OTHER_STATES = ["db/schema/", "features/reviews/"];

/** Ways to compare a listing's state with `published` in SQL. */
const COMPARISON =
  /state\}? *(?:=|is|in) *\(?'published'|\b(?:eq|inArray)\(listings\.state, *\[?"published"|'published'/;

test("only isVisibleListingSql and hasListingStateSql decide in SQL whether a listing is published", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const comparing = files.filter(
    (name) =>
      COMPARISON.test(readFileSync(join(SRC, name), "utf8")) &&
      !OTHER_STATES.some((folder) => name.startsWith(folder)),
  );
  expect(comparing.sort()).toEqual(Object.keys(COMPARING_FILES).sort());
});

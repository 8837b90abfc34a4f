import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "@/db/schema";
import type { County } from "@/shared/codes";
import { formatDateTime } from "@/shared/format";
import { app, db, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { fakeStripe } from "../../helpers/fake-stripe";
import { toEditForm } from "../../helpers/listing-form";
import { promote } from "../../helpers/promote";
import { DAY_MS, expectPromotions } from "../../helpers/promotion-fixture";
import { BILLING } from "../../helpers/rows";
import { ensureSeller } from "../../helpers/sellers";

beforeEach(async () => {
  await ensureSeller();
  fakeStripe();
});

afterEach(() => db.delete(settings).where(eq(settings.path, "settings/packages")));

/** Allows fewer slots than by default, so that few listings take them. */
const setCaps = (county: number, crowded: number) =>
  db.insert(settings).values({
    path: "settings/packages",
    value: { caps: { county, crowded } },
    version: 1,
    updatedTs: app.clock.now,
  });

/** Where a listing is shown, which determines its slots. */
type Target = { county: County; subject: "la" | "sp" | "de"; online?: boolean };

/** Packages that can start today: all four; only that of the home page, which has its own slots. */
const ALL_PACKAGES = 4;
const HOME_PAGE_PACKAGES = 1;

/** Creates promoted listings of another teacher; the nth ends in n + 1 days. */
async function createPromotedListings(count: number, target: Target) {
  const owner = await createTeacher();
  for (let n = 0; n < count; n++) {
    const endsTs = app.clock.now + (n + 1) * DAY_MS;
    await promote(await createListing(owner, target), { endsTs });
  }
}

/** Opens the promote page of a new listing and orders a promotion. */
async function tryToPromote(target: Target) {
  const teacher = await createTeacher({ billing: BILLING });
  const { id } = await createListing(teacher, target);
  const path = `/tutoring/${id}/promote`;
  const html = await app.read(path, { as: teacher });
  const response = await app.post(path, { as: teacher, form: { package: "top7", immediate_start: "0" } });
  return { html, startableToday: html.match(/If it begins today/g)?.length, response };
}

/** Expects a free slot for a new listing. */
async function expectFreeSlot(target: Target) {
  const { html, startableToday, response } = await tryToPromote(target);
  expect(html).not.toContain("The next one becomes available");
  expect([startableToday, response.status]).toEqual([ALL_PACKAGES, 303]);
}

/** Expects that the next slot for a new listing is free in `days` days. */
async function expectNextSlot(target: Target, days: number) {
  const { html, startableToday, response } = await tryToPromote(target);
  const text = `The next one becomes available on ${formatDateTime(app.clock.now + days * DAY_MS, "en")}.`;
  expect(html).toContain(text);
  expect([startableToday, response.status]).toEqual([HOME_PAGE_PACKAGES, 409]);
  expect(await response.text()).toContain(text);
}

test("twelve per county: the thirteenth teacher sees when the first ends, to the minute", async () => {
  await createPromotedListings(11, { county: "hd", subject: "la" });
  await expectFreeSlot({ county: "hd", subject: "sp" });
  await createPromotedListings(1, { county: "hd", subject: "la" });
  await expectNextSlot({ county: "hd", subject: "la" }, 1);
  await expectFreeSlot({ county: "ab", subject: "la" });
  await expectFreeSlot({ county: "hd", subject: "la", online: true });
});

test("București and online lessons from any county have slots of their own, counted separately", async () => {
  await setCaps(2, 4);
  await createPromotedListings(4, { county: "b", subject: "sp" });
  await expectNextSlot({ county: "b", subject: "sp" }, 1);
  await expectFreeSlot({ county: "b", subject: "sp", online: true });
  await createPromotedListings(2, { county: "b", subject: "de", online: true });
  await createPromotedListings(2, { county: "bz", subject: "de", online: true });
  await expectNextSlot({ county: "ct", subject: "de", online: true }, 1);
  await expectFreeSlot({ county: "bz", subject: "de" });
});

test("a renewed promotion keeps its slot, which is free after its last day", async () => {
  await setCaps(2, 4);
  const owner = await createTeacher();
  for (let n = 0; n < 2; n++) {
    const listing = await createListing(owner, { county: "mm", subject: "la" });
    const endsTs = app.clock.now + 2 * DAY_MS;
    await promote(listing, { endsTs });
    await promote(listing, { startsTs: endsTs, endsTs: endsTs + (n + 1) * DAY_MS });
  }
  await expectNextSlot({ county: "mm", subject: "la" }, 3);
});

test("a promoted listing that moves keeps its days and counts in the new county, even if that is full", async () => {
  await setCaps(3, 4);
  await createPromotedListings(3, { county: "sv", subject: "la" });
  await createPromotedListings(2, { county: "nt", subject: "de" });
  const [owner, endsTs] = [await createTeacher(), app.clock.now + 20 * DAY_MS];
  const listing = await createListing(owner, { county: "nt", subject: "de" });
  await promote(listing, { endsTs });
  await expectNextSlot({ county: "nt", subject: "de" }, 1);

  const body = toEditForm(listing, { county: "sv", subject: "la" });
  await expectStatus(app.post(`/tutoring/${listing.id}/edit`, { body, as: owner }), 303);
  await expectPromotions(listing.id, { endsTs, stoppedTs: null });
  // Four where three are allowed: a slot is free when two have ended.
  await expectNextSlot({ county: "sv", subject: "la" }, 2);
  await expectFreeSlot({ county: "nt", subject: "de" });
});

test("with fewer slots than are taken, the date is when enough promotions have ended", async () => {
  await createPromotedListings(5, { county: "ag", subject: "la" });
  await expectFreeSlot({ county: "ag", subject: "la" });
  await setCaps(3, 24);
  // The free slot's order is open, too.
  await expectNextSlot({ county: "ag", subject: "la" }, 3);
});

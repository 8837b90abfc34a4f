import { beforeEach, expect, test } from "vitest";
import { settings } from "@/db/schema";
import type { County } from "@/shared/codes";
import { formatDateTime } from "@/shared/format";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { createListing, createTeacher, signIn } from "../../helpers/factories";
import { fakeStripe } from "../../helpers/fake-stripe";
import { toEditForm } from "../../helpers/listing-form";
import { promote } from "../../helpers/promote";
import { DAY_MS, listPromotions } from "../../helpers/promotion-fixture";

let app: TestApp;

beforeEach(() => {
  app = createTestApp();
  fakeStripe(app);
});

type Where = { county: County; subject: "la" | "sp" | "de"; online?: boolean };

/** Creates promoted listings of other teachers; the nth ends in n + 1 days. */
async function promoted(count: number, where: Where) {
  const owner = await createTeacher(app);
  for (let n = 0; n < count; n++) {
    const endsTs = app.clock.now + (n + 1) * DAY_MS;
    await promote(app, await createListing(app, owner, where), { endsTs });
  }
}

/** When a slot is free, according to the promote page of a new listing. Null if one is free now. */
async function freeFrom(where: Where): Promise<string | null> {
  const teacher = await createTeacher(app);
  const { id } = await createListing(app, teacher, where);
  const as = await signIn(app, teacher);
  const html = await (await app.get(`/tutoring/${id}/promote`, { as })).text();
  const said = html.match(/The next one becomes available on ([^<]+)\.</)?.[1] ?? null;
  // A queued promotion takes no slot today. The home page has its own slots.
  expect(html.match(/If it begins today/g)).toHaveLength(said === null ? 4 : 1);
  const answer = await app.post(`/tutoring/${id}/promote`, { as, form: { package: "top7" } });
  expect(answer.status).toBe(said === null ? 303 : 409);
  if (said !== null) expect(await answer.text()).toContain(`The next one becomes available on ${said}.`);
  return said;
}

const inDays = (days: number) => formatDateTime(app.clock.now + days * DAY_MS, "en");

test("twelve per county: the thirteenth teacher sees when the first ends, to the minute", async () => {
  await promoted(11, { county: "hd", subject: "la" });
  expect(await freeFrom({ county: "hd", subject: "sp" })).toBeNull();
  await promoted(1, { county: "hd", subject: "la" });
  expect(await freeFrom({ county: "hd", subject: "la" })).toBe(inDays(1));
  expect(await freeFrom({ county: "ab", subject: "la" })).toBeNull();
  expect(await freeFrom({ county: "hd", subject: "la", online: true })).toBeNull();
});

test("24 in București and 24 online from any county, counted separately", async () => {
  await promoted(24, { county: "b", subject: "sp" });
  expect(await freeFrom({ county: "b", subject: "sp" })).toBe(inDays(1));
  expect(await freeFrom({ county: "b", subject: "sp", online: true })).toBeNull();
  await promoted(12, { county: "b", subject: "de", online: true });
  await promoted(12, { county: "bz", subject: "de", online: true });
  expect(await freeFrom({ county: "ct", subject: "de", online: true })).toBe(inDays(1));
  expect(await freeFrom({ county: "bz", subject: "de" })).toBeNull();
});

test("a renewed promotion keeps its slot, which is free after its last day", async () => {
  const owner = await createTeacher(app);
  for (let n = 0; n < 12; n++) {
    const listing = await createListing(app, owner, { county: "mm", subject: "la" });
    const endsTs = app.clock.now + 2 * DAY_MS;
    await promote(app, listing, { endsTs });
    await promote(app, listing, { startsTs: endsTs, endsTs: endsTs + (n + 1) * DAY_MS });
  }
  expect(await freeFrom({ county: "mm", subject: "la" })).toBe(inDays(3));
});

test("a promoted listing that moves keeps its days and counts in the new county, even if that is full", async () => {
  await promoted(12, { county: "sv", subject: "la" });
  await promoted(11, { county: "nt", subject: "de" });
  const [owner, endsTs] = [await createTeacher(app), app.clock.now + 20 * DAY_MS];
  const listing = await createListing(app, owner, { county: "nt", subject: "de" });
  await promote(app, listing, { endsTs });
  expect(await freeFrom({ county: "nt", subject: "de" })).toBe(inDays(1));

  const body = toEditForm(listing, { county: "sv", subject: "la" });
  const edited = await app.post(`/tutoring/${listing.id}/edit`, { body, as: await signIn(app, owner) });
  expect(edited.status).toBe(303);
  expect(await listPromotions(listing.id)).toMatchObject([{ endsTs, stoppedTs: null }]);
  // Thirteen where twelve are allowed: a slot is free when two have ended.
  expect(await freeFrom({ county: "sv", subject: "la" })).toBe(inDays(2));
  expect(await freeFrom({ county: "nt", subject: "de" })).toBeNull();
});

test("with fewer slots than are taken, the date is when enough promotions have ended", async () => {
  await promoted(5, { county: "ag", subject: "la" });
  const value = { caps: { county: 3, crowded: 24 } };
  await db
    .insert(settings)
    .values({ path: "settings/packages", value, version: 1, updatedTs: app.clock.now });
  expect(await freeFrom({ county: "ag", subject: "la" })).toBe(inDays(3));
  await db.delete(settings);
  expect(await freeFrom({ county: "ag", subject: "la" })).toBeNull();
});

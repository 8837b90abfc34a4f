import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { alertFilters, alertMatches, alertQueue, listings, users } from "@/db/schema";
import { matchAlerts, sweepAlertMatches } from "@/features/alerts";
import { parseAlertQuery, toAlertQuery } from "@/features/alerts/matching/save-alert-filters";
import { reindexListingsStatements } from "@/features/listings";
import { listMatches } from "@/features/search/matching/list-matches";
import type { Level, Subject } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { type Actor, app, db } from "../../helpers/app";
import { countRows, createAdmin, createListing, createTeacher, updateRow } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createAlertRow } from "./create-alert-row";

const { now } = app.clock;

const queueListings = () =>
  db.run(
    sql`insert into ${alertQueue} (listing_num, published_ts) select num, published_ts from ${listings}`,
  );
const reindexAll = () => db.batch(reindexListingsStatements(servicesAt(now), sql`true`) as [never]);
const listMatchedQueries = async (num: number) =>
  (
    await db
      .select({ query: alertFilters.query })
      .from(alertMatches)
      .innerJoin(alertFilters, eq(alertFilters.id, alertMatches.filtersId))
      .where(eq(alertMatches.listingNum, num))
  )
    .map(({ query }) => query)
    .sort();

beforeEach(async () => {
  for (const table of ["alerts", "alert_filters", "alert_queue", "search_entries", "listings"])
    await db.run(sql`delete from ${sql.identifier(table)}`);
});

describe("matchAlerts", () => {
  it("finds the alerts whose search finds a listing, and no others", async () => {
    const VOCABULARY = ["algebră", "științe", "pian", "Țepeș", "joc", "examen", "clar", "bac", "română 2"];
    const listing = fc.record({
      subject: fc.constantFrom<Subject>("m", "ro", "la"),
      levels: fc.subarray<Level>(["e", "h", "pb", "phd"], { minLength: 1 }),
      locations: fc.subarray(["th", "lh", "o"] as const),
      online: fc.boolean(),
      county: fc.constantFrom("cj", "b", "ab"),
      title: fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 3 }),
      description: fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 4 }),
      pricePerHour: fc.constantFrom(4000, 7350, 7999, 8000, 8001, 10_050, 12_000, 133_333),
      latitude: fc.double({ min: 46.6, max: 46.95, noNaN: true }),
      longitude: fc.double({ min: 23.3, max: 23.9, noNaN: true }),
    });
    const teacher = await createTeacher({ firstName: "Ștefan", lastName: "Țepeș" });
    await updateRow(users, teacher.id, { checkedUntilTs: now + DAY_MS });
    // At most one page of a list, so that one search returns all matches.
    for (const [n, { title, description, ...values }] of fc
      .sample(listing, { numRuns: 18, seed: 17 })
      .entries())
      await createListing(teacher, {
        ...(values as object),
        title: title.join(" "),
        description: description.join(" "),
        price: values.pricePerHour,
        publishedTs: now - n * 60_000,
      });

    const maybe = (values: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 2, arbitrary: fc.constant("") }, values);
    const words = fc.constantFrom(
      "algebra",
      "STIINTE",
      "pia",
      "tepes joc",
      "examen clar",
      "mate",
      "bac",
      "ro",
      "2",
    );
    const query = fc
      .record({
        q: maybe(words),
        subject: maybe(fc.constantFrom("m", "ro", "i")),
        level: maybe(fc.constantFrom("h", "pb")),
        location: maybe(fc.constantFrom("th", "sc")),
        county: maybe(fc.constantFrom("cj", "b")),
        online: maybe(fc.constant("1")),
        teaches_in: maybe(fc.constantFrom("ro", "hu")),
        verified: maybe(fc.constant("1")),
        min: maybe(fc.constantFrom("40", "73.5", "80", "110")),
        max: maybe(fc.constantFrom("74", "80", "100.5", "3000")),
        near: maybe(fc.constantFrom("46.77,23.59", "cj", "b")),
        radius: maybe(fc.constantFrom("1", "5", "30", "100")),
      })
      .map((fields) => toAlertQuery(parseAlertQuery(new URLSearchParams(fields).toString())));
    const queries = [...new Set(fc.sample(query, { numRuns: 60, seed: 18 }))];
    for (const item of queries) await createAlertRow(item, { now });

    await queueListings();
    await matchAlerts(servicesAt(now));

    const expected = new Map<number, string[]>();
    for (const item of queries) {
      const { content, promoted } = await listMatches(servicesAt(now), {
        filters: parseAlertQuery(item),
        exact: true,
        after: null,
        before: null,
      });
      for (const { num } of [...content, ...promoted])
        expected.set(num, [...(expected.get(num) ?? []), item]);
    }
    expect(expected.size).toBe(18);
    for (const [num, found] of expected) expect(await listMatchedQueries(num)).toEqual(found.sort());
    expect(await countRows("alert_queue")).toBe(0);
  });

  it("compares a listing with alerts once", async () => {
    const teacher = await createTeacher();
    await createListing(teacher, { county: "cj" });
    await createAlertRow("subject=m&county=cj", { now });
    await queueListings();
    await Promise.all([matchAlerts(servicesAt(now)), matchAlerts(servicesAt(now))]);
    await matchAlerts(servicesAt(now));
    expect(await countRows("alert_matches")).toBe(1);
  });

  it("continues a listing after the filters that an aborted run has written", async () => {
    const teacher = await createTeacher();
    await createListing(teacher, { county: "cj", pricePerHour: 9000 });
    for (const max of [91, 92, 93]) await createAlertRow(`max=${max}`, { now });
    await queueListings();
    await db.run(sql`update alert_queue set after_filters_id = (select min(id) from alert_filters)`);
    expect(await matchAlerts(servicesAt(now))).toBe(2);
  });

  it("leaves a hidden listing in the queue until it is visible, at most a week", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher, { state: "paused", publishedTs: now });
    await createAlertRow("subject=m", { now });
    await queueListings();
    expect(await matchAlerts(servicesAt(now))).toBe(0);
    expect(await countRows("alert_queue")).toBe(1);

    await updateRow(listings, listing.id, { state: "published" });
    await reindexAll();
    expect(await matchAlerts(servicesAt(now + 60_000))).toBe(1);

    await queueListings();
    await sweepAlertMatches(servicesAt(now + 7 * DAY_MS));
    expect(await countRows("alert_queue")).toBe(0);
    expect(await countRows("alert_matches")).toBe(1);
    await sweepAlertMatches(servicesAt(now + 15 * DAY_MS));
    expect(await countRows("alert_matches")).toBe(0);
  });

  it("gives alerts with the same filters one match", async () => {
    const teacher = await createTeacher();
    await createListing(teacher);
    for (let n = 0; n < 3; n++) await createAlertRow("subject=m", { now });
    await queueListings();
    expect(await matchAlerts(servicesAt(now))).toBe(1);
  });
});

it("the queue of new listings gets a listing at its first publication only", async () => {
  const admin = await createAdmin();
  const teacher = await createTeacher();
  const listing = await createListing(teacher, {
    state: "pending",
    publishedTs: null,
    expiresTs: null,
  });
  const post = async (path: string, as: Actor) =>
    expect((await app.post(path, { as, form: { version: "1" } })).status, path).toBe(303);
  await post(paths.adminListingAction(listing.id, "approve"), admin);
  expect(await db.select().from(alertQueue)).toEqual([
    { listingNum: listing.num, publishedTs: app.clock.now, afterFiltersId: 0 },
  ]);

  await db.delete(alertQueue);
  app.clock.now += 60_000;
  for (const action of ["pause", "resume", "renew"] as const)
    await post(paths.listingAction(listing.id, action), teacher);
  expect(await countRows("alert_queue")).toBe(0);
});

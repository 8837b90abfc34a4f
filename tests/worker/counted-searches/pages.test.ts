import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type searchDays, teacherInformation } from "@/db/schema";
import { getSearchDemand, refreshSearchDemand } from "@/features/counted-searches";
import { COUNTY_CODES, LEVELS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { countRows, createAdmin, createListing, createTeacher } from "../../helpers/factories";
import { CHEMISTRY_IN_IASI, setSearches } from "../../helpers/searches";

/** Searches of two days before today, and one day that is too old for the demand. */
const SEARCHES: (typeof searchDays.$inferInsert)[] = [
  { day: "2026-10-21", subject: "c", counts: { "is::0": [500, 0] } },
  { day: "2026-10-22", subject: "c", counts: { "is::0": [20, 1], "is:h:1": [10, 0], "cj::0": [9, 9] } },
  CHEMISTRY_IN_IASI,
  { day: "2026-11-20", subject: "", counts: { "::0": [300, 0], "is::0": [40, 0] } },
  { day: "2026-11-20", subject: "la", counts: { "tl::0": [12, 12] } },
  { day: "2026-11-20", subject: "m", counts: { "is:h:0": [50, 0], "::0": [70, 0] } },
];

beforeAll(async () => {
  await setSearches(SEARCHES);
  for (let n = 0; n < 3; n++) await createListing(await createTeacher(), { subject: "c", county: "is" });
});
afterAll(() => setSearches([]));

const readText = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

const setCounty = ({ id }: { id: string }, county: "is") =>
  db.update(teacherInformation).set({ county }).where(eq(teacherInformation.userId, id));

it("refresh-search-demand sums the searches of the last 30 days, and fewer than ten are no demand", async () => {
  const demand = (subject: "c" | "la", county: "is" | "cj" | "tl") =>
    getSearchDemand({ db }, { subject, county });
  expect(await demand("c", "is")).toEqual({ subject: "c", county: "is", searches: 117, teachers: 3 });
  expect(await demand("c", "cj")).toBeNull();
  expect(await demand("la", "tl")).toMatchObject({ searches: 12, teachers: 0 });
  await refreshSearchDemand({ db, now: app.clock.now + 40 * 86_400_000 });
  expect(await countRows("search_demand")).toBe(0);
  await refreshSearchDemand({ db, now: app.clock.now });
  expect(await demand("c", "is")).toMatchObject({ searches: 117 });
});

describe("what teachers see", () => {
  const LINE = "117 searches for Chemistry in Iași County, 3 teachers";

  it("the list of own listings shows the demand for their subjects and counties, without listings nothing", async () => {
    const teacher = await createTeacher();
    await setCounty(teacher, "is");
    const readOwn = () => readText(app.get(paths.ownListings(), { as: teacher }));
    expect(await readOwn()).not.toContain("searches for");
    await createListing(teacher, { subject: "m", county: "is", state: "draft" });
    const own = await readOwn();
    expect(own).toContain("50 searches for Mathematics in Iași County, no teachers");
    expect(own).not.toContain("searches for Chemistry");
  });

  it("the form shows the demand for the draft's subject and county, and none for a published listing", async () => {
    const teacher = await createTeacher();
    await setCounty(teacher, "is");
    expect(await readText(app.get(paths.createListing(), { as: teacher }))).not.toContain("searches for");
    const draft = await createListing(teacher, { subject: "c", county: "is", state: "draft" });
    expect(await readText(app.get(paths.editListing(draft.id), { as: teacher }))).toContain(LINE);
    expect(await readText(app.get(`/ro${paths.editListing(draft.id)}`, { as: teacher }))).toContain(
      "117 căutări pentru chimie în județul Iași, 3 profesori",
    );
    const rare = await createListing(teacher, { subject: "c", county: "cj", state: "draft" });
    expect(await readText(app.get(paths.editListing(rare.id), { as: teacher }))).not.toContain(
      "searches for",
    );
    const published = await createListing(teacher, { subject: "m", county: "is" });
    expect(await readText(app.get(paths.editListing(published.id), { as: teacher }))).not.toContain(
      "searches for",
    );
  });
});

describe("/admin/searches", () => {
  it("lists subjects and counties by searches, or by searches without results", async () => {
    const as = await createAdmin();
    const bySearches = await readText(app.get(paths.adminSearches(), { as }));
    expect(bySearches).toMatch(
      /Any subject, any county 300 0 \d+ .*Chemistry, Iași 117 3 \d+ .*Mathematics, any county 70 0 \d+ .*Latin, Tulcea 12 12/,
    );
    const byEmpty = await readText(app.get(paths.adminSearches({ sort: "empty" }), { as }));
    expect(byEmpty).toMatch(
      /the most searches that found no listing\. .*Latin, Tulcea 12 12 .*Chemistry, Cluj 9 9 .*Chemistry, Iași 117 3/,
    );
    expect(byEmpty).not.toContain("Mathematics, any county");
  });

  it("the CSV has a line for each day, subject, county, level and online", async () => {
    const as = await createAdmin();
    const answer = await app.get(paths.adminSearchesCsv({ from: "2026-10-22", to: "2026-11-20" }), { as });
    expect(answer.headers.get("content-disposition")).toContain("searches-2026-10-22-2026-11-20.csv");
    const lines = (await answer.text()).split("\r\n");
    expect(lines[0]).toContain("Day,Subject,Level,County,Online,Searches,Without results");
    expect(lines.slice(1, 4)).toEqual([
      "2026-10-22,Chemistry,,Cluj,0,9,9",
      "2026-10-22,Chemistry,,Iași,0,20,1",
      "2026-10-22,Chemistry,High school,Iași,1,10,0",
    ]);
    expect(lines).toContain("2026-11-20,,,,0,300,0");
    await expectStatus(app.get(paths.adminSearchesCsv({ from: "x" }), { as }), 422);
  });
});

describe("GET /api/admin/searches", () => {
  type Page = { content: { day: string; searches: number }[]; next: string | null };

  it("returns rows by day, in pages", async () => {
    const token = bearer(await createAccessToken(await createAdmin()));
    const path = paths.apiAdminSearches({ from: "2026-10-22", to: "2026-11-20" });
    const all = (await (await app.get(path, token)).json()) as Page;
    expect(all.next).toBeNull();
    expect(all.content).toHaveLength(9);
    expect(all.content[2]).toEqual({
      day: "2026-10-22",
      subject: "c",
      level: "h",
      county: "is",
      online: true,
      searches: 10,
      empty: 0,
    });

    const places = COUNTY_CODES.flatMap((county) =>
      LEVELS.flatMap((level) => [`${county}:${level}:0`, `${county}:${level}:1`]),
    );
    const counts = Object.fromEntries(
      places.slice(0, 700).map((place) => [place, [1, 0] as [number, number]]),
    );
    const many = (["a", "b", "c", "e"] as const).map((subject) => ({ day: "2026-11-19", subject, counts }));
    await setSearches(many);
    const found: Page["content"] = [];
    let after: string | null = "";
    let pages = 0;
    do {
      const page: Page = (await (await app.get(paths.apiAdminSearches({ after }), token)).json()) as Page;
      found.push(...page.content);
      after = page.next;
      pages++;
    } while (after !== null);
    expect([found.length, pages]).toEqual([2800, 2]);
    await setSearches(SEARCHES);
    const spoiled = (await (await app.get(paths.apiAdminSearches({ after: "x" }), token)).json()) as Page;
    expect(spoiled.content).toHaveLength(9);
  });
});

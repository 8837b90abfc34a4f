import { beforeAll, describe, expect, it } from "vitest";
import { listings, requests, searchDays, settings, users } from "@/db/schema";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";
import { DAY_MS, startOfDay } from "@/shared/dates";
import { LIMITS_PATH } from "@/shared/default-limits";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, createUser, signIn } from "../../helpers/factories";
import { setSearches } from "../../helpers/searches";
import { insertRequest } from "../requests/setup";

/** The first day of the demand, and the day before. */
const [FIRST_DAY, TOO_OLD] = ["2026-10-22", "2026-10-21"];
const FIRST_TS = startOfDay(FIRST_DAY);

let as: Awaited<ReturnType<typeof signIn>>;
let token: string;

beforeAll(async () => {
  await setSearches([
    { day: TOO_OLD, subject: "c", counts: { "is::0": [500, 0] } },
    { day: FIRST_DAY, subject: "c", counts: { "is::0": [20, 1], "is:h:1": [10, 0], "cj::0": [9, 9] } },
    { day: "2026-11-20", subject: "c", counts: { "is::0": [7, 2], "::0": [80, 0] } },
    { day: "2026-11-20", subject: "", counts: { "is::0": [40, 0] } },
    { day: "2026-11-20", subject: "m", counts: { "cj:h:0": [50, 0] } },
  ]);
  const admin = await createAdmin();
  [as, token] = [await signIn(admin), await createAccessToken(admin)];
  const owner = await createTeacher();
  await createListing(owner, { subject: "c", county: "cj" });
  const math = { subject: "m", county: "cj" } as const;
  for (let n = 0; n < 8; n++) await createListing(await createTeacher(), math);
  await createListing(await createTeacher(), { ...math, expiresTs: app.clock.now });
  await createListing(await createTeacher({ disabledTs: app.clock.now }), math);
  await createListing(owner, { subject: "c", county: "is", online: true });
  await createListing(owner, { subject: "c", county: "cj", state: "paused" });
  await createListing(owner, { subject: "m", county: "cj", state: "draft" });

  const learner = () => createUser();
  const opened = { subject: "la", county: "tl", openedTs: FIRST_TS } as const;
  const closed = { ...opened, state: "closed", closedTs: app.clock.now } as const;
  await insertRequest(await learner(), opened);
  await insertRequest(await learner(), closed);
  await insertRequest(await learner(), { ...closed, openedTs: FIRST_TS - 1 });
  await insertRequest(await learner(), { ...opened, openedTs: FIRST_TS - DAY_MS });
  await insertRequest(await learner(), { ...opened, subject: "c", county: "is" });
  await insertRequest(await learner(), { ...opened, subject: "c", county: null, online: true });
  await insertRequest(await learner(), { ...opened, state: "pending", openedTs: null });
  await insertRequest(await learner(), { ...closed, state: "rejected" });
});

type Cell = {
  subject: string;
  county: string;
  teachers: number;
  searches: number;
  empty: number;
  requests: number;
};

/** Every cell, counted from the rows of listings, searches and requests. */
async function recount(): Promise<Cell[]> {
  const disabled = new Set(
    (await db.select().from(users)).filter((user) => user.disabledTs).map(({ id }) => id),
  );
  const visible = (await db.select().from(listings)).filter(
    ({ state, expiresTs, ownerId }) =>
      state === "published" && (expiresTs ?? 0) > app.clock.now && !disabled.has(ownerId),
  );
  const days = (await db.select().from(searchDays)).filter(({ day }) => day >= FIRST_DAY);
  const open = (await db.select().from(requests)).filter(
    ({ state, openedTs }) => (state === "open" || state === "closed") && (openedTs ?? 0) >= FIRST_TS,
  );
  return SUBJECTS.flatMap((subject) =>
    COUNTY_CODES.map((county) => {
      const isHere = (row: { subject: string; county: string | null }) =>
        row.subject === subject && row.county === county;
      const searched = days
        .filter((day) => day.subject === subject)
        .flatMap(({ counts }) => Object.entries(counts))
        .filter(([key]) => key.startsWith(`${county}:`))
        .map(([, counts]) => counts);
      return {
        subject,
        county,
        teachers: new Set(visible.filter(isHere).map(({ ownerId }) => ownerId)).size,
        searches: searched.reduce((sum, [searches]) => sum + searches, 0),
        empty: searched.reduce((sum, [, empty]) => sum + empty, 0),
        requests: open.filter(isHere).length,
      };
    }),
  );
}

const byCode = (one: Cell, other: Cell) =>
  `${one.subject} ${one.county}` < `${other.subject} ${other.county}` ? -1 : 1;

const readText = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

it("GET /api/admin/coverage equals a recount of every subject and county, those below the goal first, the most wanted of them first", async () => {
  const answer = await expectStatus(app.get(paths.apiAdminCoverage(), bearer(token)), 200);
  const { goal, content, next } = (await answer.json()) as { goal: number; content: Cell[]; next: null };
  expect([goal, next]).toEqual([8, null]);
  expect(content.toSorted(byCode)).toEqual((await recount()).sort(byCode));
  expect([...content.slice(0, 3), content.at(-1)]).toEqual([
    { subject: "c", county: "is", teachers: 1, searches: 37, empty: 3, requests: 1 },
    { subject: "c", county: "cj", teachers: 1, searches: 9, empty: 9, requests: 0 },
    { subject: "la", county: "tl", teachers: 0, searches: 0, empty: 0, requests: 2 },
    { subject: "m", county: "cj", teachers: 8, searches: 50, empty: 0, requests: 0 },
  ]);
});

describe("/admin/coverage", () => {
  it("lists the cells below the goal, the most wanted first, and in the CSV the others after them", async () => {
    const text = readText(await expectPage(app.get(paths.adminCoverage(), { as }), 200));
    expect(text).toContain(
      "looked for in the last 30 days and that have fewer than 8 teachers: 3, of which 1 have no teacher.",
    );
    expect(text).toMatch(
      /No teachers The most wanted come first: .* Requests Chemistry, Iași 1 of 8 37 3 1 Chemistry, Cluj 1 of 8 9 9 0 Latin, Tulcea 0 of 8 0 0 2 Choose a subject or a county to see all/,
    );
    expect(text).not.toContain("Mathematics, Cluj");
    const none = readText(await app.read(paths.adminCoverage({ none: 1 }), { as }));
    expect(none).toMatch(/Requests Latin, Tulcea 0 of 8 0 0 2 (?!\S+, )/);
    expect(none).not.toContain("Chemistry, Cluj");
    const latin = readText(await app.read(`/ro${paths.adminCoverage({ subject: "la" })}`, { as }));
    // All of its counties, of which one was looked for: the number above is that of the rows.
    expect(latin).toContain("cu mai puțin de 8 profesori: 42, dintre care 42 fără niciun profesor.");
    expect(latin.match(/Latină, [^0-9]* 0 din 8/g)).toHaveLength(42);
    expect(latin).toContain("Latină, Tulcea 0 din 8 0 0 2");
    expect(latin).not.toContain("Chimie, Iași");
    expect(await app.read(paths.adminSearches(), { as })).toContain(`href="${paths.adminCoverage()}"`);

    const answer = await app.get(paths.adminCoverageCsv(), { as });
    expect(answer.headers.get("content-disposition")).toContain("coverage-2026-11-20.csv");
    const lines = (await answer.text()).split("\r\n");
    expect(lines.slice(0, 3)).toEqual([
      "Subject,County,Teachers,Goal,Searches,Without results,Requests",
      "Chemistry,Iași,1,8,37,3,1",
      "Chemistry,Cluj,1,8,9,9,0",
    ]);
    expect(lines.slice(839)).toEqual([expect.any(String), "Mathematics,Cluj,8,8,50,0,0", ""]);
    const noTeacher = (await app.read(paths.adminCoverageCsv({ none: 1 }), { as })).split("\r\n");
    expect(noTeacher[1]).toBe("Latin,Tulcea,0,8,0,0,2");
    expect(noTeacher.join()).not.toContain("Chemistry,Cluj");
  });

  it("uses the goal of the settings", async () => {
    const value = { coverage_goal: 9 };
    await db.insert(settings).values({ path: LIMITS_PATH, value, version: 1, updatedTs: 0 });
    const text = readText(await app.read(paths.adminCoverage(), { as }));
    expectText(text, "fewer than 9 teachers: 4", "Mathematics, Cluj 8 of 9 50 0 0");
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { listMatches } from "@/features/search/matching/list-matches";
import { SUBJECTS } from "@/shared/codes";
import { parseSearch } from "@/shared/schemas/search";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const ctx = { db, now: app.clock.now } as unknown as Parameters<typeof listMatches>[0];
const find = (query: string) => listMatches(ctx, parseSearch(new URLSearchParams(query)));

beforeAll(async () => {
  const teacher = await createTeacher();
  const make = (title: string, overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, { title, publishedTs: app.clock.now - 60_000, ...overrides });
  await make("Undeva în județ", { county: "cj" });
  await make("La sediul județului", { county: "cj", latitude: 46.77, longitude: 23.59 });
  await make("La trei străzi", { county: "cj", latitude: 46.7812, longitude: 23.6101 });
  await make("În Florești", { county: "cj", latitude: 46.7466, longitude: 23.4905 });
  await make("În Turda", { county: "cj", latitude: 46.5667, longitude: 23.7833, publishedTs: app.clock.now });
  await make("La Iași", { county: "is", latitude: 47.1585, longitude: 27.6014 });
});

describe("GET /tutoring?near=", () => {
  it("is sorted by distance, and cards show the distance to the rounded point", async () => {
    const { content } = await find("near=cj&radius=100");
    expect(content.map(({ title, distanceKm }) => [title, distanceKm])).toEqual([
      ["La sediul județului", 0],
      ["La trei străzi", expect.closeTo(1.89, 1)],
      ["În Florești", expect.closeTo(8.06, 1)],
      ["În Turda", expect.closeTo(27.0, 0)],
      ["Undeva în județ", null],
    ]);
    expect((await find("near=cj&radius=1")).total).toBe(2);
    expect((await find("near=cj&radius=1")).content.map(({ distanceKm }) => distanceKm)).toContain(null);
    // Searches from many points reveal only the listing's grid point.
    const exact = await find("near=46.7812,23.6101&radius=1&sort=distance");
    expect(exact.content.map(({ distanceKm }) => distanceKm)).not.toContain(0);
    expect((await find("subject=m")).content.every(({ distanceKm }) => distanceKm === null)).toBe(true);
  });

  it.each(["-91,23", "46,181", "46", "46,23,1", "cluj", "1e1,2e1"])(
    "ignores near=%s, like an unknown code",
    async (near) => {
      expect(parseSearch(new URLSearchParams({ near })).filters.near).toBeNull();
      expect((await find(`near=${encodeURIComponent(near)}&sort=distance`)).total).toBe(6);
    },
  );

  it.each([
    ["1,000.5", 25, false],
    ["NaN", 25, false],
    ["", 25, false],
    ["0.5", 1, true],
    ["-5", 1, true],
    ["100.5", 100, true],
    ["9".repeat(400), 100, true],
    ["1", 1, false],
    ["7,5", 7.5, false],
    ["100.0000", 100, false],
  ])("radius=%s is %d km; out of range it is named in a warning: %s", (radius, used, isWarned) => {
    const { filters, warnings } = parseSearch(new URLSearchParams({ near: "cj", radius }));
    expect(filters.radius).toBe(used);
    const warning = { field: "radius", code: "radius_out_of_range", params: { used } };
    expect(warnings).toMatchObject(isWarned ? [warning] : []);
  });

  it("the page reads the radius in its language", async () => {
    const read = async (path: string) => (await app.get(path)).text();
    for (const path of ["/tutoring?near=cj&radius=7.5", "/ro/tutoring?near=cj&radius=7,5"])
      expect(await read(path)).toMatch(
        /<option[^>]*value="7\.5"[^>]*selected|<option selected="" value="7\.5"/,
      );
    expect(await read("/tutoring?near=cj&radius=1,500")).toContain("so 100 km is used");
    expect(await read("/ro/tutoring?near=cj&radius=1.500")).toContain("așa că folosim 100 km");
    expect(await read("/ro/tutoring?near=cj&radius=1,500")).not.toContain("așa că folosim");
  });

  it("the page names a clamped radius in both languages, and its links contain the bound", async () => {
    const read = async (path: string) => (await app.get(path)).text();
    expect(await read("/tutoring?near=cj&radius=500")).toContain(
      "Distance must be between 1 and 100 km, so 100 km is used.",
    );
    const romanian = await read("/ro/tutoring?near=cj&radius=0&subject=m");
    expect(romanian).toContain("Distanța trebuie să fie între 1 și 100 km, așa că folosim 1 km.");
    expect(romanian).toContain('href="/ro/tutoring?near=cj&amp;radius=1"');
    for (const radius of ["50", "abc"]) {
      expect(await read(`/tutoring?near=cj&radius=${radius}`)).not.toContain("must be between");
    }
  });

  it("parses a point in several notations, and the extreme coordinates", async () => {
    for (const near of ["46.77,23.59", " 46.770 , 23.59 ", "46.77000000,023.59"]) {
      expect(parseSearch(new URLSearchParams({ near })).filters.near).toMatchObject({
        latitude: 46.77,
        longitude: 23.59,
      });
    }
    // Near a pole a circle touches hundreds of cells, and each subject and price band of each cell is read.
    const subjects = SUBJECTS.map((code) => `subject=${code}`).slice(1);
    const path = `near=89,0&radius=100&min=73.5&max=420.3&${subjects.join("&")}`;
    for (const sort of ["distance", "newest"]) expect((await find(`${path}&sort=${sort}`)).total).toBe(0);
  });
});

it("sort=distance has listings without a point after all others, in pages both ways", async () => {
  const teacher = await createTeacher();
  for (let n = 0; n < 50; n++) {
    const point = n % 5 === 0 ? { latitude: 47.65 + n / 1000, longitude: 26.26 } : {};
    await createListing(teacher, {
      title: `Suceava ${n}`,
      county: "sv",
      publishedTs: app.clock.now - n * 60_000,
      ...point,
    });
  }
  const expected = [...Array(50).keys()]
    .sort((a, b) => Number(a % 5 > 0) - Number(b % 5 > 0) || a - b)
    .map((n) => `Suceava ${n}`);
  const first = await find("near=sv&sort=distance");
  const second = await find(`near=sv&sort=distance&after=${first.next}`);
  const third = await find(`near=sv&sort=distance&after=${second.next}`);
  const titles = [first, second, third].flatMap(({ content }) => content.map(({ title }) => title));
  expect(titles).toEqual(expected);
  expect(third).toMatchObject({ total: 50, next: null });
  const back = await find(`near=sv&sort=distance&before=${third.previous}`);
  expect(back.content.map(({ title }) => title)).toEqual(expected.slice(20, 40));
});

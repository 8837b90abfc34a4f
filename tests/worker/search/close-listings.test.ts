import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { teacherInformation } from "@/db/schema";
import type { ListingPageJson } from "@/features/search/api";
import { groupCloseSearches, MISSED_FILTERS } from "@/features/search/next-steps/wider-searches";
import { DAY_MS } from "@/shared/dates";
import { NO_FILTERS } from "@/shared/schemas/search";
import { FLAG_FILTERS } from "@/shared/search-filters";
import { createSeededRandom } from "../../../dev/stubs/seeded-random";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { promote } from "../../helpers/promote";
import { listCloseTitles, listResultTitles } from "../../helpers/result-titles";

type Listing = Awaited<ReturnType<typeof createListing>>;

beforeAll(async () => {
  const teacher = await createTeacher();
  let minutes = 0;
  const publish = (title: string, overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, {
      title,
      subject: "la",
      levels: ["h"],
      county: "cj",
      publishedTs: app.clock.now - ++minutes * 60_000,
      ...overrides,
    });
  await publish("Cluj, liceu", { trial: "free" });
  await promote(await publish("Cluj, liceu și Bac, promovat", { levels: ["h", "pb"], trial: "free" }));
  await publish("Cluj, Bac", { levels: ["pb"], trial: "free" });
  await publish("Cluj, Bac fără probă", { levels: ["pb"] });
  await publish("Cluj, grădiniță", { levels: ["kg"], trial: "free" });
  await publish("Online din București", { county: "b", online: true, locations: [], trial: "free" });
  await publish("Online din Sălaj, Bac", { county: "sj", online: true, levels: ["pb"], trial: "free" });
  await publish("Sălaj, Bac", { county: "sj", levels: ["pb"], trial: "free" });
  await publish("Sălaj, liceu", { county: "sj", trial: "free" });
  await publish("Cluj, fizică", { subject: "p" });
  for (let n = 0; n < 5; n++) await publish(`Gimnaziu ${n}`, { levels: ["m"], county: "bh" });
  await publish("Online din Tulcea, 110 lei", { subject: "g", county: "tl", online: true, price: 11_000 });
  await publish("Buzău, 110 lei", { subject: "g", county: "bz", price: 11_000 });
  for (let n = 6; n > 0; n--)
    await publish(`Online ${n}`, { subject: "en", county: "b", online: true, locations: [] });
  await publish("Cluj, engleză, Bac", { subject: "en", levels: ["pb"] });
  for (const lei of [125, 126, 110, 100, 80])
    await publish(`Focșani, ${lei}`, { subject: "g", county: "vn", price: lei * 100 });
});

async function read(path: string) {
  const html = await app.read(path, { headers: { "sec-purpose": "prefetch" } });
  const notes = [...html.matchAll(/class="card__note">([^<]+)</g)].map(([, note]) => note);
  return { html, results: listResultTitles(html), close: listCloseTitles(html), notes };
}

/** The close listings of the JSON answer: title and missed filter. */
async function find(query: string) {
  const { close } = (await (await app.get(`/api/listings${query}`)).json()) as ListingPageJson;
  return close.map(({ listing, misses }) => [listing.title, misses]);
}

describe("GET /tutoring with fewer than 5 results", () => {
  it("adds what is online and misses only the place, then what misses one filter, here and online", async () => {
    const { results, close, notes, html } = await read("/tutoring?subject=la&county=cj&level=h&trial=1");
    expect(results).toEqual(["Cluj, liceu și Bac, promovat", "Cluj, liceu"]);
    expect(close).toEqual(["Online din București", "Cluj, Bac", "Online din Sălaj, Bac"]);
    expect(notes).toEqual(["Online, from București", ...Array(2).fill("Not listed for high school")]);
    expect(html).toContain('close-listings--apart"><h2>Close to your search</h2>');
    expect(html).toContain("Lessons in other counties are online.");
    // They are no results.
    expect(html).toContain('data-part="count">2 listings<');
    const romanian = await read("/ro/tutoring?subject=la&county=cj&level=h&trial=1");
    expect(romanian.html).toContain("<h2>Aproape de ce căutați</h2>");
    expect(romanian.notes).toEqual(["Online, din București", ...Array(2).fill("Nu a ales nivelul liceu")]);
    // Either of two levels would match.
    const either = await read("/ro/tutoring?subject=la&county=cj&level=pu&level=bc&trial=1");
    expect(either.notes).toContainEqual(expect.stringMatching(/^Nu a ales nivelul .+ sau /));
  });

  it("shows the nearest of the missed levels first", async () => {
    const { close } = await read("/tutoring?subject=la&county=cj&level=pu&trial=1");
    expect(close).toEqual([
      "Cluj, Bac",
      "Cluj, liceu",
      "Cluj, liceu și Bac, promovat",
      "Online din Sălaj, Bac",
      "Online din București",
    ]);
  });

  it("gives up the level after other filters, and the certificate of integrity last", () => {
    const filters = { ...NO_FILTERS, subject: ["m" as const], level: ["pb" as const], county: "bv" as const };
    const groups = groupCloseSearches({ ...filters, integrity: true, trial: true });
    expect(groups.map((group) => group.map(({ misses }) => misses))).toEqual([
      ["place", "trial", "trial"],
      ["level", "level", "level", "level"],
      ["integrity", "integrity"],
    ]);
  });

  it("fills its places with online lessons of the level before it shows another level", async () => {
    const { close } = await read("/tutoring?subject=en&county=cj&level=h");
    expect(close).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Online ${n}`));
    // The JSON has no word for them, and they take no place of those that it names.
    expect(await find("?subject=en&county=cj&level=h")).toEqual([["Cluj, engleză, Bac", "level"]]);
  });

  it("names the difference of the price, at most a quarter", async () => {
    const { close, notes } = await read("/tutoring?subject=g&county=vn&min=90&max=100");
    expect(close).toEqual(["Focșani, 110", "Focșani, 125", "Focșani, 80", "Online din Tulcea, 110 lei"]);
    expect(notes).toEqual([
      "10 lei an hour above your budget",
      "25 lei an hour above your budget",
      "10 lei an hour below your lowest price",
      "10 lei an hour above your budget",
    ]);
    const { notes: romanian } = await read("/ro/tutoring?subject=g&county=vn&max=100");
    expect(romanian.slice(0, 2)).toEqual(["Cu 10 lei pe oră peste buget", "Cu 25 de lei pe oră peste buget"]);
  });

  it("says that other counties are online only for a search in a county, and the miss of a card first", async () => {
    const { html, notes } = await read("/tutoring?subject=la&level=h&integrity=1");
    expect(notes.length).toBeGreaterThan(0);
    expect(new Set(notes)).toEqual(new Set(["No checked certificate of integrity"]));
    expect(html).not.toContain("Lessons in other counties are online.");
    for (const [, body = ""] of html.split('class="close-listings')[1]?.matchAll(/card__body">(.{20})/g) ??
      [])
      expect(body).toBe('<p class="card__note');
  });

  it("shows none for 5 results, later pages, or a search without such filters", async () => {
    for (const query of ["?subject=la&county=bh", "?q=gimnaziu+1&exact=1", "?subject=p&county=cj", ""])
      expect((await read(`/tutoring${query}`)).html, query).not.toContain("close-listings");
  });

  it("gives them checkboxes where the results have some", async () => {
    const { html } = await read("/tutoring?subject=la&county=cj&level=h&trial=1&select=1");
    expect(html.match(/name="listing_ids"/g)).toHaveLength(5);
  });
});

describe("GET /tutoring without results", () => {
  it("suggests no two searches that find only the same listings", async () => {
    // The only listing of physics is found in Cluj, in any county, and without any other filter.
    const { results, html } = await read("/tutoring?subject=p&county=bn&level=h");
    expect(results).toEqual([]);
    const steps = [...html.matchAll(/next-steps__label">([^<]+)<.*?next-steps__count">([^<]+)</g)];
    expect(steps.map(([, label, count]) => [label, count])).toEqual([["Cluj", "1 listing"]]);
  });

  it("shows close listings, then folds similar searches, and says what a missing badge means", async () => {
    const { results, close, html } = await read("/tutoring?subject=la&county=bn&level=h");
    expect(results).toEqual([]);
    expect(close).toContain("Online din București");
    const order = [
      "we have not seen one",
      "No listings match",
      "card__link",
      "<details",
      "Online lessons from anywhere",
    ];
    const positions = order.map((text) => html.indexOf(text, html.indexOf('data-part="results"')));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });
});

describe("GET /api/listings", () => {
  it.each([
    [
      "level=h&trial=1",
      [
        ["Cluj, Bac", "level"],
        ["Online din Sălaj, Bac", "level"],
      ],
    ],
    ["level=pb&trial=1&q=bac&exact=1", [["Cluj, Bac fără probă", "trial"]]],
    ["level=h&location=th&trial=1&q=online&exact=1", [["Online din București", "location"]]],
    [
      "level=h&online=1",
      [
        ["Cluj, liceu", "online"],
        ["Cluj, liceu și Bac, promovat", "online"],
        ["Online din Sălaj, Bac", "level"],
      ],
    ],
    ["level=h&receipt=1&verified=1", []],
  ])("`close` of %s", async (query, expected) => {
    expect(await find(`?subject=la&county=cj&${query}`)).toEqual(expected);
  });

  it("`close` misses exactly the named filter, by a recount of random listings and searches", async () => {
    const random = createSeededRandom(5);
    const isChosen = (share: number) => random() < share;
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const some = <T>(values: readonly T[]) => {
      const chosen = values.filter(() => isChosen(0.5));
      return chosen.length > 0 ? chosen : [pick(values)];
    };
    const later = app.clock.now + DAY_MS;
    const listings = new Map<string, Listing & { languages: string[]; flags: Record<string, boolean> }>();
    for (let n = 0; n < 8; n++) {
      const [isChecked, hasIntegrity, teachesEnglish] = [n % 2 > 0, n % 4 > 1, n > 3];
      const languages = teachesEnglish ? ["ro" as const, "en" as const] : ["ro" as const];
      const teacher = await createTeacher({
        checkedUntilTs: isChecked ? later : null,
        integrityUntilTs: hasIntegrity ? later : null,
      });
      await db.update(teacherInformation).set({ languages }).where(eq(teacherInformation.userId, teacher.id));
      for (let each = 0; each < 12; each++) {
        const listing = await createListing(teacher, {
          subject: "m",
          county: pick(["cj", "cj", "b"]),
          online: isChosen(0.5),
          levels: some(["h", "pb"]),
          price: pick([8000, 10_000, 11_000, 15_000]),
          availability: some(["1m", "3e"]),
          formats: some(["individual", "group"]),
          locations: some(["th", "tc"]),
          trial: pick(["none", "free"]),
          receipt: isChosen(0.5),
        });
        const flags = {
          online: listing.online,
          trial: listing.trial !== "none",
          receipt: listing.receipt,
          verified: isChecked || hasIntegrity,
          integrity: hasIntegrity,
        };
        listings.set(listing.id, { ...listing, languages, flags });
      }
    }
    const seen = new Set<string>();
    for (let n = 0; n < 80; n++) {
      const codes = Object.entries({
        level: pick(["h", "pb"]),
        when: pick(["1m", "3e"]),
        format: pick(["individual", "group"]),
        location: pick(["th", "tc"]),
        teaches_in: "en",
      }).filter(() => isChosen(0.4));
      const flags = FLAG_FILTERS.filter(() => isChosen(0.3));
      const max = isChosen(0.4) ? pick([90, 100]) : null;
      const county = isChosen(0.8) ? "cj" : null;
      const query = new URLSearchParams([
        ["subject", "m"],
        ...codes,
        ...flags.map((name) => [name, "1"]),
        ...(max === null ? [] : [["max", `${max}`]]),
        ...(county === null ? [] : [["county", county]]),
      ]);
      const { close } = (await (await app.get(`/api/listings?${query}`)).json()) as ListingPageJson;
      for (const { listing, misses } of close) {
        const row = listings.get(listing._id);
        if (!row) throw new Error(`unknown listing ${listing._id}`);
        const has: Record<string, readonly string[]> = {
          level: row.levels,
          when: row.availability,
          format: row.formats,
          location: row.locations,
          teaches_in: row.languages,
        };
        const missed = [
          ...codes.filter(([name, code]) => !has[name]?.includes(code)).map(([name]) => name),
          ...flags.filter((name) => !row.flags[name]),
          ...(max !== null && (row.pricePerHour ?? 0) > max * 100 ? ["price"] : []),
          ...(county !== null && row.county !== county && !row.online ? ["county"] : []),
        ];
        expect(missed, `${query} ${listing._id}`).toEqual([misses]);
        seen.add(misses);
      }
    }
    expect([...seen].sort()).toEqual([...MISSED_FILTERS].sort());
  });
});

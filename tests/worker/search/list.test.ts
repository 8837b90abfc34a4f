import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { listResultTitles } from "../../helpers/result-titles";
import { insertPictures } from "../listings/listing-api";

const DAY_MS = 86_400_000;
let n = 0;

/** Publishes a listing, each one minute older than the one before. */
async function publish(
  overrides: Parameters<typeof createListing>[1] = {},
  owner: Parameters<typeof createTeacher>[0] = {},
) {
  const teacher = await createTeacher(owner);
  return createListing(teacher, { publishedTs: app.clock.now - ++n * 60_000, ...overrides });
}

async function listTitles(path: string): Promise<string[]> {
  return listResultTitles(await openPage(path));
}

beforeAll(async () => {
  await publish({
    title: "Geometrie la Cluj",
    subject: "m",
    levels: ["h", "pb"],
    county: "cj",
    price: 10_000,
  });
  await publish({
    title: "Analiză la Iași",
    subject: "m",
    levels: ["pu"],
    county: "is",
    price: 20_000,
    locations: ["lh", "tc"],
  });
  await publish(
    { title: "Pian la Cluj", subject: "mu", levels: ["e"], county: "cj", price: 15_000, sessionMinutes: 90 },
    { checkedUntilTs: app.clock.now + 1 },
  );
  // Its card shows the first picture.
  const illustrated = await publish({
    title: "Științe prin joc",
    subject: "b",
    levels: ["e", "m"],
    county: "b",
    price: 8000,
    locations: [],
    online: true,
  });
  await insertPictures(illustrated, 2, { width: 960, height: 600 });
  await publish({ title: "Retras", state: "paused" });
  await publish({
    title: "Vechi de tot",
    publishedTs: app.clock.now - 95 * DAY_MS,
    expiresTs: app.clock.now - 5 * DAY_MS,
  });
  await publish({ title: "În așteptare", state: "pending", publishedTs: null, expiresTs: null });
  await publish({ title: "Al unui cont închis" }, { disabledTs: app.clock.now });
});

it("shows a listing's first picture on its card, in the size of cards only", async () => {
  const html = await app.read("/tutoring?subject=b");
  expect(html).toMatch(/<img src="\/images\/listings\/\w+\/[\w-]+-480\.webp" alt="" /);
  expect(html.match(/<img src="\/images\/listings/g)).toHaveLength(1);
});

describe("GET /tutoring filters", () => {
  it.each([
    ["", ["Geometrie la Cluj", "Analiză la Iași", "Pian la Cluj", "Științe prin joc"]],
    ["?subject=m", ["Geometrie la Cluj", "Analiză la Iași"]],
    ["?level=pb&level=pu&level=h", ["Geometrie la Cluj", "Analiză la Iași"]],
    ["?county=cj&subject=m&level=pb", ["Geometrie la Cluj"]],
    ["?location=tc&location=th", ["Geometrie la Cluj", "Analiză la Iași", "Pian la Cluj"]],
    ["?online=1", ["Științe prin joc"]],
    ["?verified=1", ["Pian la Cluj"]],
    ["?min=100&max=100", ["Geometrie la Cluj", "Pian la Cluj"]],
    ["?max=80,00", ["Științe prin joc"]],
    ["?min=150&max=100", []],
  ])("%s returns only matches", async (query, expected) => {
    expect(await listTitles(`/tutoring${query}`)).toEqual(expected);
  });

  it.each([
    ["/tutoring?max=1,000&min=100", 3],
    ["/ro/tutoring?max=80,5", 1],
  ])("%s reads prices in the page's format", async (path, count) =>
    expect(await listTitles(path)).toHaveLength(count),
  );

  it("shows a price in the page's format, and names one in the other format, which it doesn't use", async () => {
    const html = await app.read("/ro/tutoring?max=1234.5");
    expect(html).toMatch(
      /<input[^>]*name="max"[^>]*value="1\.234,5"|<input[^>]*value="1\.234,5"[^>]*name="max"/,
    );
    for (const [path, text] of [
      ["/tutoring?max=1.000", "“1.000” is not a price"],
      ["/ro/tutoring?max=1,000.50", "„1,000.50” nu este un preț"],
    ] as const) {
      expect(await listTitles(path)).toHaveLength(4);
      expect(await app.read(path)).toContain(text);
    }
  });

  it("names a lowest price above the highest, with links that swap or remove them", async () => {
    const html = await app.read("/ro/tutoring?subject=m&min=120&max=50");
    expect(listResultTitles(html)).toEqual([]);
    expect(html).toContain(
      "Prețul minim este mai mare decât cel maxim: „De la 120 de lei”, „Până la 50 de lei”. Niciun anunț nu poate corespunde ambelor.",
    );
    const links = [...html.matchAll(/href="([^"]+)"[^>]*>(?:Inversați prețurile|Ștergeți-le pe amândouă)</g)];
    expect(links.map(([, href = ""]) => href.replaceAll("&amp;", "&"))).toEqual([
      "/ro/tutoring?subject=m&min=50&max=120",
      "/ro/tutoring?subject=m",
    ]);
    expect(await app.read("/tutoring?min=50&max=50")).not.toContain("Swap the two prices");
  });

  it.each([
    "?subject=xx&level=&county=XX&location=moon&min=-5&max=1e9&sort=best&online=maybe",
    "?county=zz",
    "?min=abc&max=",
  ])("%s ignores unknown values", async (query) =>
    expect(await listTitles(`/tutoring${query}`)).toHaveLength(4),
  );
});

describe("GET /tutoring?q=", () => {
  it.each(["ştiinţe", "ȘTIINȚE", "Stiin", "joc științe"])("%s finds „Științe prin joc”", async (q) => {
    expect(await listTitles(`/tutoring?q=${encodeURIComponent(q)}`)).toEqual(["Științe prin joc"]);
  });

  it("finds the teacher's name and the description, and applies the other filters", async () => {
    expect(await listTitles("/tutoring?q=tepes")).toHaveLength(4);
    expect(await listTitles("/tutoring?q=subiectele+ultimilor&county=cj")).toEqual([
      "Geometrie la Cluj",
      "Pian la Cluj",
    ]);
    expect(await listTitles("/tutoring?q=cluj&subject=mu&level=e&max=100")).toEqual(["Pian la Cluj"]);
    expect(await listTitles("/tutoring?q=cluj&online=1")).toEqual([]);
    expect(await listTitles("/tutoring?q=cluj&sort=-price")).toEqual(["Pian la Cluj", "Geometrie la Cluj"]);
  });

  it("without any letters or digits finds nothing and says so", async () => {
    const html = await app.read("/tutoring?q=%21%3F");
    expect(html).toContain("No listings");
    expect(html).toContain("No listings match");
  });
});

describe("GET /tutoring page", () => {
  it("works as a plain form and keeps the chosen filters", async () => {
    const html = await app.read("/tutoring?subject=m&county=cj&level=h&min=50&exact=1&q=geometrie");
    expect(html).toMatch(/<form class="filters"[^>]*action="\/tutoring" method="get"/);
    expect(html).toMatch(/<option value="m" selected="">Mathematics/);
    expect(html).toMatch(/name="level"[^>]*checked=""[^>]*value="h"|name="level" value="h"[^>]*checked=""/);
    expect(html).toContain('value="geometrie"');
    expect(html).toContain("1 listing<");
  });

  it("offers the levels of the chosen subject, and those that are chosen", async () => {
    const listLevels = async (query: string) => {
      const html = await app.read(`/tutoring?${query}`);
      return [...html.matchAll(/<input[^>]*name="level"[^>]*value="(\w+)"/g)]
        .map(([, level]) => level)
        .join(" ");
    };
    expect(await listLevels("county=cj")).toBe("kg e m h pe pb pu bc ms phd");
    expect(await listLevels("subject=mu")).toBe("kg e m h pu bc ms phd");
    expect(await listLevels("subject=mu&level=pb")).toBe("kg e m h pb pu bc ms phd");
  });
});

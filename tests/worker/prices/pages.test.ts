import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceIndex, usualPrices } from "@/db/schema";
import { SUBJECTS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { PriceCells } from "@/shared/price-cells";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher, createUser, signIn } from "../../helpers/factories";

/** Mathematics in the country and in Cluj; the other subjects have no prices. */
const CELLS: PriceCells = {
  country: { m: [60, 6000, 7500, 9000], h: [120, 8050, 10_000, 12_000] },
  cj: { h: [20, 9000, 9000, 9000] },
};

const insertMonth = async (month: string, cells: PriceCells) => {
  for (const subject of SUBJECTS)
    await db.insert(priceIndex).values({ month, subject, cells: subject === "m" ? cells : {} });
};
const clear = async () => {
  await db.delete(usualPrices);
  await db.delete(priceIndex);
};

beforeAll(() => db.insert(usualPrices).values({ subject: "m", computedTs: 0, cells: CELLS }));
afterAll(clear);

const readText = async (path: string, init = {}) => {
  const answer = await app.get(path, init);
  expect(answer.status, path).toBe(200);
  return (await answer.text())
    .replace(/<(script|head)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
};

describe("the usual price in a sentence", () => {
  const COUNTRY =
    "In Romania, half of the teachers of Mathematics on this site ask 80 to 120 lei an hour for high school (at least 120 teachers, updated every night).";
  const IN_CLUJ =
    "In Cluj County, half of the teachers of Mathematics on this site ask about 90 lei an hour for high school (at least 20 teachers, updated every night).";

  const FOR_EXAM =
    "Fewer than 10 teachers offer lessons for the Baccalaureate, so these are the prices of lessons for high school.";

  it.each([
    // Without a level: all levels.
    [
      "/tutoring?subject=m",
      "In Romania, half of the teachers of Mathematics on this site ask, in lei an hour: 60–90 for middle school, 80–120 for high school.",
    ],
    [
      "/tutoring?subject=m&level=m&online=1",
      "half of the teachers of Mathematics on this site ask 60 to 90 lei an hour for middle school (at least 60 teachers, updated every night).",
    ],
    [
      "/ro/tutoring?subject=m&county=cj",
      "În județul Cluj, jumătate dintre profesorii de matematică de pe acest site cer, în lei pe oră: 90 pentru liceu.",
    ],
    ["/tutoring?subject=m&level=h&county=is", COUNTRY],
    [
      "/ro/tutoring?subject=m&level=h",
      "În România, jumătate dintre profesorii de matematică de pe acest site cer între 80 și 120 de lei pe oră pentru liceu (cel puțin 120 de profesori, actualizat în fiecare noapte).",
    ],
    ["/tutoring?subject=m&level=pb&county=cj", `${FOR_EXAM} ${IN_CLUJ}`],
    ["/tutoring?subject=m&level=phd&level=pb&county=cj", `${FOR_EXAM} ${IN_CLUJ}`],
    ["/tutoring?subject=m&level=phd", null],
    ["/tutoring?subject=m&subject=c", null],
    ["/tutoring?county=cj", null],
  ])("is on %s: %s", async (path, sentence) => {
    const text = await readText(path);
    if (sentence) expect(text).toContain(sentence);
    else expect(text).not.toContain("half of the teachers");
  });

  it("is in the form of a saved draft with subject and level, and in that of a request, but not on a listing", async () => {
    const teacher = await createTeacher();
    const as = await signIn(teacher);
    const draft = await createListing(teacher, { levels: ["pb", "h"], state: "draft" });
    expect(await readText(paths.editListing(draft.id), { as })).toContain(IN_CLUJ);
    expect(await readText(paths.createListing(), { as })).not.toContain("half of the teachers");
    const learner = await signIn(await createUser());
    const request = (query: Record<string, string>) => readText(paths.createRequest(query), { as: learner });
    expect(await request({ subject: "m", level: "h" })).toContain(COUNTRY);
    expect(await request({ subject: "m", level: "pb" })).toContain(`${FOR_EXAM} ${COUNTRY}`);
    expect(await request({ subject: "m" })).not.toContain("half of the teachers");
    const listing = await createListing(teacher, { levels: ["h"] });
    for (const path of [paths.listing(listing.id), paths.teacher(teacher.id)])
      expect(await readText(path)).not.toMatch(/half of the teachers/);
  });
});

describe("the price index", () => {
  it("says when its first month will be published, while there is none", async () => {
    expect(await readText(paths.prices())).toContain(
      "The first month is November 2026. It will be published by Dec 1, 2026.",
    );
    expect(await readText(`/ro${paths.prices()}`)).toContain("Prima lună este noiembrie 2026.");
    const now = app.clock.now;
    app.clock.now = Date.UTC(2026, 10, 6, 12);
    expect(await readText(paths.prices())).toContain(
      "The first month is October 2026. It will be published by Nov 7, 2026.",
    );
    app.clock.now = now;
    expect(await app.read(paths.pricesCsv())).toBe("month,subject,level,county,teachers,q1,median,q3\r\n");
    expect(JSON.parse(await app.read(paths.pricesJson()))).toEqual({ content: [] });
    await insertMonth("2026-10", {});
    const none = await app.read(paths.prices());
    expect(none).toContain("No subject has 10 teachers at the same level in Romania");
    expect(none).not.toContain('name="county"');
    expect(none).not.toContain("Show all of Romania");
    await db.delete(priceIndex);
  });

  it("has the newest month, its change in a year, and each subject’s months, levels and counties", async () => {
    await insertMonth("2025-08", { country: { h: [90, 7000, 8000, 9500] } });
    await insertMonth("2025-09", { country: { h: [100, 7000, 8500, 10_000] } });
    await insertMonth("2026-09", { ...CELLS, country: { h: [120, 8000, 10_000, 12_000] } });
    const all = await readText(paths.prices());
    expect(all).toContain(
      "In Romania, half of the teachers of Mathematics on this site ask 80 to 120 lei an hour for high school. The median is 100 lei (September 2026).",
    );
    expect(all).toContain("Mathematics, high school 80–120 100 +15 120+");
    expect(all).toContain("Each subject is shown at the level with the most teachers.");
    // The chart, whose table has the same figures as text.
    const chart = (await app.read(paths.prices())).match(/<svg[^>]*aria-label="([^"]*)".*?<\/svg>/s);
    expect(chart?.[0]).toContain("Mathematics, high school");
    expect(chart?.[1]).toContain("table");
    expect(all).toContain("Median Change in the median since September 2025 Teachers");
    expect(all).toContain("To cite the numbers of September 2026");
    const withoutPrices = await readText(paths.prices({ county: "is" }));
    expect(withoutPrices).toContain("No subject has 10 teachers at the same level in Iași County");
    expect(withoutPrices).toContain("Counties with prices: Cluj");
    // Counties without prices are not offered, except the current one.
    const [select = ""] =
      (await app.read(paths.prices({ county: "is" }))).match(/<select[^>]*name="county".*?<\/select>/s) ?? [];
    expect([...select.matchAll(/value="(\w+)"/g)].map(([, code]) => code)).toEqual(["cj", "is"]);
    expect(await readText(paths.prices({ county: "cj", level: "m" }))).toContain(
      "Levels with prices in Cluj County: High school",
    );
    const elsewhere = await readText(paths.prices({ county: "is", level: "h" }));
    expect(elsewhere).toContain("Counties with prices for high school: Cluj");
    expect(await readText(paths.prices({ county: "is", level: "m" }))).not.toContain("Counties with prices");
    expect(withoutPrices).not.toContain("To cite");
    const earlier = await readText(paths.prices({ month: "2025-09" }));
    expect(earlier).toContain("Mathematics, high school 70–100 85 +5 100+");
    expect(earlier).toContain(`${paths.prices({ month: "2025-09" })}`);
    expect(await readText(paths.prices({ subject: "m", month: "2025-08" }))).not.toContain(
      "September 2025 70",
    );

    const subject = await readText(`/ro${paths.prices({ subject: "m" })}`);
    // Without a level, the levels come first: the most common one may not be the reader's.
    expect(subject.indexOf("Pe niveluri")).toBeLessThan(subject.indexOf("Pe luni"));
    expect(subject).toContain("Vedeți anunțurile");
    const exam = await app.read(paths.prices({ subject: "m", level: "pb", county: "is" }));
    expect(exam).toContain('href="/tutoring?subject=m&amp;level=pb&amp;county=is"');
    expect(exam).toContain('href="/plan?exam=pb&amp;subject=m&amp;county=is"');
    expect(exam.indexOf("Fewer than 10 teachers offer lessons for the Baccalaureate")).toBeLessThan(
      exam.indexOf("By month, in Romania, high school"),
    );
    for (const row of [
      "Septembrie 2026 80–120 100 120+",
      "August 2025 70–95 80 90+",
      "Liceu 80–120 100 120+",
      "Cluj 90 90 20+",
    ])
      expect(subject).toContain(row);
    expect(await readText(paths.prices({ subject: "m", county: "cj" }))).toContain(
      "In Cluj County, half of the teachers of Mathematics on this site ask about 90 lei an hour",
    );
    expect(await readText(paths.prices({ subject: "m", level: "h", county: "is" }))).toContain(
      "Fewer than 10 teachers in Iași County offer this, so these are the prices of all of Romania. Counties with prices for high school: Cluj",
    );
    expect(await readText(paths.prices({ subject: "m", level: "phd" }))).toContain(
      "This subject has prices for: High school",
    );
    // The address is that of the prices that are shown.
    expect(await readText(paths.prices({ subject: "m", level: "pb", county: "is" }))).toContain(
      `catedra.test${paths.prices({ subject: "m", level: "h", month: "2026-09" })}`.replaceAll("&", "&amp;"),
    );
    expect(await readText(paths.prices({ subject: "m", level: "pb", county: "cj" }))).toMatch(
      /so these are the prices of lessons for high school\..* In Cluj County, half of the teachers of Mathematics on this site ask about 90 lei/,
    );
    const few = await app.get(paths.apiPrices({ subject: "m", level: "pb" }));
    expect([few.status, await few.text()]).toEqual([404, expect.stringContaining("Fewer than 10 teachers")]);
    // Without a level, no text speaks of one.
    expect(await readText(`/ro${paths.prices({ subject: "m", county: "is" })}`)).toContain(
      "Niciun nivel nu are 10 profesori în județul Iași, așa că afișăm prețurile din toată țara.",
    );
    const none = await readText(paths.prices({ subject: "c", county: "is" }));
    expect(none).toContain("No level has 10 teachers in Romania, so there is no price.");
    expect(none).not.toContain("To cite");
    expect(await app.read(paths.prices({ subject: "c", county: "is" }))).toContain('sort=price"');
    // Unknown codes are ignored.
    expect(await readText(paths.prices({ subject: "x", level: "y", county: "z" }))).toBe(all);
    // A month that is not published is named, and the newest one shown.
    for (const [month, name, subject] of [
      ["2026-10", "October 2026"],
      ["2026-08", "August 2026", "m"],
      ["2026-13", "“2026-13”"],
      ["abc", "“abc”", "m"],
    ] as const) {
      const text = await readText(paths.prices({ subject, month }));
      expect(text).toContain(
        `No prices are published for ${name}. These are those of September 2026, the newest month.`,
      );
      expect(text).toContain("The median is 100 lei (September 2026).");
    }
    expect(all).not.toContain("No prices are published");
    // A citation names what the numbers are about, which may be another level and place than chosen.
    for (const [query, cited] of [
      [{ subject: "m", level: "h", county: "cj" }, "Mathematics, High school, Cluj, September 2026"],
      [{ subject: "m", level: "pb", county: "is" }, "Mathematics, High school, September 2026"],
      [{ level: "h" }, "High school, September 2026"],
    ] as const)
      expect(await readText(paths.prices(query))).toContain(
        `Prices of private lessons in Romania, ${cited} ,`,
      );
  });

  it("has the same rows as CSV and JSON, in both languages and for visitors who chose Romanian", async () => {
    const csv = await app.read(paths.pricesCsv());
    expect(csv.split("\r\n")).toEqual([
      "month,subject,level,county,teachers,q1,median,q3",
      "2025-08,m,h,,90,70,80,95",
      "2025-09,m,h,,100,70,85,100",
      "2026-09,m,h,,120,80,100,120",
      "2026-09,m,h,cj,20,90,90,90",
      "",
    ]);
    const { content } = JSON.parse(await app.read(paths.pricesJson()));
    expect(content).toHaveLength(4);
    expect(content.at(-1)).toEqual({
      month: "2026-09",
      subject: "m",
      level: "h",
      county: "cj",
      teachers: 20,
      q1: 90,
      median: 90,
      q3: 90,
    });
    expect((await app.get(paths.pricesCsv())).headers.get("content-disposition")).toBe(
      'attachment; filename="prices-2026-09.csv"',
    );
    const romanian = await app.get(paths.pricesCsv(), { headers: { cookie: "locale=ro" } });
    expect([romanian.status, await romanian.text()]).toEqual([200, csv]);
    expect(await app.read(`/ro${paths.pricesCsv()}`)).toBe(csv);
  });

  it("is indexed as a data set with stable files", async () => {
    const html = await app.read(paths.prices({ level: "h" }));
    expect(html).not.toContain("noindex");
    expect(html).toContain("How the prices are computed");
    expect(await app.read(paths.sitemapPart("pages-1.xml"))).toContain(
      "<loc>https://catedra.test/prices</loc>",
    );
    expect(html).toContain('rel="canonical" href="https://catedra.test/prices"');
    const data = JSON.parse(html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? "{}");
    expect(data).toMatchObject({
      "@type": "Dataset",
      temporalCoverage: "2025-08/2026-09",
      distribution: [
        { contentUrl: expect.stringMatching(/\/prices\.csv$/) },
        { contentUrl: expect.stringMatching(/\/prices\.json$/) },
      ],
    });
  });
});

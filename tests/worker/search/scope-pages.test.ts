import { beforeAll, describe, expect, it } from "vitest";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

beforeAll(async () => {
  const teacher = await createTeacher();
  let n = 0;
  const publish = (overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, { publishedTs: app.clock.now - ++n * 1000, ...overrides });
  for (const price of [9000, 6000, 12_050])
    await publish({ subject: "m", county: "cj", price, title: `Preț ${price}` });
  for (let i = 0; i < 21; i++) await publish({ subject: "p", county: "b", levels: ["pb"] });
  for (let i = 0; i < 2; i++) await publish({ subject: "la", county: "tl" });
});

const read = async (path: string) => (await app.get(path)).text();
const findCanonical = (html: string) =>
  html.match(/<link rel="canonical" href="https:\/\/catedra\.test([^"]*)"/)?.[1]?.replaceAll("&amp;", "&");
const NOINDEX = '<meta name="robots" content="noindex"/>';

describe("subject and county pages", () => {
  it.each([
    ["/tutoring", "Tutors across Romania", "All subjects"],
    ["/tutoring?subject=m", "Mathematics tutors", "Mathematics by county"],
    ["/tutoring?county=cj", "Tutors in Cluj", "Subjects in Cluj County"],
    ["/tutoring?subject=p&county=b", "Physics tutors in București", null],
    ["/ro/tutoring?subject=m", "Meditații la matematică", "Matematică pe județe"],
    ["/ro/tutoring?county=b", "Meditații în București", "Materii în București"],
    ["/ro/tutoring?subject=m&county=cj", "Meditații la matematică în Cluj", null],
  ])(
    "GET %s has its own title, heading, description and introduction, and is indexable",
    async (path, title, around) => {
      const html = await read(path);
      expect(html).toContain(`<title>${title} | Catedra</title>`);
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toMatch(/<p class="about-scope__text">[^<]{60,}</);
      expect(findCanonical(html)).toBe(path);
      expect(html).not.toContain(NOINDEX);
      if (around) expect(html).toContain(`>${around}</h2>`);
    },
  );

  it("have different titles, descriptions and introductions, in both languages", async () => {
    const seen = new Set<string>();
    const paths = [
      ...SUBJECTS.slice(0, 7).map((subject) => `/tutoring?subject=${subject}`),
      ...COUNTY_CODES.slice(0, 7).map((county) => `/tutoring?county=${county}`),
      ...SUBJECTS.slice(0, 2).map((subject, n) => `/tutoring?subject=${subject}&county=${COUNTY_CODES[n]}`),
    ].flatMap((path) => [path, `/ro${path}`]);
    for (const path of paths) {
      const html = await read(path);
      const texts = [
        html.match(/<title>([^<]+)</)?.[1],
        html.match(/<meta name="description" content="([^"]+)"/)?.[1],
      ];
      expect(html, path).toMatch(/about-scope__text">[^<]{60,}</);
      for (const text of texts) {
        expect(text).toBeTruthy();
        expect(text).not.toContain("{{");
        seen.add(`${text}`);
      }
    }
    expect(seen.size).toBe(paths.length * 2);
  });

  it("show counts and link further", async () => {
    const en = await read("/tutoring?subject=m&county=cj");
    expect(en).toContain("There are 3 listings here now, from 60 to 120.50 lei an hour.");
    expect(en).toContain("Most are for middle school and the National Evaluation.");
    expect(en).toContain('<a href="/tutoring?subject=m">Mathematics tutors</a>');
    const ro = await read("/ro/tutoring?subject=p");
    expect(ro).toContain("Acum sunt aici 21 de anunțuri. Cele mai multe sunt pentru Bacalaureat.");
    expect(ro).toMatch(
      /href="\/ro\/tutoring\?subject=p&amp;county=b"[^>]*>.*?<\/svg>București<.*?aria-hidden="true">21</s,
    );
    expect(await read("/tutoring?subject=m&county=is")).not.toContain("There are");
  });

  it("are indexed with three or more listings, and give advice with one or more", async () => {
    expect(await read("/tutoring?subject=la&county=tl")).toContain(NOINDEX);
    expect(await read("/tutoring?subject=mu&county=tl")).not.toContain("Choose a teacher from");
    expect(await read("/tutoring?subject=mu")).toContain(NOINDEX);
    const full = await read("/tutoring?subject=m&county=cj");
    expect(full).not.toContain(NOINDEX);
    expect(full).toContain("Choose a teacher from");
  });

  it.each(["level=pe", "sort=price", "q=lectii", "max=900", "near=46.77,23.59&radius=50", "subject=p"])(
    "?subject=m&county=cj&%s is not indexed and names its canonical page",
    async (more) => {
      const html = await read(`/tutoring?subject=m&county=cj&${more}`);
      expect(html).toContain(NOINDEX);
      expect(findCanonical(html)).toBe(
        more.startsWith("subject") ? "/tutoring?county=cj" : "/tutoring?subject=m&county=cj",
      );
      for (const absent of ["about-scope__text", "application/ld+json", 'rel="next"']) {
        expect(html).not.toContain(absent);
      }
    },
  );

  it("ignores parameters without meaning", async () => {
    for (const query of [
      "county=cj&subject=m&utm_source=x",
      "subject=m&county=cj&level=zz&sort=newest&q=&radius=50",
    ]) {
      const html = await read(`/tutoring?${query}`);
      expect(findCanonical(html)).toBe("/tutoring?subject=m&county=cj");
      expect(html).not.toContain(NOINDEX);
    }
  });

  it("later pages are their own canonical, not indexed, without introduction", async () => {
    const first = await read("/tutoring?subject=p");
    const next = first.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await read(next);
    expect(findCanonical(second)).toBe(next);
    // Only the end of the list leads to a request.
    expect([first, second].map((html) => html.includes("Not the right teacher yet?"))).toEqual([false, true]);
    expect(second).toContain(NOINDEX);
    expect(second).not.toContain("about-scope__text");
    const bad = await read("/tutoring?subject=p&after=nonsense");
    expect(findCanonical(bad)).toBe("/tutoring?subject=p");
  });

  it("have breadcrumbs as JSON-LD", async () => {
    const html = await read("/ro/tutoring?subject=p");
    const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? ""),
    );
    expect(data.map((item) => item["@type"])).toEqual(["BreadcrumbList"]);
  });

  it("are linked from the home page and the footer", async () => {
    const html = await read("/ro");
    const [main = "", footer = ""] = html.split("<footer");
    for (const href of ["?subject=m", "?subject=p", "?county=cj", "?county=b", "?county=tl"]) {
      expect(main).toContain(`href="/ro/tutoring${href}"`);
    }
    expect(main).not.toContain('href="/ro/tutoring?county=vs"');
    expect(footer).toContain('href="/ro/tutoring?subject=m"');
    expect(footer).toContain('href="/ro#counties"');
    expect(main).toContain('id="counties"');
  });
});

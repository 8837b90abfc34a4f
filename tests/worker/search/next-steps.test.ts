import { beforeAll, describe, expect, it } from "vitest";
import { listWiderSearches } from "@/features/search/next-steps/wider-searches";
import { NO_FILTERS } from "@/shared/schemas/search";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { listCloseTitles } from "../../helpers/result-titles";

const NO_PRICES = { min: null, max: null };
beforeAll(async () => {
  const teacher = await createTeacher();
  const publish = (overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, { subject: "la", ...overrides });
  await publish({ county: "cj", levels: ["h"], price: 12_000 });
  await publish({ county: "cj", levels: ["m"], price: 20_000 });
  await publish({ county: "sj", levels: ["pb"], price: 9000 });
  await publish({ county: "b", levels: ["h"], locations: [], online: true, price: 9000 });
});

type Step = { section: string; label: string; count: string; href: string };

/** The suggestions: heading, text, count and link. */
async function listSteps(path: string): Promise<Step[]> {
  const html = await (await app.get(path)).text();
  return [...html.matchAll(/<section class="next-steps"><h3>([^<]+)<\/h3>(.*?)<\/section>/gs)].flatMap(
    ([, section = "", list = ""]) =>
      [...list.matchAll(/href="([^"]+)"[^>]*><span[^>]*>([^<]+)<\/span><span[^>]*>([^<]+)</g)].map(
        ([, href = "", label = "", count = ""]) => ({
          section,
          label,
          count,
          href: href.replaceAll("&amp;", "&"),
        }),
      ),
  );
}

describe("GET /tutoring without results", () => {
  it("suggests searches with one filter wider or dropped, each with its count", async () => {
    expect(await listSteps("/tutoring?subject=la&county=cj&level=pe")).toEqual([
      {
        section: "Similar searches",
        label: "Also for middle school",
        count: "1 listing",
        href: "/tutoring?subject=la&level=m&level=pe&county=cj",
      },
      {
        section: "Similar searches",
        label: "Any level",
        count: "2 listings",
        href: "/tutoring?subject=la&county=cj",
      },
      {
        section: "Similar searches",
        label: "Latin tutors · All of Romania · Any level",
        count: "4 listings",
        href: "/tutoring?subject=la",
      },
      {
        section: "Elsewhere",
        label: "Latin tutors in Sălaj · Any level",
        count: "1 listing",
        href: "/tutoring?subject=la&county=sj",
      },
    ]);
  });

  it("suggests the next price that has a result, and nothing wider with the same listings", async () => {
    const dear = await listSteps("/ro/tutoring?subject=la&county=cj&level=h&max=100");
    expect(dear.map(({ label, count, href }) => [label, count, href])).toEqual([
      ["Până la 120 de lei pe oră", "Un anunț", "/ro/tutoring?subject=la&level=h&county=cj&max=120"],
      [
        "Meditații la latină în Cluj · Orice preț · Orice nivel",
        "2 anunțuri",
        "/ro/tutoring?subject=la&county=cj",
      ],
      [
        "Meditații la latină · Orice preț · Toată țara · Orice nivel",
        "4 anunțuri",
        "/ro/tutoring?subject=la",
      ],
      ["Lecții online, din toată țara", "Un anunț", "/ro/tutoring?subject=la&level=h&online=1&max=100"],
      [
        "Meditații la latină în Sălaj · Orice preț · Orice nivel",
        "Un anunț",
        "/ro/tutoring?subject=la&county=sj",
      ],
    ]);
    const cheap = await listSteps("/tutoring?subject=la&county=sj&min=100");
    expect(cheap[0]).toMatchObject({ label: "From 90 lei an hour", count: "1 listing" });
    const [odd] = await listSteps("/tutoring?subject=la&county=cj&min=121&max=130.50");
    expect(odd).toMatchObject({
      label: "Up to 200 lei an hour",
      href: "/tutoring?subject=la&county=cj&min=121&max=200",
    });
  });

  it("names no level next to the searched ones that is none of the subject", async () => {
    const [mathematics] = listWiderSearches({ ...NO_FILTERS, subject: ["m"], level: ["m"] }, NO_PRICES);
    const [latin] = listWiderSearches({ ...NO_FILTERS, subject: ["la"], level: ["m"] }, NO_PRICES);
    expect(mathematics?.change).toEqual({ kind: "level", levels: ["e", "pe"] });
    expect(latin?.change).toEqual({ kind: "level", levels: ["e"] });
  });

  it("suggests online lessons at the next price above the budget, if there are none at the budget", async () => {
    const query = "subject=la&county=ms&level=h";
    const steps = await listSteps(`/tutoring?${query}&max=70`);
    expect(steps.filter(({ href }) => href.includes("online"))).toEqual([
      {
        section: "Elsewhere",
        label: "Online lessons from anywhere in Romania · Up to 90 lei an hour",
        count: "1 listing",
        href: "/tutoring?subject=la&level=h&online=1&max=90",
      },
    ]);
    const [online] = (await listSteps(`/ro/tutoring?${query}&max=90`)).filter(({ href }) =>
      href.includes("online"),
    );
    expect(online).toMatchObject({ label: "Lecții online, din toată țara" });
    // No listing misses only one filter: those of the nearest search replace them.
    const html = await app.read(`/tutoring?${query}&max=70`);
    expect(html).toMatch(/The closest listings:[^a]*<a[^>]+>Online lessons [^<]+ · Up to 90 lei an hour</);
    expect(listCloseTitles(html)).toHaveLength(1);
  });

  it("suggests the school before an exam elsewhere, before it drops the level", async () => {
    const steps = await listSteps("/tutoring?subject=la&county=ms&level=pb");
    expect(steps.slice(-3).map(({ label, href }) => [label, href])).toEqual([
      [
        "Online lessons from anywhere in Romania · Also for high school",
        "/tutoring?subject=la&level=h&level=pb&online=1",
      ],
      ["Cluj · Also for high school", "/tutoring?subject=la&level=h&level=pb&county=cj"],
      ["All of Romania, also in person in other counties", "/tutoring?subject=la&level=pb"],
    ]);
  });

  it("suggests online lessons and the nearest counties with results", async () => {
    const steps = await listSteps("/tutoring?subject=la&county=ms&min=80");
    expect(steps.filter(({ section }) => section === "Elsewhere")).toEqual([
      {
        section: "Elsewhere",
        label: "Online lessons from anywhere in Romania",
        count: "1 listing",
        href: "/tutoring?subject=la&online=1&min=80",
      },
      {
        section: "Elsewhere",
        label: "Cluj",
        count: "2 listings",
        href: "/tutoring?subject=la&county=cj&min=80",
      },
    ]);
    expect((await listSteps("/tutoring?subject=la&county=sj&level=h")).map(({ label }) => label)).toEqual([
      "Also for the Baccalaureate and university entrance",
      "Latin tutors · All of Romania · Any level",
      "Online lessons from anywhere in Romania",
      "Cluj",
      "All of Romania, also in person in other counties",
    ]);
  });

  it.each([
    [
      "subject=la&county=ms&level=kg",
      "În alte locuri",
      "Meditații la latină în Cluj · Orice nivel",
      "2 anunțuri",
      "subject=la&county=cj",
    ],
    [
      "subject=sp&county=cj&max=150",
      "Materii apropiate",
      "Latină",
      "Un anunț",
      "subject=la&county=cj&max=150",
    ],
    [
      "subject=la&near=sj&radius=1&level=m",
      "Căutări asemănătoare",
      "Până la 100 km distanță",
      "Un anunț",
      "subject=la&level=m&near=sj&radius=100",
    ],
  ])("suggests near %s, under “%s”: %s", async (search, section, label, count, query) => {
    const steps = await listSteps(`/ro/tutoring?${search}`);
    expect(steps.find((step) => step.section === section)).toEqual({
      section,
      label,
      count,
      href: `/ro/tutoring?${query}`,
    });
  });

  it("every suggestion has as many results as it shows, and no two are the same", async () => {
    const searches = [
      "q=nimic&county=cj",
      "subject=la&location=sc&min=300",
      "subject=fr&county=cj&format=individual",
      "near=cj&radius=1&online=1",
    ];
    for (const search of searches) {
      const steps = await listSteps(`/tutoring?${search}`);
      expect(steps, search).not.toHaveLength(0);
      expect(new Set(steps.map(({ href }) => href)).size).toBe(steps.length);
      for (const { href, count } of steps) {
        const html = await (await app.get(href)).text();
        expect(html, href).toContain(`data-part="count">${count}<`);
      }
    }
  });

  it("suggests single terms with results, names of subjects, levels and counties first", async () => {
    const toPairs = (steps: Step[]) => steps.map(({ label, href }) => [label, href]);
    expect(toPairs(await listSteps("/ro/tutoring?q=declinări%20latină%20sălaj&exact=1"))).toEqual([
      ["Numai „latină sălaj”", "/ro/tutoring?q=latin%C4%83+s%C4%83laj&exact=1"],
      ["Fără cuvintele căutate", "/ro/tutoring"],
    ]);
    expect(toPairs(await listSteps("/tutoring?q=latin%20vaslui&exact=1"))[0]).toEqual([
      "Only “latin”",
      "/tutoring?q=latin&exact=1",
    ]);
    const hostile = await listSteps(`/tutoring?q=${encodeURIComponent('<b>"latin" OR NEAR(x)')}&exact=1`);
    expect(hostile[0]).toMatchObject({ label: "Only “latin”" });
  });

  it("counts text matches up to one page", async () => {
    const teacher = await createTeacher();
    for (let n = 0; n < 22; n++)
      await createListing(teacher, { subject: "g", county: "tl", title: "Geografie pas cu pas" });
    expect((await listSteps("/ro/tutoring?q=geografie&county=vs&exact=1"))[0]).toMatchObject({
      label: "Toată țara, și față în față în alte județe",
      count: "Peste 20 de anunțuri",
      href: "/ro/tutoring?q=geografie&exact=1",
    });
  });

  it("names the county and level that stay when any subject is suggested", async () => {
    await createListing(await createTeacher(), {
      subject: "b",
      county: "sv",
      levels: ["pb"],
    });
    const labels = (await listSteps("/tutoring?subject=ro&county=sv&level=pb")).map(({ label }) => label);
    expect(labels).toEqual(["Any subject · Tutors for the Baccalaureate in Suceava"]);
  });

  it("says that nothing is similar and links to all listings", async () => {
    const path = "/tutoring?subject=mu&q=nimic&level=kg&county=vs&min=900";
    expect(await listSteps(path)).toEqual([]);
    const html = await (await app.get(path)).text();
    expect(html).toContain("Start again with fewer filters");
    expect(html).toMatch(/href="\/tutoring"[^>]*data-follow/);
  });

  it("offers the alert, whose button is the page's primary one", async () => {
    const html = await (await app.get("/tutoring?subject=mu&county=vs")).text();
    const form = html.match(/<h2 id="alert-offer">.*?<\/form>/s)?.[0];
    expect(form).toContain("button--primary");
    const found = await (await app.get("/tutoring?subject=la")).text();
    expect(found.match(/<h2 id="alert-offer">.*?<\/form>/s)?.[0]).toContain("button--secondary");
  });
});

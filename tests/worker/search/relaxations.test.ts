import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../../helpers/app";
import { makeListing, makeTeacher } from "../../helpers/factories";

const app = createTestApp();

beforeAll(async () => {
  const teacher = await makeTeacher(app);
  const of = (given: Parameters<typeof makeListing>[2]) =>
    makeListing(app, teacher, { subject: "la", ...given });
  // In the north of its county, nearer to Zalău than to Cluj-Napoca.
  await of({ county: "cj", levels: ["h"], price: 12_000, latitude: 47, longitude: 23.3 });
  await of({ county: "cj", levels: ["m"], price: 20_000 });
  await of({ county: "sj", levels: ["pb"], price: 9000 });
  await of({ county: "b", levels: ["h"], locations: [], online: true, price: 9000 });
});

/** The suggestions: text, count and link. */
async function offered(path: string) {
  const html = await (await app.get(path)).text();
  const list = html.match(/<ul class="relaxations.*?<\/ul>/s)?.[0] ?? "";
  return [...list.matchAll(/href="([^"]+)"[^>]*><span[^>]*>([^<]+)<\/span><span[^>]*>([^<]+)</g)].map(
    ([, href = "", words, count]) => ({ href: href.replaceAll("&amp;", "&"), words, count }),
  );
}

describe("GET /tutoring without results", () => {
  it("suggests the nearest searches with results, each with its count", async () => {
    expect(await offered("/tutoring?subject=la&county=cj&level=pe")).toEqual([
      {
        words: "Also for middle school",
        count: "1 listing",
        href: "/tutoring?subject=la&level=m&level=pe&county=cj",
      },
      { words: "Any level", count: "2 listings", href: "/tutoring?subject=la&county=cj" },
      { words: "Latin tutors", count: "4 listings", href: "/tutoring?subject=la" },
    ]);
    expect(await offered("/ro/tutoring?subject=la&county=cj&level=h&max=100")).toEqual([
      {
        words: "Până la 130 de lei pe oră",
        count: "Un anunț",
        href: "/ro/tutoring?subject=la&level=h&county=cj&max=130",
      },
      {
        words: "Lecții online, din toată țara",
        count: "Un anunț",
        href: "/ro/tutoring?subject=la&level=h&online=1&max=100",
      },
      { words: "Orice preț", count: "Un anunț", href: "/ro/tutoring?subject=la&level=h&county=cj" },
      { words: "Toată țara", count: "Un anunț", href: "/ro/tutoring?subject=la&level=h&max=100" },
    ]);
  });

  it("suggests the area around the county's seat, and a wider radius around a place", async () => {
    expect((await offered("/tutoring?subject=la&county=sj&level=h")).map(({ words }) => words)).toEqual([
      "Also for the Baccalaureate and university entrance",
      "Up to 50 km from Zalău",
      "Online lessons from anywhere in Romania",
    ]);
    const far = await offered("/tutoring?subject=la&near=sj&radius=1&level=m");
    expect(far[0]).toEqual({
      words: "Up to 100 km away",
      count: "1 listing",
      href: "/tutoring?subject=la&level=m&near=sj&radius=100",
    });
  });

  it("every suggestion has as many results as it shows", async () => {
    const searches = [
      "subject=la&county=vs&level=phd",
      "q=nimic&county=cj",
      "subject=la&location=sc&min=300",
      "near=cj&radius=1&online=1",
    ];
    for (const search of searches) {
      const offers = await offered(`/tutoring?${search}`);
      expect(offers, search).not.toHaveLength(0);
      for (const { href, count } of offers) {
        const html = await (await app.get(href)).text();
        expect(html, href).toContain(`data-part="count">${count}<`);
      }
    }
  });

  it("suggests single terms with results, names of subjects, levels and counties first", async () => {
    expect(await offered("/ro/tutoring?q=răbdătoare%20latină%20sălaj")).toEqual([
      { words: "Numai „latină sălaj”", count: "Un anunț", href: "/ro/tutoring?q=latin%C4%83+s%C4%83laj" },
      { words: "Fără cuvintele căutate", count: "4 anunțuri", href: "/ro/tutoring" },
    ]);
    expect((await offered("/tutoring?q=latin%20vaslui"))[0]).toEqual({
      words: "Only “latin”",
      count: "4 listings",
      href: "/tutoring?q=latin",
    });
    expect((await offered("/tutoring?q=latin%20vaslui&county=sj"))[0]).toMatchObject({
      words: "Only “latin”",
      href: "/tutoring?q=latin&county=sj",
    });
    const hostile = await offered(`/tutoring?q=${encodeURIComponent('<b>"latin" OR NEAR(x)')}`);
    expect(hostile[0]).toMatchObject({ words: "Only “latin”" });
  });

  it("counts text matches up to one page", async () => {
    const teacher = await makeTeacher(app);
    for (let n = 0; n < 22; n++)
      await makeListing(app, teacher, { subject: "g", title: "Geografie pas cu pas" });
    expect((await offered("/ro/tutoring?q=geografie&county=vs"))[0]).toEqual({
      words: "Toată țara",
      count: "Peste 20 de anunțuri",
      href: "/ro/tutoring?q=geografie",
    });
  });

  it("says that nothing is near and links to all listings", async () => {
    const path = "/tutoring?subject=mu&q=nimic&level=kg&county=vs&min=900";
    expect(await offered(path)).toEqual([]);
    const html = await (await app.get(path)).text();
    expect(html).toContain("Start again with fewer filters");
    expect(html).toMatch(/href="\/tutoring"[^>]*data-follow/);
  });
});

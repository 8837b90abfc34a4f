import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const app = createTestApp();

beforeAll(async () => {
  const teacher = await createTeacher(app);
  const publish = (overrides: Parameters<typeof createListing>[2]) =>
    createListing(app, teacher, { subject: "la", ...overrides });
  // In the north of its county, nearer to Zalău than to Cluj-Napoca.
  await publish({ county: "cj", levels: ["h"], price: 12_000, latitude: 47, longitude: 23.3 });
  await publish({ county: "cj", levels: ["m"], price: 20_000 });
  await publish({ county: "sj", levels: ["pb"], price: 9000 });
  await publish({ county: "b", levels: ["h"], locations: [], online: true, price: 9000 });
});

/** The suggestions: text, count and link. */
async function listSuggestions(path: string) {
  const html = await (await app.get(path)).text();
  const list = html.match(/<ul class="relaxations.*?<\/ul>/s)?.[0] ?? "";
  return [...list.matchAll(/href="([^"]+)"[^>]*><span[^>]*>([^<]+)<\/span><span[^>]*>([^<]+)</g)].map(
    ([, href = "", label, count]) => ({ href: href.replaceAll("&amp;", "&"), label, count }),
  );
}

describe("GET /tutoring without results", () => {
  it("suggests the nearest searches with results, each with its count", async () => {
    expect(await listSuggestions("/tutoring?subject=la&county=cj&level=pe")).toEqual([
      {
        label: "Also for middle school",
        count: "1 listing",
        href: "/tutoring?subject=la&level=m&level=pe&county=cj",
      },
      { label: "Any level", count: "2 listings", href: "/tutoring?subject=la&county=cj" },
      { label: "Latin tutors", count: "4 listings", href: "/tutoring?subject=la" },
    ]);
    expect(await listSuggestions("/ro/tutoring?subject=la&county=cj&level=h&max=100")).toEqual([
      {
        label: "Până la 130 de lei pe oră",
        count: "Un anunț",
        href: "/ro/tutoring?subject=la&level=h&county=cj&max=130",
      },
      {
        label: "Lecții online, din toată țara",
        count: "Un anunț",
        href: "/ro/tutoring?subject=la&level=h&online=1&max=100",
      },
      { label: "Orice preț", count: "Un anunț", href: "/ro/tutoring?subject=la&level=h&county=cj" },
      { label: "Toată țara", count: "Un anunț", href: "/ro/tutoring?subject=la&level=h&max=100" },
    ]);
  });

  it("suggests the area around the county seat, and a wider radius around a point", async () => {
    expect(
      (await listSuggestions("/tutoring?subject=la&county=sj&level=h")).map(({ label }) => label),
    ).toEqual([
      "Also for the Baccalaureate and university entrance",
      "Up to 50 km from Zalău",
      "Online lessons from anywhere in Romania",
    ]);
    const far = await listSuggestions("/tutoring?subject=la&near=sj&radius=1&level=m");
    expect(far[0]).toEqual({
      label: "Up to 100 km away",
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
      const suggestions = await listSuggestions(`/tutoring?${search}`);
      expect(suggestions, search).not.toHaveLength(0);
      for (const { href, count } of suggestions) {
        const html = await (await app.get(href)).text();
        expect(html, href).toContain(`data-part="count">${count}<`);
      }
    }
  });

  it("suggests single terms with results, names of subjects, levels and counties first", async () => {
    expect(await listSuggestions("/ro/tutoring?q=răbdătoare%20latină%20sălaj")).toEqual([
      { label: "Numai „latină sălaj”", count: "Un anunț", href: "/ro/tutoring?q=latin%C4%83+s%C4%83laj" },
      { label: "Fără cuvintele căutate", count: "4 anunțuri", href: "/ro/tutoring" },
    ]);
    expect((await listSuggestions("/tutoring?q=latin%20vaslui"))[0]).toEqual({
      label: "Only “latin”",
      count: "4 listings",
      href: "/tutoring?q=latin",
    });
    expect((await listSuggestions("/tutoring?q=latin%20vaslui&county=sj"))[0]).toMatchObject({
      label: "Only “latin”",
      href: "/tutoring?q=latin&county=sj",
    });
    const hostile = await listSuggestions(`/tutoring?q=${encodeURIComponent('<b>"latin" OR NEAR(x)')}`);
    expect(hostile[0]).toMatchObject({ label: "Only “latin”" });
  });

  it("counts text matches up to one page", async () => {
    const teacher = await createTeacher(app);
    for (let n = 0; n < 22; n++)
      await createListing(app, teacher, { subject: "g", title: "Geografie pas cu pas" });
    expect((await listSuggestions("/ro/tutoring?q=geografie&county=vs"))[0]).toEqual({
      label: "Toată țara",
      count: "Peste 20 de anunțuri",
      href: "/ro/tutoring?q=geografie",
    });
  });

  it("says that nothing is near and links to all listings", async () => {
    const path = "/tutoring?subject=mu&q=nimic&level=kg&county=vs&min=900";
    expect(await listSuggestions(path)).toEqual([]);
    const html = await (await app.get(path)).text();
    expect(html).toContain("Start again with fewer filters");
    expect(html).toMatch(/href="\/tutoring"[^>]*data-follow/);
  });
});

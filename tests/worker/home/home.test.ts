import { describe, expect, it } from "vitest";
import { app, expectPage, ORIGIN } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

describe("GET /", () => {
  it("shows the search form and the invitation to teachers without any listing", async () => {
    for (const [path, heading] of [
      ["/", "Find the right teacher"],
      ["/ro", "Găsiți profesorul potrivit"],
    ] as const) {
      const html = await expectPage(app.get(path), 200);
      expect(html).toContain(heading);
      expect(html).toMatch(/<form class="search-box" action="(\/ro)?\/tutoring" method="get"/);
      expect(html).toContain("/teach");
      expect(html).not.toContain("promoted-block");
    }
  });

  it("shows the newest listings, and the subjects by their number of listings", async () => {
    const teacher = await createTeacher();
    const { now } = app.clock;
    for (let n = 0; n < 10; n++) {
      const subject = n % 3 === 0 ? "p" : "m";
      await createListing(teacher, { title: `Anunț ${n}`, subject, publishedTs: now - n * 1000 });
    }
    await createListing(teacher, { title: "Ascuns", state: "paused", publishedTs: now });
    const html = await app.read("/");
    const titles = [...html.matchAll(/class="card__link"[^>]*>([^<]+)</g)].map(([, title]) => title);
    expect(titles).toEqual([...Array(8).keys()].map((n) => `Anunț ${n}`));
    const subjects = [
      ...html.matchAll(/href="\/tutoring\?subject=(\w+)"[^>]*>.*?aria-hidden="true">(\d+)</gs),
    ];
    expect(subjects.map(([, code, count]) => [code, count])).toEqual([
      ["m", "6"],
      ["p", "4"],
    ]);
    expect(html).toContain('<link rel="canonical" href="https://catedra.test/"/>');
  });

  it("has structured data with the site's name, its search and its operator", async () => {
    const html = await app.read("/ro");
    const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
    const [site, organization] = blocks.map(([, json = ""]) => JSON.parse(json));
    expect(site).toMatchObject({ "@type": "WebSite", url: `${ORIGIN}/ro`, inLanguage: "ro" });
    expect(html).toContain(site.description);
    expect(organization).toMatchObject({ "@type": "Organization", url: `${ORIGIN}/`, name: site.name });
    const search = site.potentialAction.target.urlTemplate.replace("{search_term_string}", "anun%C8%9B");
    const results = await app.get(search.slice(ORIGIN.length));
    expect([results.status, await results.text()]).toEqual([200, expect.stringContaining('value="anunț"')]);
  });
});

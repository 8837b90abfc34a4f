import { describe, expect, it } from "vitest";
import { createTestApp } from "../../helpers/app";
import { makeListing, makeTeacher } from "../../helpers/factories";

const app = createTestApp();

describe("GET /", () => {
  it("with an empty database invites to search and to teach", async () => {
    for (const [path, words] of [
      ["/", "Find the right teacher"],
      ["/ro", "Găsiți profesorul potrivit"],
    ] as const) {
      const answer = await app.get(path);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(html).toContain(words);
      expect(html).toMatch(/<form class="search-box" action="(\/ro)?\/tutoring" method="get"/);
      expect(html).toContain("/tutoring/create");
      expect(html).not.toContain("promoted-block");
    }
  });

  it("shows the newest listings and the subjects by how many there are", async () => {
    const teacher = await makeTeacher(app);
    const { now } = app.clock;
    for (let n = 0; n < 10; n++) {
      const subject = n % 3 === 0 ? "p" : "m";
      await makeListing(app, teacher, { title: `Anunț ${n}`, subject, publishedTs: now - n * 1000 });
    }
    await makeListing(app, teacher, { title: "Ascuns", state: "paused", publishedTs: now });
    const html = await (await app.get("/")).text();
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
});

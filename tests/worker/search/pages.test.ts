import { beforeAll, describe, expect, it } from "vitest";
import { app, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { listResultTitles } from "../../helpers/result-titles";

const COUNT = 67;

beforeAll(async () => {
  const teacher = await createTeacher();
  for (let n = 0; n < COUNT; n++) {
    await createListing(teacher, {
      title: `Anunț ${n}`,
      levels: n % 2 ? ["h", "pb"] : ["h"],
      // Many share a timestamp and a price, so that ties fall on page borders.
      publishedTs: app.clock.now - Math.floor(n / 15) * 1000,
      price: 5000 + (n % 3) * 1000,
    });
  }
});

const findLink = (html: string, rel: string) =>
  html.match(new RegExp(`rel="${rel}" href="([^"]+)"`))?.[1]?.replaceAll("&amp;", "&") ?? null;

describe("pages of GET /tutoring", () => {
  it("links each page to its neighbours, in the page's language and with its filters", async () => {
    const first = await app.read("/ro/tutoring?county=cj&sort=price");
    expect(findLink(first, "prev")).toBeNull();
    expect(findLink(first, "next")).toMatch(/^\/ro\/tutoring\?county=cj&sort=price&after=[\w.]+$/);
    const second = await app.read(findLink(first, "next") ?? "");
    expect(findLink(second, "prev")).toMatch(/^\/ro\/tutoring\?county=cj&sort=price&before=[\w.]+$/);
    expect(second).toContain('content="noindex"');
  });

  it.each(["nonsense", "%F0%9F%99%82", "1.0.x.0000000000000000", "A".repeat(5000)])(
    "an invalid cursor (%s) shows the first page",
    async (cursor) => {
      const first = listResultTitles(await app.read("/tutoring"));
      for (const name of ["after", "before"]) {
        const answer = await expectStatus(app.get(`/tutoring?${name}=${cursor}`), 200);
        expect(listResultTitles(await answer.text())).toEqual(first);
      }
    },
  );

  it("a cursor of another order shows the first page", async () => {
    const next = findLink(await app.read("/tutoring?sort=price"), "next") ?? "";
    const html = await app.read(next.replace("sort=price", "sort=newest"));
    expect(listResultTitles(html)).toEqual(listResultTitles(await app.read("/tutoring")));
  });

  it("shows which of how many pages it is, forwards and back", async () => {
    const readPosition = (html: string) => html.match(/pagination__position">([^<]+)</)?.[1];
    let html = await app.read("/tutoring");
    const forth = [readPosition(html)];
    for (let next = findLink(html, "next"); next; next = findLink(html, "next")) {
      html = await app.read(next);
      forth.push(readPosition(html));
    }
    expect(forth).toEqual([1, 2, 3, 4].map((page) => `Page ${page} of 4`));
    const back = [readPosition(html)];
    for (let previous = findLink(html, "prev"); previous; previous = findLink(html, "prev")) {
      html = await app.read(previous);
      back.push(readPosition(html));
    }
    expect(back).toEqual(forth.reverse());
    expect(readPosition(await app.read("/ro/tutoring?level=pb"))).toBe("Pagina 1 din 2");
  });
});

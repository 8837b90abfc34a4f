import { beforeEach, describe, expect, it } from "vitest";
import { shows } from "../../helpers/listing-form";
import { type Scene, scene } from "./scene";

let app: Scene["app"];
let person: Scene["person"];
let as: Scene["as"];
let published: Scene["published"];

beforeEach(async () => {
  ({ app, person, as, published } = await scene());
});

describe("GET /testimonials", () => {
  it("without testimonials invites the first one, and sends visitors to sign-in and back", async () => {
    for (const [path, words, next] of [
      ["/testimonials", "No testimonials yet", "/sign-in?next=%2Ftestimonials"],
      ["/ro/testimonials", "Nicio părere încă", "/ro/sign-in?next=%2Ftestimonials"],
    ] as const) {
      const answer = await app.get(path);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      shows(html, words);
      shows(html, `href="${next}"`);
      expect(html).not.toContain('name="consent"');
    }
  });

  it("lists published ones, newest first in pages, each in its language, without rating or account link", async () => {
    await published(14, "ro");
    await published(1, "en", { state: "pending", text: "Nobody has read this so far." });
    await published(1, "en", { state: "rejected", text: "Nobody will ever read this." });
    const html = await (await app.get("/testimonials")).text();
    const texts = (page: string) => [...page.matchAll(/<blockquote[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(texts(html)).toEqual([...Array(12).keys()].map((n) => `Cuvintele numărul ${n} (ro) sunt aici.`));
    shows(html, '<blockquote class="quote__words pre-line" lang="ro">');
    expect(html).not.toMatch(/Nobody has read|Nobody will ever|AggregateRating|"Review"/);
    expect(html).not.toContain(person.id);
    const next = html.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
    const second = await (await app.get(next)).text();
    expect(texts(second)).toHaveLength(2);
    const back = second.match(/rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(texts(await (await app.get(back)).text())).toHaveLength(12);
    expect((await app.get("/testimonials?after=spoiled")).status).toBe(200);
    expect(await (await app.get("/ro/testimonials")).text()).not.toContain('<blockquote lang="ro"');
  });

  it("shows the form with the public name, and the consent unticked", async () => {
    const html = await (await app.get("/ro/testimonials", { as })).text();
    shows(html, 'value="Ioana P."');
    expect(html.match(/<input[^>]*name="consent"[^>]*>/)?.[0]).not.toContain("checked");
    shows(html, "Sunt de acord ca");
  });
});

describe("/", () => {
  it("shows up to three, the page's language first; without any, the section is missing", async () => {
    const texts = async (path: string) =>
      [...(await (await app.get(path)).text()).matchAll(/<blockquote[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(await texts("/")).toEqual([]);
    expect(await (await app.get("/")).text()).not.toContain('/testimonials">All');
    await published(3, "ro");
    await published(1, "en", { createdTs: 1, text: "An old word in English, so far." });
    expect(await texts("/")).toEqual([
      "An old word in English, so far.",
      "Cuvintele numărul 0 (ro) sunt aici.",
      "Cuvintele numărul 1 (ro) sunt aici.",
    ]);
    expect(await texts("/ro")).toEqual([0, 1, 2].map((n) => `Cuvintele numărul ${n} (ro) sunt aici.`));
  });
});

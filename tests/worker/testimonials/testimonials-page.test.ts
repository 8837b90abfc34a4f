import { beforeEach, describe, expect, it } from "vitest";
import { app, expectPage, expectStatus, expectText } from "../../helpers/app";

import { createSetup, type Setup } from "./setup";

let author: Setup["author"];
let as: Setup["as"];
let insertTestimonials: Setup["insertTestimonials"];

beforeEach(async () => {
  ({ author, as, insertTestimonials } = await createSetup());
});

describe("GET /testimonials", () => {
  it("invites to write the first testimonial, with a link to sign in and return", async () => {
    for (const [path, title, signInPath] of [
      ["/testimonials", "No testimonials yet", "/sign-in?next=/testimonials"],
      ["/ro/testimonials", "Nicio părere încă", "/ro/sign-in?next=/testimonials"],
    ] as const) {
      const html = await expectPage(app.get(path), 200);
      expectText(html, title, `href="${signInPath}"`);
      expect(html).not.toContain('name="consent"');
    }
  });

  it("lists published testimonials in pages, newest first, each in its language, without ratings or account ids", async () => {
    await insertTestimonials(14, "ro");
    await insertTestimonials(1, "en", { state: "pending", text: "Nobody has read this so far." });
    await insertTestimonials(1, "en", { state: "rejected", text: "Nobody will ever read this." });
    const html = await app.read("/testimonials");
    const readTexts = (page: string) =>
      [...page.matchAll(/<blockquote[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(readTexts(html)).toEqual(
      [...Array(12).keys()].map((n) => `Cuvintele numărul ${n} (ro) sunt aici.`),
    );
    expectText(html, '<blockquote class="quote__text pre-line" lang="ro">');
    expect(html).not.toMatch(/Nobody has read|Nobody will ever|AggregateRating|"Review"/);
    expect(html).not.toContain(author.id);
    const next = html.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
    const second = await app.read(next);
    expect(readTexts(second)).toHaveLength(2);
    const previous = second.match(/rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(readTexts(await app.read(previous))).toHaveLength(12);
    await expectStatus(app.get("/testimonials?after=spoiled"), 200);
    expect(await app.read("/ro/testimonials")).not.toContain('<blockquote lang="ro"');
  });

  it("shows the form with the display name, and the consent unchecked", async () => {
    const html = await app.read("/ro/testimonials", { as });
    expectText(html, 'value="Ioana P."');
    expect(html.match(/<input[^>]*name="consent"[^>]*>/)?.[0]).not.toContain("checked");
    expectText(html, "Sunt de acord ca");
  });
});

it("GET / shows up to three testimonials, those in the page's language first, and no section without any", async () => {
  const fetchTexts = async (path: string) =>
    [...(await app.read(path)).matchAll(/<blockquote[^>]*>([^<]+)/g)].map(([, text]) => text);
  expect(await fetchTexts("/")).toEqual([]);
  expect(await app.read("/")).not.toContain('/testimonials">All');
  await insertTestimonials(3, "ro");
  await insertTestimonials(1, "en", { createdTs: 1, text: "An old word in English, so far." });
  expect(await fetchTexts("/")).toEqual([
    "An old word in English, so far.",
    "Cuvintele numărul 0 (ro) sunt aici.",
    "Cuvintele numărul 1 (ro) sunt aici.",
  ]);
  expect(await fetchTexts("/ro")).toEqual([0, 1, 2].map((n) => `Cuvintele numărul ${n} (ro) sunt aici.`));
});

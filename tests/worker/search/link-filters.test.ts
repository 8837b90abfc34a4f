import { beforeAll, expect, it } from "vitest";
import type { ListingPageJson } from "@/features/search/api";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { listResultTitles } from "../../helpers/result-titles";

beforeAll(async () => {
  const teacher = await createTeacher();
  const publish = (title: string, overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, { subject: "m", title, ...overrides });
  await publish("Fagaras si imprejurimi", { county: "is", online: true });
  await publish("Lectii pentru elevi din Fagaras", { county: "is" });
  await publish("Algebra", { county: "bv" });
  await publish("Geometrie", { county: "cj" });
});

const decodeHref = (href = "") => href.replaceAll("&amp;", "&");
const countResults = async (href: string) =>
  ((await (await app.get(href.replace("/tutoring", "/api/listings"))).json()) as ListingPageJson).total;

/** A second town stays a word: it may be a name. */
const CONTRADICTING = "/tutoring?q=mate+cluj+fagaras";

it("leads each similar search to as many listings as it names, with words of a second town", async () => {
  const html = await openPage(CONTRADICTING);
  const steps = Array.from(
    html.matchAll(/href="([^"]+)"[^>]*><span class="next-steps__label">([^<]+)<\/span><span[^>]*>(\d+) /g),
    ([, href, label, count]) => ({ href: decodeHref(href), label, count: Number(count) }),
  );
  expect(steps.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      "All of Romania, also in person in other counties",
      "Online lessons from anywhere in Romania",
    ]),
  );
  for (const { href, label, count } of steps) expect(await countResults(href), label).toBe(count);
});

it("keeps a removed filter removed, also if another word names one of its kind", async () => {
  const html = await openPage(CONTRADICTING);
  const [, href] = html.match(/<a class="chip" href="([^"]+)"[^>]*><span[^>]*>[^<]*<\/span> Cluj</) ?? [];
  expect(decodeHref(href)).toBe("/tutoring?q=fagaras&subject=m&exact=1");
  expect(await countResults(decodeHref(href))).toBe(2);
});

it("keeps the filters when the form with these words is sent again, and understands other words", async () => {
  const html = await openPage(CONTRADICTING);
  const [, exact] = html.match(/id="filter-exact" name="exact" checked="" value="([^"]+)"/) ?? [];
  const form = `subject=m&county=cj&exact=${exact}`;
  const sorted = await openPage(`/tutoring?q=fagaras&${form}&sort=price`);
  expect(sorted).toMatch(/<option value="cj" selected=""/);
  const answer = await app.get(`/tutoring?q=fizica+brasov&${form}`);
  expect(answer.headers.get("location")).toMatch(/^\/tutoring\?subject=p&county=bv&typed=/);
});

it("adds nothing to the links of words that mean no filter", async () => {
  const html = await openPage("/tutoring?q=mate+tepes+cluj");
  const chips = Array.from(html.matchAll(/<a class="chip" href="([^"]+)"/g), ([, href]) => decodeHref(href));
  expect(chips).toContain("/tutoring?q=tepes&subject=m");
  expect(html).not.toMatch(/class="chip" href="[^"]*exact=1/);
});

it.each([
  ["subject=m&county=cj", "brasov", ["Algebra"]],
  ["county=cj", "mate brasov", ["Algebra"]],
])("lets new words replace a county that is set: %s, then %s", async (query, q, titles) => {
  const html = await openPage(`/tutoring?${query}&q=${encodeURIComponent(q)}`);
  expect(listResultTitles(html)).toEqual(titles);
});

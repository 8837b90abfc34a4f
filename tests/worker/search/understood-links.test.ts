import { beforeAll, expect, it } from "vitest";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";

beforeAll(async () => {
  const teacher = await createTeacher();
  for (let n = 0; n < 25; n++)
    await createListing(teacher, { subject: "m", levels: ["pb"], county: "cj", title: `Algebră ${n}` });
  for (let n = 0; n < 25; n++)
    await createListing(teacher, { subject: "mu", county: "b", title: `Pian ${n}` });
});

const get = async (path: string) => (await openPage(path)).replaceAll("&amp;", "&");
const listTitles = (html: string) =>
  [...html.matchAll(/class="card__link"[^>]*>([^<]+)</g)].map(([, title]) => title ?? "");
/** The sentence about the words, and the text and path of its link. */
const readNotice = (html: string) => {
  const [, text = "", href = "", link = ""] =
    html.match(
      /<p class="understood"><span data-announced="">([^<]*)<\/span> <a href="([^"]+)"[^>]*>([^<]*)</,
    ) ?? [];
  return { text: text.trim(), href, link };
};
const findChip = (html: string, label: string) =>
  html.match(new RegExp(`<a class="chip" href="([^"]+)"[^>]*><span[^>]*>[^<]*</span> ${label}<`))?.[1] ?? "";
const findNext = (html: string) => html.match(/href="([^"]*after=[^"]*)"/)?.[1] ?? "";

it("keeps words that imply a filter, and does not imply it again after it was removed", async () => {
  const second = await get(findNext(await get("/tutoring?q=lectii+de+pian")));
  expect(listTitles(second)).toHaveLength(5);
  expect(readNotice(second)).toMatchObject({
    text: "Understood as: Music.",
    href: "/tutoring?q=lectii+de+pian&exact=1",
  });
  expect(findChip(second, "“pian”")).toBe("/tutoring?subject=mu");
  expect(findChip(second, "Music")).toBe("/tutoring?q=pian&exact=1");
});

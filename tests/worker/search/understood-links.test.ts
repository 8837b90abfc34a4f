import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const app = createTestApp();

beforeAll(async () => {
  const teacher = await createTeacher(app);
  for (let n = 0; n < 25; n++)
    await createListing(app, teacher, { subject: "m", levels: ["pb"], county: "cj", title: `Algebră ${n}` });
  await createListing(app, teacher, { subject: "p", county: "cj", title: "Mecanică" });
  await createListing(app, teacher, { subject: "m", county: "is", title: "Algebră la Iași" });
  for (let n = 0; n < 25; n++)
    await createListing(app, teacher, { subject: "mu", county: "b", title: `Pian ${n}` });
});

const get = async (path: string) => (await (await app.get(path)).text()).replaceAll("&amp;", "&");
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

describe("the sentence about understood words stays, with the link to the typed ones", () => {
  it("on the second page", async () => {
    const second = await get(findNext(await get("/tutoring?q=mate+bac+turda")));
    expect(listTitles(second)).toHaveLength(5);
    expect(readNotice(second)).toEqual({
      text: "Understood as: Mathematics, Baccalaureate, Turda (Cluj).",
      href: "/tutoring?q=mate+bac+turda&exact=1",
      link: "Search for exactly “mate bac turda” instead",
    });
    expect(second).toContain('<meta name="robots" content="noindex"/>');
  });

  it("on the second page of words that stay words", async () => {
    const second = await get(findNext(await get("/tutoring?q=lectii+de+pian")));
    expect(listTitles(second)).toHaveLength(5);
    expect(readNotice(second)).toMatchObject({
      text: "Understood as: Music.",
      href: "/tutoring?q=lectii+de+pian&exact=1",
    });
    expect(findChip(second, "“pian”")).toBe("/tutoring?subject=mu&understood=lectii+de+pian");
    expect(readNotice(await get(findChip(second, "“pian”"))).text).toBe("");
  });

  it("after a filter was removed, without that filter", async () => {
    const all = await get("/tutoring?q=mate+bac+cluj+2027&max=200");
    const without = await get(findChip(all, "Baccalaureate"));
    expect(readNotice(without)).toEqual({
      text: "Understood as: Mathematics, Cluj; without “2027”.",
      href: "/tutoring?q=mate+bac+cluj+2027&max=200&exact=1",
      link: "Search for exactly “mate bac cluj 2027” instead",
    });
    const onlyCounty = await get(findChip(without, "Mathematics"));
    expect(readNotice(onlyCounty).text).toBe("Understood as: Cluj; without “2027”.");
    const none = await get(findChip(onlyCounty, "Cluj"));
    expect(readNotice(none).text).toBe("");
    expect(none).not.toContain('name="understood"');
  });

  it("when the form is sent again, as to sort or with a county that was chosen", async () => {
    const sorted = await get("/tutoring?subject=m&county=cj&sort=price&understood=mate+cluj");
    expect(readNotice(sorted)).toMatchObject({
      text: "Understood as: Mathematics, Cluj.",
      href: "/tutoring?q=mate+cluj&sort=price&exact=1",
    });
    const moved = await get("/tutoring?subject=m&county=is&understood=mate+turda");
    expect(readNotice(moved)).toMatchObject({
      text: "Understood as: Mathematics.",
      href: "/tutoring?q=mate+turda&county=is&exact=1",
    });
  });

  it("says what new words mean, without those of the text before", async () => {
    const html = await get("/tutoring?q=fizica&subject=m&county=cj&understood=mate+cluj");
    expect(listTitles(html)).toEqual(["Mecanică"]);
    expect(readNotice(html).text).toBe("Understood as: Physics.");
    expect(html).toContain('name="understood" value="fizica"');
    expect(findChip(html, "Cluj")).toBe("");
  });

  it("also names the words before if the text goes on", async () => {
    const html = await get("/tutoring?q=pian+copii&subject=mu&county=b&understood=pian+bucuresti");
    expect(readNotice(html)).toMatchObject({
      text: "Understood as: Music, București.",
      href: "/tutoring?q=bucuresti+pian+copii&exact=1",
    });
    expect(html).toContain('name="understood" value="bucuresti pian copii"');
  });

  it("is not there after a text that means nothing", async () => {
    const named = await get("/tutoring?q=mecanica&subject=p&county=cj&understood=fizica+cluj");
    expect(listTitles(named)).toEqual(["Mecanică"]);
    expect(readNotice(named).text).toBe("");
    expect(findChip(named, "Physics")).toBe("");
  });

  it("is not there if nothing in the address is meant by the words, whatever they are", async () => {
    for (const text of ["", "popescu", "chimie", "%20", "2027", "%00%ED%A0%80", "a".repeat(500)]) {
      const html = await get(`/tutoring?subject=m&county=cj&understood=${text}`);
      expect(readNotice(html).text, text).toBe("");
      expect(html, text).not.toContain('name="understood"');
    }
    const hostile = await get(`/tutoring?subject=m&understood=${encodeURIComponent("mate <img src=x>")}`);
    expect(hostile).not.toContain("<img src=x");
  });
});

describe("an exact search", () => {
  it("ends with the words that it was chosen for", async () => {
    const exact = await get("/tutoring?q=mate+cluj&exact=1");
    expect(exact).toMatch(/<input type="checkbox" id="filter-exact" name="literal"[^>]* value="mate cluj"/);
    expect(exact).not.toContain('type="hidden" name="literal"');
    const again = await get("/tutoring?q=mate+cluj&literal=mate+cluj&sort=price");
    expect(readNotice(again).text).toBe("Searched for the words “mate cluj”.");
    const others = await get("/tutoring?q=fizica+cluj&literal=mate+cluj");
    expect(readNotice(others).text).toBe("Understood as: Physics, Cluj.");
    expect(others).not.toContain('id="filter-exact"');
    const unticked = await get("/tutoring?q=mate+cluj");
    expect(readNotice(unticked).text).toBe("Understood as: Mathematics, Cluj.");
  });
});

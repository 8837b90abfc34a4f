import { describe, expect, test } from "vitest";
import type { ListingCardData } from "@/ui/listing-card";
import { CardGrid } from "@/ui/listing-card";
import { renderOn } from "./page";

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20);

const listing: ListingCardData = {
  id: "0123456789abcdef",
  ownerId: "u123456789abcdef",
  title: "Matematică pentru Bacalaureat",
  textLanguage: "ro",
  subject: "m",
  levels: ["h", "pb", "pu"],
  county: "cj",
  neighbourhood: "Zorilor",
  online: true,
  locations: ["th"],
  price: 12000,
  sessionMinutes: 60,
  pricePerHour: 12000,
  teacherName: "Ioana Ștefănescu",
  experienceYears: 12,
  qualification: "Gradul didactic I",
  picture: null,
  teacherPicture: null,
  reviewCount: 0,
  ratingSum: 0,
  checked: [],
  trial: "none",
  formats: ["individual"],
  publishedTs: now - 3 * DAY,
  replyMedianS: 5000,
  distanceKm: null,
};

describe("ListingCard", () => {
  test("shows picture, subject, title, teacher, experience, place, price, novelty, levels and reply time, in this order", () => {
    const html = renderOn(<CardGrid cards={[listing]} now={now} />, { locale: "ro" });
    const places = [
      "subject-picture",
      "Matematică<",
      "Matematică pentru",
      "Ioana Ștefănescu",
      "12 ani de predare · Gradul didactic I",
      "Cluj, Zorilor",
      "120 lei",
      ">Nou<",
      "Liceu, Bacalaureat +1",
      "în 2 ore",
    ].map((text) => html.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(html).toContain('href="/ro/tutoring/0123456789abcdef"');
  });

  test("says in which kinds of place the lessons are", () => {
    expect(render({ locations: ["th", "lh", "tc"] })).toMatch(
      /Cluj, Zorilor \(at the teacher’s, at a center\)<.*At your home<.*Online</,
    );
    expect(render({ locations: ["lh"], online: false }, "ro")).toMatch(/Cluj, Zorilor<.*Vine la elev acasă</);
    expect(render({ locations: [] })).not.toContain("Zorilor");
  });

  const PORTRAIT = "/images/profile-pictures/u123456789abcdef.webp";
  const render = (changes: Partial<ListingCardData>, locale: "en" | "ro" = "en") =>
    renderOn(<CardGrid cards={[{ ...listing, ...changes }]} now={now} />, { locale });

  test("shows the teacher's face next to the name, nothing without one", () => {
    const picture = "/a.webp";
    const teacherPicture = { extension: "webp", version: 17 };
    expect(render({ picture, teacherPicture })).toContain(
      `<img class="avatar" src="${PORTRAIT}?w=96&amp;v=17" width="32" height="32" alt="" loading="lazy"/>`,
    );
    expect(render({})).toContain('<p class="card__teacher">Ioana Ștefănescu<');
  });

  test("shows the teacher's picture, once, if the listing has none", () => {
    const html = render({ teacherPicture: { extension: "webp", version: 17 } });
    expect(html).toContain(`<img src="${PORTRAIT}?w=512&amp;v=17"`);
    expect(html).toContain(`srcSet="${PORTRAIT}?w=192&amp;v=17 192w, ${PORTRAIT}?w=512&amp;v=17 512w"`);
    expect(html).not.toMatch(/subject-picture|avatar/);
  });

  test("shows the rating from three reviews, the number of fewer, and New without any", () => {
    const rated = render({ reviewCount: 12, ratingSum: 57 });
    const toText = (html: string) => html.replace(/<[^>]*>/g, "");
    expect(rated).toMatch(/<strong>4.8<\/strong><span class="visually-hidden">/);
    expect(toText(rated)).toContain("4.8 out of 5, (12 reviews)");
    expect(rated).not.toContain(">New<");
    expect(toText(render({ reviewCount: 24, ratingSum: 115 }, "ro"))).toContain(
      "4,8 din 5, (24 de recenzii)",
    );
    const few = render({ reviewCount: 2, ratingSum: 10 });
    expect(few).toContain(">2 reviews<");
    expect(few).not.toContain("★");
  });

  test("names the documents that were checked", () => {
    const listBadges = (checked: ListingCardData["checked"]) =>
      [...render({ checked }).matchAll(/"card__checked">(.*?)</g)].map(([, text]) => text);
    expect(listBadges(["integrity", "diploma"])).toEqual(["Certificate of integrity", "Education checked"]);
    expect(listBadges([])).toEqual([]);
  });

  test("says what few listings offer: a trial lesson and groups", () => {
    expect(render({})).not.toContain("card__offer");
    expect(render({ trial: "free" })).toContain('<p class="card__offer">Free first lesson</p>');
    expect(render({ trial: "reduced", formats: ["individual", "group"] }, "ro")).toContain(
      ">Prima lecție la preț redus · Lecții în grup<",
    );
  });

  test.each([
    [[], "High school, Baccalaureate +2"],
    [["pu"], "University entrance, High school +2"],
    [["bc", "pu", "pb"], "Baccalaureate, University entrance, Bachelor’s +1"],
    [["phd"], "High school, Baccalaureate +2"],
  ] as const)("with the levels %o in the search, names these first: %s", (wantedLevels, text) => {
    const card = { ...listing, levels: ["h", "pb", "pu", "bc"] as const };
    expect(renderOn(<CardGrid cards={[card]} now={now} wantedLevels={wantedLevels} />)).toContain(
      `>${text}<`,
    );
  });

  test.each([
    [{ price: 8000, pricePerHour: 8000, sessionMinutes: 60 }, "80 lei / hour"],
    [{ price: 8000, pricePerHour: 5333, sessionMinutes: 90 }, "80 lei / 90 min ≈ 53 lei/hour"],
    [{ price: 9000, pricePerHour: 6000, sessionMinutes: 90 }, "90 lei / 90 min 60 lei/hour"],
  ] as const)("shows the price as agreed: %o as %s", (price, text) => {
    const [, foot = ""] = render({ ...price, publishedTs: null }).split('<p class="card__foot">');
    expect(foot.split("</p>")[0]?.replace(/<[^>]*>/g, "")).toBe(text);
  });

  test("shows New for seven days", () => {
    const at = (publishedTs: number) =>
      renderOn(<CardGrid cards={[{ ...listing, publishedTs }]} now={now} />);
    expect(at(now - 7 * DAY + 1)).toContain(">New<");
    expect(at(now - 7 * DAY)).not.toContain(">New<");
  });

  test.each([
    [0.4, "less than 1 km away"],
    [1.6, "about 2 km away"],
    [24.6, "about 25 km away"],
  ])("shows the distance %f km unless lessons are only online", (distanceKm, text) => {
    const near = { ...listing, distanceKm };
    expect(renderOn(<CardGrid cards={[near]} now={now} />)).toContain(text);
    const online = renderOn(<CardGrid cards={[{ ...near, locations: [] }]} now={now} />);
    expect(online).not.toContain("away");
  });
});

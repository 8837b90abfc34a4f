import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { SORTS } from "@/shared/codes";
import { app, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { listResultTitles } from "../../helpers/result-titles";

beforeAll(async () => {
  const teacher = await createTeacher({ firstName: "Maria", lastName: "Ionescu" });
  const commonText = "Lecții săptămânale la mine acasă, cu teme și verificări.";
  const minute = 60_000;
  const make = (n: number, title: string, description: string, owner = teacher) =>
    createListing(owner, {
      title,
      description: `${description} ${commonText}`,
      publishedTs: app.clock.now - n * minute,
    });
  const otherTeacher = await createTeacher({ firstName: "Ioana", lastName: "Chimie" });
  // The older a listing, the better it matches "chimie organica": newest first would reverse the order.
  await make(1, "Pregătire pentru liceu", "Fac chimie organică.");
  await make(2, "Pregătire pentru facultate", "Reacții organice, chimie organică.", otherTeacher);
  await make(3, "Organică pentru toți", "Tot ce ține de chimie.");
  await make(4, "Organica pe înțeles", "Formule și reacții.", otherTeacher);
  await make(5, "Chimie organică", "Formule și reacții.");
  await make(6, "Codul _sm și _ccj", "Semne: snake_case, __init__.");
});

async function listTitles(q: string, more = ""): Promise<string[]> {
  const answer = await expectStatus(app.get(`/tutoring?q=${encodeURIComponent(q)}&exact=1${more}`), 200);
  return listResultTitles(await answer.text());
}

describe("GET /tutoring?q= with words that describe the teacher, the learner or the purpose", () => {
  it("excludes nothing, and begins with the listings that have the words or others of their meaning", async () => {
    const teacher = await createTeacher();
    const make = (title: string, description: string, minutes: number) =>
      createListing(teacher, {
        title,
        description,
        subject: "la",
        publishedTs: app.clock.now - minutes * 60_000,
      });
    await make("Latină nouă", "Declinări.", 60);
    await make("Latină veche", "Sunt o profesoară răbdătoare.", 90);
    const html = await openPage("/ro/tutoring?q=latină+răbdător");
    expect(listResultTitles(html)).toEqual(["Latină veche", "Latină nouă"]);
    expect(html).toContain("„răbdător” nu exclude niciun profesor");
    expect(html).toContain("<h1>Meditații la latină</h1>");
    for (const q of ["latină adulți", "Latin for adult beginners", "business latin", "latină de afaceri"])
      expect(listResultTitles(await openPage(`/ro/tutoring?q=${encodeURIComponent(q)}`)), q).toHaveLength(2);
    for (const q of ["doamnă răbdătoare latină declinări", "doamna latina veche"])
      expect(await listTitles(q), q).toHaveLength(1);
    expect((await listTitles("răbdător")).length).toBeGreaterThan(7);
  });
});

describe("GET /tutoring?q= by relevance", () => {
  it("finds words that contain _, and no internal codes of the index", async () => {
    expect(await listTitles("snake_case")).toEqual(["Codul _sm și _ccj"]);
    expect(await listTitles("__init__")).toEqual(["Codul _sm și _ccj"]);
    for (const code of ["_a", "_sm", "_ccj", "_p1_90", "_g0", "_tth", "_mresults"]) {
      expect(
        (await listTitles(code)).filter((title) => !title.startsWith("Codul")),
        code,
      ).toEqual([]);
    }
  });
});

/**
 * Strings that visitors and robots paste: FTS5, SQL and LIKE syntax, diacritics, emoji, lone surrogates, other scripts.
 */
const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    '"',
    "'",
    "*",
    "(",
    ")",
    "^",
    ":",
    "%",
    "_",
    "-",
    "+",
    "\\",
    "\0",
    " AND ",
    " OR ",
    " NOT ",
    " NEAR(a b, 2)",
    "{title teacher}:",
    "title:chimie",
    "codes:_sm",
    "chimie",
    "organ",
    "😀",
    "👩‍🏫",
    "\ud83d",
    "\udc00",
    "\u202e",
    "\u200f",
    "\u0301",
    "ﷺ",
    "日本語",
    "русский",
    "𞤀𞤁",
    "x".repeat(5000),
    "a ".repeat(2500),
  ),
);

describe("GET /tutoring with any string as q", () => {
  it("returns 200 in every sort order, with and without other filters", async () => {
    const filters = fc.constantFrom(
      "",
      "&near=cj",
      "&near=46.77,23.59&radius=3",
      "&min=50&max=99,99&subject=m",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom(...SORTS),
        filters,
        async (all, sort, more) => {
          // A lone surrogate can't be sent in a URL; a form sends the replacement character.
          const q = all.join("").toWellFormed();
          await openPage(`/tutoring?q=${encodeURIComponent(q)}&sort=${sort}${more}`);
        },
      ),
      { numRuns: 25, seed: 7 },
    );
  });

  it.each(["", "not a query %", "%E0%A4%A", "%ff%fe", "%00", "q=1&q=2"])(
    "returns 200 for the raw query q=%s",
    async (raw) => {
      expect(await openPage(`/tutoring?q=${raw}`)).toContain("<h1>");
    },
  );
});

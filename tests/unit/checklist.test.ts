import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checklistPage } from "../../dev/checklist/page";
import { whatIsWrong } from "../../dev/checklist/proofs";
import type { Row, Section } from "../../dev/checklist/row";
import { SECTIONS } from "../../dev/checklist/sections";
import { readTitles, titlesOf } from "../../dev/checklist/titles";

const page = join(import.meta.dirname, "../../docs/checklist.md");

describe("the checklist", () => {
  it("has a test that runs for every row", () => {
    expect(whatIsWrong(SECTIONS, readTitles)).toEqual([]);
  });

  it("goes through sections 2 to 11", () => {
    const numbers = SECTIONS.map(({ number }) => number);
    expect([...new Set(numbers.map((number) => Number.parseInt(number, 10)))]).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
  });

  it("stands in docs/checklist.md as the rows say", () => {
    expect(readFileSync(page, "utf8")).toBe(checklistPage(SECTIONS));
  });
});

describe("a row", () => {
  const source = `
    describe("GET /blog", () => {
      it("lists what is published", () => {});
      it.each([1])("of page %s leads on", () => {});
      it.skip("tells of drafts", () => {});
    });
    describe.skip("GET /feed", () => { it("is read", () => {}); });
    test("one thing", () => {});
    test("one thing more", () => {});
    test("with script", () => { test.skip(); });
  `;
  const wrongOf = (...rows: Row[]) => {
    const section: Section = { number: "1", title: "One", atLeast: 1, rows };
    return whatIsWrong([section], (file) => (file === "a.test.ts" ? titlesOf(file, source) : null));
  };
  const by = (title: string, file = "a.test.ts"): Row => ({ holds: "It holds", by: { [file]: title } });

  it.each(["lists what is published", "GET /blog", "of page %s leads on", "GET /blog › lists", "one thing"])(
    "is proved by “%s”",
    (title) => {
      expect(wrongOf(by(title))).toEqual([]);
    },
  );

  it.each([
    ["tells of drafts", "it does not run"],
    ["GET /feed", "it does not run"],
    ["is read", "it does not run"],
    ["with script", "it does not run"],
    ["lists what is hidden", "no test has this title"],
    ["thing", "2 tests have it"],
  ])("is not proved by “%s”: %s", (title, why) => {
    expect(wrongOf(by(title))).toEqual([`1 · It holds: tests/a.test.ts, “${title}”: ${why}`]);
  });

  it("needs a file that there is, and some test", () => {
    expect(wrongOf(by("one thing", "b.test.ts"))).toEqual([
      "1 · It holds: tests/b.test.ts, “one thing”: there is no such file",
    ]);
    expect(wrongOf({ holds: "It holds", by: {} })).toEqual(["1 · It holds: no test is named"]);
    expect(wrongOf({ holds: "It holds", open: "nobody wrote it" })).toEqual([
      "1 · It holds: nothing proves it: nobody wrote it",
    ]);
  });

  it("is missed when it is gone", () => {
    expect(wrongOf()).toEqual(["1: 0 rows, but it had 1"]);
  });
});

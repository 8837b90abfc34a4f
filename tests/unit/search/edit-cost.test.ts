import { describe, expect, it } from "vitest";
import { computeEditCost, isOtherForm, toComparableWord } from "@/features/search/correction/edit-cost";

const cost = (typed: string, word: string) =>
  computeEditCost(toComparableWord(typed), toComparableWord(word));

describe("computeEditCost", () => {
  it.each([
    ["cluh", "cluj"],
    ["clju", "cluj"],
    ["matemtica", "matematica"],
    ["mateamtcia", "matematica"],
    ["himie", "chimie"],
  ])("%s may mean %s", (typed, word) => {
    expect(cost(typed, word)).not.toBeNull();
  });

  it("words of up to six letters allow one edit, longer ones two", () => {
    expect(cost("clhu", "cluj")).toBeNull();
    expect(cost("isotri", "istorie")).toBeNull();
    expect(cost("isotrei", "istorie")).not.toBeNull();
    expect(cost("isotr", "istorie")).toBeNull();
    expect(cost("mtemtca", "matematica")).toBeNull();
  });

  it("words with other endings are related words, not mistakes", () => {
    expect(cost("social", "socio")).toBeNull();
    expect(cost("fizician", "fizicii")).toBeNull();
    expect(cost("galata", "galati")).toBeNull();
    expect(cost("engleya", "engleza")).not.toBeNull();
  });

  it("likely mistakes cost less", () => {
    const swapped = cost("chtiara", "chitara") ?? 0;
    const neighbor = cost("chitsra", "chitara") ?? 0;
    const other = cost("chitbra", "chitara") ?? 0;
    expect(swapped).toBeLessThan(neighbor);
    expect(neighbor).toBeLessThan(other);
  });

  it("another first letter makes another word, unless its key is a neighbor", () => {
    expect(cost("harti", "marti")).toBeNull();
    expect(cost("nate", "mate")).not.toBeNull();
    expect(cost("zoologie", "biologie")).toBeNull();
    expect(cost("nfomratica", "informatica")).not.toBeNull();
  });

  it.each([
    ["kimie", "chimie"],
    ["kluj", "cluj"],
    ["philosofie", "filozofie"],
    ["brashov", "brasov"],
    ["constantza", "constanta"],
  ])("%s sounds like %s", (typed, word) => {
    expect(cost(typed, word)).toBeLessThan(100);
  });
});

it("forms of one word differ only in the ending", () => {
  expect(isOtherForm("simulare", "simulari")).toBe(true);
  expect(isOtherForm("piano", "pian")).toBe(true);
  expect(isOtherForm("simulre", "simulare")).toBe(false);
  expect(isOtherForm("pianp", "pian")).toBe(false);
});

import { describe, expect, it } from "vitest";
import {
  findBannedWord,
  findChangeRule,
  findContactRule,
  matchTextRule,
} from "@/features/listings/revisions/text-rules";
import { DEFAULT_BANNED_WORDS } from "@/features/settings/banned-words/banned-words";

const BANNED = ["țigări", "licență la comandă", "șah mat"];
const text = (description: string) => ({ title: "Matematică pentru toți", description });

describe("findContactRule", () => {
  it.each([
    ["0712345678", "phone"],
    ["07 12 34 56 78", "phone"],
    ["+40 712-345-678", "phone"],
    ["0040712345678", "phone"],
    ["021.312.34.56", "phone"],
    ["ana.pop@exemplu.ro", "email"],
    ["ana (at) exemplu (dot) ro", "email"],
    ["https://exemplu.org/x", "link"],
    ["www.exemplu", "link"],
    ["exemplu.com", "link"],
    ["din 2019 până în 2026, 100 de elevi", null],
    ["nota 9.80 la Bac, 45 de lei, ora 18.30", null],
    ["etc. Online, la mine acasă.Este bine", null],
  ])("finds contact data in “%s”: %s", (part, rule) => {
    expect(findContactRule(text(`Lecții, ${part}, zilnic.`))).toBe(rule);
  });
});

describe("findBannedWord", () => {
  it.each([
    ["Vând ŢIGĂRI ieftine", "țigări"],
    ["vand tigari.", "țigări"],
    ["Scriu licenţă\nla  comandă!", "licență la comandă"],
    ["LICENȚA LA COMANDĂ", "licență la comandă"],
    ["licențe la comandă", null],
    ["țigările", null],
    ["șah-mat", "șah mat"],
    ["nimic din toate acestea", null],
  ])("finds a banned word in %j: %s", (description, word) => {
    expect(findBannedWord(text(description), BANNED)).toBe(word);
  });

  it("is a rule of matchTextRule, after contact data; an empty word matches nothing", () => {
    expect(matchTextRule(text("Vând țigări."), BANNED)).toBe("banned_word");
    expect(matchTextRule(text("Vând țigări la 0712345678."), BANNED)).toBe("phone");
    expect(matchTextRule(text("Lucrăm pe subiecte."), ["", " , "])).toBeNull();
  });

  it("finds no default banned word in a common text", () => {
    const commonText =
      "Lecții de matematică, biologie și fizică: curbe, eroina romanului, sexualitate, rime, credite ECTS.";
    expect(findBannedWord(text(commonText), DEFAULT_BANNED_WORDS)).toBeNull();
  });
});

describe("findChangeRule", () => {
  const before = text("Lucrăm pe subiecte din anii trecuți, cu explicații clare și teme corectate.");

  it("returns null when nothing or little changes", () => {
    expect(findChangeRule(before, before, BANNED)).toBeNull();
    expect(findChangeRule(before, text(`${before.description} Prima oră este gratuită.`), BANNED)).toBeNull();
  });

  it("returns a rule when most words are new, and for new contact data and banned words", () => {
    expect(
      findChangeRule(
        before,
        { title: "Vioară", description: "Cânt din copilărie și predau oricui." },
        BANNED,
      ),
    ).toBe("rewritten");
    expect(findChangeRule(before, text(`${before.description} 0712345678`), BANNED)).toBe("phone");
    expect(findChangeRule(before, text(`${before.description} Tigari.`), BANNED)).toBe("banned_word");
  });

  it("returns null for an unchanged text that was approved with contact data", () => {
    const approved = text("Sunați la 0712345678.");
    expect(findChangeRule(approved, approved, BANNED)).toBeNull();
  });
});

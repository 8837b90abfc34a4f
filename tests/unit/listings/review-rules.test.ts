import { describe, expect, it } from "vitest";
import {
  findBannedWord,
  findChangeRule,
  findContactRule,
  findTextRule,
} from "@/features/listings/review/review-rules";
import { SHIPPED_BANNED_WORDS } from "@/features/settings/banned-words/banned-words";

const BANNED = ["țigări", "licență la comandă", "șah mat"];
const text = (description: string) => ({ title: "Matematică pentru toți", description });

describe("contact data in a text", () => {
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
  ])("%s: %s", (words, kind) => expect(findContactRule(text(`Lecții, ${words}, zilnic.`))).toBe(kind));
});

describe("banned words", () => {
  it.each([
    ["Vând ŢIGĂRI ieftine", "țigări"],
    ["vand tigari.", "țigări"],
    ["Scriu licenţă\nla  comandă!", "licență la comandă"],
    ["LICENȚA LA COMANDĂ", "licență la comandă"],
    ["licențe la comandă", null],
    ["țigările", null],
    ["șah-mat", "șah mat"],
    ["nimic din toate acestea", null],
  ])("%s: %s", (words, found) => expect(findBannedWord(text(words), BANNED)).toBe(found));

  it("require review, but contact data is reported first; empty words match nothing", () => {
    expect(findTextRule(text("Vând țigări."), BANNED)).toBe("banned_word");
    expect(findTextRule(text("Vând țigări la 0712345678."), BANNED)).toBe("phone");
    expect(findTextRule(text("Lucrăm pe subiecte."), ["", " , "])).toBeNull();
  });

  it("shipped are found in no usual text", () => {
    const usual =
      "Lecții de matematică, biologie și fizică: curbe, eroina romanului, sexualitate, rime, credite ECTS.";
    expect(findBannedWord(text(usual), SHIPPED_BANNED_WORDS)).toBeNull();
  });
});

describe("a change of text", () => {
  const before = text("Lucrăm pe subiecte din anii trecuți, cu explicații clare și teme corectate.");

  it("needs no look when nothing or little changes", () => {
    expect(findChangeRule(before, before, BANNED)).toBeNull();
    expect(findChangeRule(before, text(`${before.description} Prima oră este gratuită.`), BANNED)).toBeNull();
  });

  it("needs one when most words are new, or contact data comes in", () => {
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

  it("asks nothing again about a text that was approved with its contact data", () => {
    const approved = text("Sunați la 0712345678.");
    expect(findChangeRule(approved, approved, BANNED)).toBeNull();
  });
});

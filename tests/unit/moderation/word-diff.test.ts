import { describe, expect, it } from "vitest";
import { type DiffPart, diffWords } from "@/features/moderation/review/word-diff";

const markChanged = (parts: DiffPart[], open: string, close: string) =>
  parts.map(({ text, changed }) => (changed ? `${open}${text}${close}` : text)).join("");
const diffMarked = (known: string, proposed: string) => {
  const parts = diffWords(known, proposed);
  return [markChanged(parts.known, "[", "]"), markChanged(parts.proposed, "{", "}")];
};

describe("diffWords", () => {
  it.each([
    ["un text", "un text", "un text", "un text"],
    ["un text scurt", "un text lung", "un text [scurt]", "un text {lung}"],
    ["a b c", "a c", "a [b ]c", "a c"],
    ["a c", "a b c", "a c", "a {b }c"],
    ["", "nou", "", "{nou}"],
    ["vechi", "", "[vechi]", ""],
    ["", "", "", ""],
    ["a a a", "a a", "a a [a]", "a a"],
    [
      "unu doi trei patru cinci",
      "doi unu trei cinci șase",
      "[unu ]doi trei [patru ]cinci",
      "doi {unu }trei cinci {șase}",
    ],
    ["rând\nalt rând", "rând alt rând", "rând\nalt rând", "rând alt rând"],
  ])("marks the changed words of %j and %j", (known, proposed, left, right) => {
    expect(diffMarked(known, proposed)).toEqual([left, right]);
  });

  it("returns parts that join to the texts, with equal unchanged words", () => {
    const words = ["da", "nu", "poate ", "\n", "ș", "  x"];
    for (let seed = 1; seed < 200; seed++) {
      const text = (n: number) =>
        Array.from({ length: (seed * n) % 17 }, (_, index) => words[(seed * (index + n) * 7) % 6]).join(" ");
      const [known, proposed] = [text(3), text(5)];
      const parts = diffWords(known, proposed);
      expect(parts.known.map((part) => part.text).join("")).toBe(known);
      expect(parts.proposed.map((part) => part.text).join("")).toBe(proposed);
      const getUnchanged = (side: DiffPart[]) =>
        side
          .filter(({ changed }) => !changed)
          .flatMap((part) => part.text.split(/\s+/))
          .filter(Boolean);
      expect(getUnchanged(parts.known)).toEqual(getUnchanged(parts.proposed));
    }
  });

  it("marks both texts as a whole when more than 1,000 words differ", () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join(" ");
    const [known, proposed] = [`la fel ${long("a")} sfârșit`, `la fel ${long("b")} sfârșit`];
    expect(diffWords(known, proposed)).toEqual({
      known: [{ text: known, changed: true }],
      proposed: [{ text: proposed, changed: true }],
    });
  });
});

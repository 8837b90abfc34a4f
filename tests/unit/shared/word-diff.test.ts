import { describe, expect, it } from "vitest";
import { type DiffPart, diffWords } from "@/shared/word-diff";

const marked = (parts: DiffPart[], open: string, close: string) =>
  parts.map(({ text, changed }) => (changed ? `${open}${text}${close}` : text)).join("");
const both = (known: string, proposed: string) => {
  const parts = diffWords(known, proposed);
  return [marked(parts.known, "[", "]"), marked(parts.proposed, "{", "}")];
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
  ])("%j and %j", (known, proposed, left, right) => {
    expect(both(known, proposed)).toEqual([left, right]);
  });

  it("puts each text together again, whatever they are", () => {
    const words = ["da", "nu", "poate ", "\n", "ș", "  x"];
    for (let seed = 1; seed < 200; seed++) {
      const text = (n: number) =>
        Array.from({ length: (seed * n) % 17 }, (_, place) => words[(seed * (place + n) * 7) % 6]).join(" ");
      const [known, proposed] = [text(3), text(5)];
      const parts = diffWords(known, proposed);
      expect(parts.known.map((part) => part.text).join("")).toBe(known);
      expect(parts.proposed.map((part) => part.text).join("")).toBe(proposed);
      const kept = (side: DiffPart[]) =>
        side
          .filter(({ changed }) => !changed)
          .flatMap((part) => part.text.split(/\s+/))
          .filter(Boolean);
      expect(kept(parts.known)).toEqual(kept(parts.proposed));
    }
  });

  it("marks long texts as a whole, since a diff by words would take long", () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join(" ");
    const parts = diffWords(`la fel ${long("a")} sfârșit`, `la fel ${long("b")} sfârșit`);
    expect(parts.known.map(({ changed }) => changed)).toEqual([false, true, false]);
  });
});

import { describe, expect, it } from "vitest";
import { type DiffPart, diffWords } from "@/features/moderation/listings/diff-words";

const markChanged = (parts: DiffPart[], open: string, close: string) =>
  parts.map(({ text, changed }) => (changed ? `${open}${text}${close}` : text)).join("");
const diffMarked = (current: string, proposed: string) => {
  const parts = diffWords(current, proposed);
  return [markChanged(parts.current, "[", "]"), markChanged(parts.proposed, "{", "}")];
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
  ])("marks the changed words of %j and %j", (current, proposed, left, right) => {
    expect(diffMarked(current, proposed)).toEqual([left, right]);
  });

  it("returns parts that join to the texts, with equal unchanged words", () => {
    const words = ["da", "nu", "poate ", "\n", "ș", "  x"];
    for (let seed = 1; seed < 200; seed++) {
      const text = (n: number) =>
        Array.from({ length: (seed * n) % 17 }, (_, index) => words[(seed * (index + n) * 7) % 6]).join(" ");
      const [current, proposed] = [text(3), text(5)];
      const parts = diffWords(current, proposed);
      expect(parts.current.map((part) => part.text).join("")).toBe(current);
      expect(parts.proposed.map((part) => part.text).join("")).toBe(proposed);
      const getUnchanged = (side: DiffPart[]) =>
        side
          .filter(({ changed }) => !changed)
          .flatMap((part) => part.text.split(/\s+/))
          .filter(Boolean);
      expect(getUnchanged(parts.current)).toEqual(getUnchanged(parts.proposed));
    }
  });

  it("marks both texts entirely when more than 1,000 words differ", () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join(" ");
    const [current, proposed] = [`la fel ${long("a")} sfârșit`, `la fel ${long("b")} sfârșit`];
    expect(diffWords(current, proposed)).toEqual({
      current: [{ text: current, changed: true }],
      proposed: [{ text: proposed, changed: true }],
    });
  });
});

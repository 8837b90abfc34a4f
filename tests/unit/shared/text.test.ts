import { expect, test } from "vitest";
import { countCharacters, normaliseLine, normaliseLines, normaliseText } from "@/shared/text";

test("cedilla letters become the Romanian ones", () => {
  expect(normaliseText("Ştiinţe, ŞŢ şţ")).toBe("Științe, ȘȚ șț");
});

test("a cedilla written as a combining mark is one too", () => {
  expect(normaliseText("s\u0327tiint\u0327e")).toBe("științe");
  expect(normaliseText("s\u0326a\u0306")).toBe("șă");
});

test("NUL and lone surrogates go, whole characters stay", () => {
  expect(normaliseText("a\0b\ud800c\udc00d😀")).toBe("abcd😀");
});

test("a line is one line, lines keep a paragraph's gap", () => {
  expect(normaliseLine("  Ana \n\t Maria\u00a0Pop ")).toBe("Ana Maria Pop");
  expect(normaliseLines("unu  \r\n\r\n\r\n\r\ndoi\rtrei ")).toBe("unu\n\ndoi\ntrei");
});

test("a line turns no direction of writing", () => {
  expect(normaliseLine("Ana\u202e \u202aPop\u2069\u2066")).toBe("Ana Pop");
  expect(normaliseLine("\u202e \u2067")).toBe("");
});

test("characters are counted, not their halves", () => {
  expect(countCharacters("ș😀")).toBe(2);
});

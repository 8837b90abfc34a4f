import { expect, test } from "vitest";
import {
  capitalizeName,
  countCharacters,
  normaliseLine,
  normaliseLines,
  normaliseText,
  truncateText,
} from "@/shared/text";

test("cedilla letters become comma-below letters", () => {
  expect(normaliseText("Ştiinţe, ŞŢ şţ")).toBe("Științe, ȘȚ șț");
});

test("a combining cedilla becomes a comma below too", () => {
  expect(normaliseText("s\u0327tiint\u0327e")).toBe("științe");
  expect(normaliseText("s\u0326a\u0306")).toBe("șă");
});

test("NUL and lone surrogates are removed, whole characters stay", () => {
  expect(normaliseText("a\0b\ud800c\udc00d😀")).toBe("abcd😀");
});

test("a line has no line breaks; lines keep one empty line between paragraphs", () => {
  expect(normaliseLine("  Ana \n\t Maria\u00a0Pop ")).toBe("Ana Maria Pop");
  expect(normaliseLines("unu  \r\n\r\n\r\n\r\ndoi\rtrei ")).toBe("unu\n\ndoi\ntrei");
});

test("a line has no bidirectional control characters", () => {
  expect(normaliseLine("Ana\u202e \u202aPop\u2069\u2066")).toBe("Ana Pop");
  expect(normaliseLine("\u202e \u2067")).toBe("");
});

test("length counts characters, not UTF-16 code units", () => {
  expect(countCharacters("ș😀")).toBe(2);
});

test.each([
  ["elisabeta", "Elisabeta"],
  ["ana-maria popa", "Ana-Maria Popa"],
  ["șerban", "Șerban"],
  ["van der Berg", "van der Berg"],
])("capitalizes the name %j: %j", (name, expected) => expect(capitalizeName(name)).toBe(expected));

test.each([
  ["unu doi trei", 12, "unu doi trei"],
  ["unu doi, trei", 9, "unu doi…"],
  ["unudoitrei patru", 9, "unudoitre…"],
  ["unu😀", 4, "unu…"],
])("truncates %j to %i: %j", (text, length, expected) => expect(truncateText(text, length)).toBe(expected));

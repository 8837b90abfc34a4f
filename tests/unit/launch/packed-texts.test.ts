import { TEXTS } from "@locales/index";
import { expect, test } from "vitest";
import { packTexts, readTexts, unpackTexts } from "../../../dev/launch/packed-texts";

test("packed texts are the same texts when they are unpacked", () => {
  expect(unpackTexts(packTexts(readTexts("en"), readTexts("ro")))).toEqual(TEXTS);
});

test("keys are packed once, also those that only one language has", () => {
  const en = { home: { title: "Lessons", note: "", count: { one: "one", other: "{{n}}" } } };
  const ro = { home: { title: "Lecții", note: "", count: { one: "una", few: "{{n}}", other: "{{n}} de" } } };
  const packed = packTexts(en, ro);
  expect(packed).toEqual({
    keys: "{home{title,note,count{one,other,few}}}",
    en: "Lessons||one|{{n}}|~",
    ro: "Lecții||una|{{n}} de|{{n}}",
  });
  expect(unpackTexts(packed)).toEqual({ home: { en: en.home, ro: ro.home } });
});

test("a text that can't be told from others is refused", () => {
  expect(() => packTexts({ home: { title: "a|b" } }, { home: { title: "a" } })).toThrow();
  expect(() => packTexts({ home: { title: "~" } }, { home: { title: "a" } })).toThrow();
});

import { TEXTS } from "@locales/index";
import { expect, test } from "vitest";
import {
  addTexts,
  packSplitTexts,
  packTexts,
  readTexts,
  unpackTexts,
} from "../../../dev/launch/packed-texts";

test("packed texts are the same texts when they are unpacked", () => {
  expect(unpackTexts(packTexts(readTexts("en"), readTexts("ro")))).toEqual(TEXTS);
});

test("the texts of the start and those that are added later are all texts", () => {
  const { start, later } = packSplitTexts();
  const texts = unpackTexts(start);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(TEXTS).sort());
  expect(texts.general).toEqual(TEXTS.general);
  expect(texts.mail).toEqual({ en: {}, ro: {} });
  addTexts(texts, unpackTexts(later));
  expect(texts).toEqual(TEXTS);
});

test("keys are packed once, also those that only one language has", () => {
  const en = { home: { title: "Lessons", note: "", count: { one: "one", other: "{{n}}" }, "20+": "many" } };
  const ro = {
    home: {
      title: "Lecții",
      note: "",
      count: { one: "una", few: "{{n}}", other: "{{n}} de" },
      "20+": "multe",
    },
  };
  const packed = packTexts(en, ro);
  expect(packed).toEqual({
    keys: "{home{title,note,count{one,other,few},20+}}",
    en: "Lessons||one|{{n}}|~|many",
    ro: "Lecții||una|{{n}} de|{{n}}|multe",
  });
  expect(unpackTexts(packed)).toEqual({ home: { en: en.home, ro: ro.home } });
});

test("a key that can't be told from the format is refused", () => {
  expect(() => packTexts({ home: { "a,b": "a" } }, { home: { "a,b": "a" } })).toThrow();
});

test("a text that can't be told from others is refused", () => {
  expect(() => packTexts({ home: { title: "a|b" } }, { home: { title: "a" } })).toThrow();
  expect(() => packTexts({ home: { title: "~" } }, { home: { title: "a" } })).toThrow();
});

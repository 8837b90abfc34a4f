import { TEXTS } from "@locales/index";
import { expect, test } from "vitest";
import { packTexts, readTexts, unpackTexts } from "../../../dev/launch/packed-texts";

test("packed texts are the same texts when they are unpacked", () => {
  const [en, ro] = [readTexts("en"), readTexts("ro")];
  const unpacked = unpackTexts(en, packTexts(en, ro));
  expect(unpacked).toEqual(ro);
  expect(unpacked).toEqual(
    Object.fromEntries(Object.entries(TEXTS).map(([page, texts]) => [page, texts.ro])),
  );
});

test("a group of other keys, as of plurals, stays as it is", () => {
  const packed = packTexts(
    { title: "Lessons", count: { one: "one", other: "{{n}}" } },
    { title: "Lecții", count: { one: "una", few: "{{n}}", other: "{{n}} de" } },
  );
  expect(packed).toEqual(["Lecții", { one: "una", few: "{{n}}", other: "{{n}} de" }]);
});

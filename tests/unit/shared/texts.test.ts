import { TEXTS } from "@locales/index";
import { describe, expect, test } from "vitest";
import type { Texts } from "@/shared/i18n/translator";

const PLURAL_FORMS = new Set(["zero", "one", "few", "other"]);
const isPlural = (texts: Texts) =>
  "other" in texts && Object.keys(texts).every((key) => PLURAL_FORMS.has(key));

/** Every key that leads to a text, with its plural forms as one. */
function leaves(texts: Texts, before = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = before ? `${before}.${key}` : key;
    if (typeof value === "string") return [[path, value] as [string, string]];
    if (isPlural(value)) return [[path, String(value.other)] as [string, string]];
    return leaves(value, path);
  });
}

describe.each(Object.entries(TEXTS))("locales/%s", (_, { en, ro }) => {
  test("has the same keys in both languages", () => {
    expect(
      leaves(ro)
        .map(([key]) => key)
        .sort(),
    ).toEqual(
      leaves(en)
        .map(([key]) => key)
        .sort(),
    );
  });

  test("writes Romanian with its own letters", () => {
    for (const [key, text] of leaves(ro)) expect(text, key).not.toMatch(/[şţŞŢ]/);
  });

  test("leaves no text empty", () => {
    for (const [key, text] of [...leaves(en), ...leaves(ro)]) expect(text.trim(), key).not.toBe("");
  });
});

test("Romanian plurals have their three forms", () => {
  const check = (texts: Texts, path: string): void => {
    for (const [key, value] of Object.entries(texts)) {
      if (typeof value === "string") continue;
      if (isPlural(value))
        expect(Object.keys(value).sort(), `${path}.${key}`).toEqual(["few", "one", "other"]);
      else check(value, `${path}.${key}`);
    }
  };
  for (const [page, { ro }] of Object.entries(TEXTS)) check(ro, page);
});

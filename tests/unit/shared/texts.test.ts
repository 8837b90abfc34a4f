import { globSync, readFileSync } from "node:fs";
import { TEXTS } from "@locales/index";
import { describe, expect, test } from "vitest";
import { SUBJECT_KINDS } from "@/db/audit";
import { AUDIT_ACTION_KINDS } from "@/shared/codes";
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

/** Every plural by its key, with its forms. */
function plurals(texts: Texts, before = ""): [string, Texts][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === "string") return [];
    return isPlural(value) ? [[before + key, value] as [string, Texts]] : plurals(value, `${before}${key}.`);
  });
}

/** The names of what is filled into a text, each once. */
const listPlaceholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name ?? ""))].sort();

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

  test("has the same placeholders in both languages", () => {
    const places = (texts: Texts) =>
      Object.fromEntries(leaves(texts).map(([key, text]) => [key, listPlaceholders(text)]));
    expect(places(ro)).toEqual(places(en));
  });

  test("has no placeholder in only one plural form", () => {
    for (const texts of [en, ro]) {
      for (const [key, forms] of plurals(texts)) {
        const known = new Set(["n", ...listPlaceholders(String(forms.other))]);
        for (const text of Object.values(forms)) {
          expect(
            listPlaceholders(String(text)).filter((placeholder) => !known.has(placeholder)),
            key,
          ).toEqual([]);
        }
      }
    }
  });

  test("has no cedilla letters in Romanian", () => {
    for (const [key, text] of leaves(ro)) expect(text, key).not.toMatch(/[şţŞŢ]/);
  });

  test("has no empty text", () => {
    for (const [key, text] of [...leaves(en), ...leaves(ro)]) expect(text.trim(), key).not.toBe("");
  });
});

test("each key that the code writes out has a text", () => {
  const keys = globSync("{src,client}/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bt(?:\.count)?\(\s*"([\w-]+\.[\w.-]+)"/g)].map(
      ([, key = ""]) => key,
    ),
  );
  const known = new Set(
    Object.entries(TEXTS).flatMap(([folder, { en }]) => leaves(en).map(([key]) => `${folder}.${key}`)),
  );
  expect(keys.length).toBeGreaterThan(1000);
  expect([...new Set(keys)].filter((key) => !known.has(key))).toEqual([]);
});

test("Romanian plurals have three forms", () => {
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

test("each alert about a payment says what to do", () => {
  const keysOf = (folder: string, name: string) =>
    leaves(TEXTS[folder]?.en ?? {}).flatMap(([key]) =>
      key.startsWith(`${name}.`) ? [key.slice(name.length + 1)] : [],
    );
  const alerts = keysOf("payments-admin", "outcomes").filter(
    (code) => code !== "applied" && code !== "ignored",
  );
  expect(alerts.length).toBeGreaterThan(0);
  expect(keysOf("follow-up", "payments").sort()).toEqual(alerts.sort());
});

test("each kind of audit action and subject has a name", () => {
  const names = new Set(leaves(TEXTS.users?.en ?? {}).map(([key]) => key));
  for (const kind of [...AUDIT_ACTION_KINDS, ...SUBJECT_KINDS]) expect(names).toContain(`kinds.${kind}`);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import en from "@locales/mail/en.json";
import ro from "@locales/mail/ro.json";
import { describe, expect, test, vi } from "vitest";
import { composeMail } from "@/features/mail/compose";
import { createTranslator, type Texts } from "@/shared/i18n/translator";

const TEXTS: Record<"en" | "ro", Texts> = { en, ro };
const templates = Object.entries(en).flatMap(([name, texts]) => (typeof texts === "string" ? [] : [name]));
const placeholders = (texts: unknown) => [...new Set(JSON.stringify(texts).match(/\{\{[^}]*\}\}/g))].sort();

/** Every name of a mail that the code speaks: the strings of the lines that choose a template. */
function spoken(): Set<string> {
  const root = join(import.meta.dirname, "../../../src/features");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const lines = files.flatMap(
    (name) => readFileSync(join(root, name), "utf8").match(/template:[^\n;]*/g) ?? [],
  );
  return new Set(
    lines.flatMap((line) => [...line.matchAll(/"([a-z_]+)"/g)].map(([, name]) => name as string)),
  );
}

test("every mail that the code sends has its texts, and every text is of one that it sends", () => {
  expect([...spoken()].filter((name) => name in en || name.includes("_")).sort()).toEqual(templates.sort());
});

describe.each(templates)("the mail %s", (template) => {
  test("says with the same facts the same things in both languages", () => {
    const known = TEXTS.en[template] as Texts;
    const other = TEXTS.ro[template] as Texts;
    for (const part of Object.keys(known)) {
      expect(placeholders(other[part]), part).toEqual(placeholders(known[part]));
    }
  });

  test.each(["en", "ro"] as const)("is whole in %s, as text and as HTML", (locale) => {
    const warned = vi.spyOn(console, "warn");
    const texts = TEXTS[locale];
    const t = createTranslator(locale, { mail: texts });
    const own = texts[template] as Texts;
    const params = Object.fromEntries(
      placeholders(own).map((name) => [name.slice(2, -2), `«${name.slice(2, -2)}»`]),
    );
    const url = `https://catedra.test/${template}?token=abc&next=1`;
    const mail = composeMail(t, "Catedra", {
      template,
      params,
      ...("action" in own ? { actionUrl: url } : {}),
    });
    expect(warned).not.toHaveBeenCalled();
    for (const form of [mail.subject, mail.text, mail.html]) {
      expect(form).not.toMatch(/\{\{|\}\}|undefined|\bmail\.[a-z_]+\b/);
    }
    for (const name of Object.keys(params).filter((name) => name !== "site")) {
      expect(mail.subject + mail.text).toContain(`«${name}»`);
    }
    expect(mail.html).toContain(`<html lang="${locale}">`);
    if ("action" in own) {
      expect(mail.text).toContain(url);
      // Once behind the button, once to be read.
      expect(mail.html.split(url.replace("&", "&amp;"))).toHaveLength(4);
    }
  });
});

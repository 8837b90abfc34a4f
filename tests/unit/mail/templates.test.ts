import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import en from "@locales/mail/en.json";
import ro from "@locales/mail/ro.json";
import { describe, expect, test, vi } from "vitest";
import { composeMail } from "@/features/mail/compose-mail";
import { MAIL_KINDS, type MailTemplate } from "@/features/mail/mail-kinds";
import { NOTIFICATION_KINDS } from "@/shared/codes";
import { createTranslator, type Texts } from "@/shared/i18n/translator";

const TEXTS: Record<"en" | "ro", Texts> = { en, ro };
const templates = Object.entries(en).flatMap(([name, texts]) =>
  typeof texts === "object" && "subject" in texts ? [name as MailTemplate] : [],
);
const findPlaceholders = (texts: unknown) =>
  [...new Set(JSON.stringify(texts).match(/\{\{[^}]*\}\}/g))].sort();

/** The templates that the code names: the strings of the lines that set `template`. */
function findUsedTemplates(): Set<string> {
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

test("locales/mail has texts for exactly the templates that the code uses", () => {
  expect([...findUsedTemplates()].filter((name) => name in en || name.includes("_")).sort()).toEqual(
    templates.sort(),
  );
});

test("each template is of a kind that users can turn off, or is always sent", () => {
  expect(Object.keys(MAIL_KINDS).sort()).toEqual(templates.sort());
  // No switch is without effect.
  expect(new Set(Object.values(MAIL_KINDS))).toEqual(new Set([...NOTIFICATION_KINDS, "always"]));
});

const OF_ENQUIRIES: MailTemplate[] = [
  "enquiry_new",
  "enquiry_answered",
  "enquiry_message",
  "enquiry_messages",
  "request_answered",
  "enquiry_reminder",
  "answer_or_pause",
  "enquiry_offer",
  "enquiry_offer_alert",
  "enquiry_teacher_left",
  "appointment_proposed",
  "appointment_moved",
  "appointment_accepted",
  "appointment_declined",
  "appointment_cancelled",
  "appointment_withdrawn",
  "appointment_reminder",
  "appointment_question",
];

test("mails about messages, offers and first lessons are of the kind `enquiries`", () => {
  expect(templates.filter((name) => MAIL_KINDS[name] === "enquiries").sort()).toEqual(OF_ENQUIRIES.sort());
});

describe.each(templates)("mail template %s", (template) => {
  test("has the same placeholders in both languages", () => {
    const english = TEXTS.en[template] as Texts;
    const romanian = TEXTS.ro[template] as Texts;
    for (const part of Object.keys(english)) {
      expect(findPlaceholders(romanian[part]), part).toEqual(findPlaceholders(english[part]));
    }
  });

  test.each(["en", "ro"] as const)("is complete in %s, as text and as HTML", (locale) => {
    const warned = vi.spyOn(console, "warn");
    const texts = TEXTS[locale];
    const t = createTranslator(locale, { mail: texts });
    const templateTexts = texts[template] as Texts;
    const params = Object.fromEntries(
      findPlaceholders(templateTexts).map((name) => [name.slice(2, -2), `«${name.slice(2, -2)}»`]),
    );
    const url = `https://catedra.test/${template}?token=abc&next=1`;
    const mail = composeMail(t, "Catedra", {
      template,
      params,
      ...("action" in templateTexts ? { actionUrl: url } : {}),
    });
    expect(warned).not.toHaveBeenCalled();
    for (const form of [mail.subject, mail.text, mail.html]) {
      expect(form).not.toMatch(/\{\{|\}\}|undefined|\bmail\.[a-z_]+\b/);
    }
    for (const name of Object.keys(params).filter((name) => name !== "site")) {
      expect(mail.subject + mail.text).toContain(`«${name}»`);
    }
    expect(mail.html).toContain(`<html lang="${locale}">`);
    if ("action" in templateTexts) {
      expect(mail.text).toContain(url);
      // The button's link, and the readable link with its href.
      expect(mail.html.split(url.replace("&", "&amp;"))).toHaveLength(4);
    }
  });
});

test.each([
  ["ro", "„Curs «Bac» de vară”"],
  ["en", "“Curs ‘Bac’ de vară”"],
] as const)("quotation marks inside a quoted title are those of the second level in %s", (locale, quoted) => {
  const t = createTranslator(locale, { mail: TEXTS[locale] });
  const params = { title: "Curs „Bac” de vară", name: "Daria", learner: "" };
  expect(composeMail(t, "Catedra", { template: "enquiry_new", params }).subject).toContain(quoted);
});

import { afterEach, expect, test, vi } from "vitest";
import { createTranslator } from "@/shared/i18n/translator";

const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
afterEach(() => warn.mockClear());

const texts = {
  page: { hello: "Salut, {{name}}!", plain: "Da", "8": "opt" },
  days: { one: "o zi", few: "{{n}} zile", other: "{{n}} de zile" },
};
const fallback = { page: { hello: "Hello, {{name}}!", only: "Only here, {{name}}" } };
const t = () => createTranslator("ro", texts, fallback);

test("a text is returned with its parameters", () => {
  expect(t()("page.hello", { name: "Ana" })).toBe("Salut, Ana!");
  expect(t()("page.plain")).toBe("Da");
  expect(warn).not.toHaveBeenCalled();
});

test("a parameter's value is inserted unchanged", () => {
  expect(t()("page.hello", { name: "{{n}} $& <b>" })).toBe("Salut, {{n}} $& <b>!");
});

test("a missing key returns the other locale's text, and warns once", () => {
  const translate = t();
  expect([translate("page.only", { name: "Ana" }), translate("page.only", { name: "Ion" })]).toEqual([
    "Only here, Ana",
    "Only here, Ion",
  ]);
  expect(warn).toHaveBeenCalledTimes(1);
});

test("warnings about missing keys are limited", () => {
  const translate = t();
  for (let n = 0; n < 10_000; n++) expect(translate(`page.sent ${n}`)).toBe(`page.sent ${n}`);
  expect(warn).toHaveBeenCalledTimes(200);
});

test.each([
  "page",
  "page.constructor",
  "constructor.name",
  "__proto__",
  "page.toString",
  "page.hello.length",
  "",
])("%j is not a text", (key) => {
  expect(t()(key)).toBe(key);
  expect(t().has(key)).toBe(false);
});

test("counts are formatted for the locale, with the right plural form", () => {
  const counts = [0, 1, 2, 19, 20, 100, 101, 119, 120, 1001].map((n) => t().count("days", n));
  const texts = ["0 zile", "o zi", "2 zile", "19 zile", "20 de zile", "100 de zile", "101 zile", "119 zile"];
  expect(counts).toEqual([...texts, "120 de zile", "1.001 zile"]);
});

test("a missing plural form is replaced by `other`", () => {
  const t = createTranslator("en", { n: { other: "{{n}} things" } });
  expect([t.count("n", 0), t.count("n", 1), t.count("n", 1234)]).toEqual([
    "0 things",
    "1 things",
    "1,234 things",
  ]);
});

test("logs an error for a parameter without a value", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const t = createTranslator("en", { contact: { title: "Write to {{site}}" } });
  t("contact.title");
  expect(logged).toHaveBeenCalledWith("missing value: site of contact.title (en)");
  logged.mockClear();
  expect(t("contact.title", { site: "Catedra" })).toBe("Write to Catedra");
  expect(logged).not.toHaveBeenCalled();
});

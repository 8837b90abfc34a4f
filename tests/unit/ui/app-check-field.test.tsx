import { expect, test } from "vitest";
import { AppCheckField } from "@/ui/form";
import { renderOn } from "./page";

test("AppCheckField has the key, the page's language and a message for browsers without scripts", () => {
  const html = renderOn(<AppCheckField />, { locale: "ro", appCheckKey: "0x4AAA" });
  expect(html).toMatch(/<div class="cf-turnstile" data-sitekey="0x4AAA" data-language="ro"/);
  expect(html).toMatch(/<noscript><p[^>]*>[^<]*JavaScript/);
});

test("AppCheckField without a key renders only its script, which logs the missing key", () => {
  const html = renderOn(<AppCheckField />, { appCheckKey: null });
  expect(html).toContain('data-enhance="app-check"');
  expect(html).not.toMatch(/cf-turnstile|<noscript/);
});

test("AppCheckField throws on a page whose policy does not allow the widget", () => {
  expect(() => renderOn(<AppCheckField />)).toThrow("appCheck: true");
});

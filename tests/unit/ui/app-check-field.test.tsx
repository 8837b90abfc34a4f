import { expect, test } from "vitest";
import { AppCheckField } from "@/ui/form";
import { renderOn } from "./page";

test("the app check's field has the key, the page's language and words for browsers without scripts", () => {
  const html = renderOn(<AppCheckField />, { locale: "ro", appCheckKey: "0x4AAA" });
  expect(html).toMatch(/<div class="cf-turnstile" data-sitekey="0x4AAA" data-language="ro"/);
  expect(html).toMatch(/<noscript><p[^>]*>[^<]*JavaScript/);
});

test("without a key there is nothing to see, but the script that says so", () => {
  const html = renderOn(<AppCheckField />, { appCheckKey: null });
  expect(html).toContain('data-enhance="app-check"');
  expect(html).not.toMatch(/cf-turnstile|<noscript/);
});

test("a page that forgot to let the widget in is found at once", () => {
  expect(() => renderOn(<AppCheckField />)).toThrow("appCheck: true");
});

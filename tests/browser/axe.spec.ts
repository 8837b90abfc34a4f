import { expectAccessible } from "./helpers/axe";
import { findPath, TEMPLATES } from "./helpers/pages";
import { test } from "./helpers/test";

/** Header and footer are the same on each page, so a test checks only those of its first page. */
const SAME_EVERYWHERE = [".site-header", ".site-footer"];

// A page takes a second, on a busy machine ten.
test.describe.configure({ timeout: 120_000 });

for (const { name, as, pages } of TEMPLATES) {
  test(`axe finds nothing on pages of ${name}, in the light and the dark theme`, async ({ open }) => {
    // Romanian texts are longer.
    const visitor = await open(
      { locale: "ro", javaScriptEnabled: true },
      { viewport: { width: 320, height: 720 }, ...(as ? { as } : {}) },
    );
    const { page } = visitor;
    for (const pattern of pages) {
      const path = await findPath(page.request, pattern);
      const exclude = pattern === pages[0] ? [] : SAME_EVERYWHERE;
      await visitor.go(path);
      // axe needs many seconds for the hundreds of calls and shapes of the API.
      await page.locator(".api-call").evaluateAll((calls) => {
        for (const call of calls.slice(5)) call.remove();
      });
      await expectAccessible(page, path, { exclude, themes: ["light", "dark"] });
    }
  });
}

import { test as base } from "@playwright/test";

export { type BrowserContext, expect, type Locator, type Page, type Request } from "@playwright/test";

/** Closes the windows that a test opened: they live as long as the browser, and a hundred tests' are two hundred processes. */
export const test = base.extend<{ windows: undefined }>({
  windows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

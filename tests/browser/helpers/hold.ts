import type { Page } from "./test";

/** Holds matching requests of a page until the returned function is called. */
export async function hold(page: Page, address: string | RegExp, method?: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await held.promise;
    // The page may have aborted the request.
    await route.continue().catch(() => {});
  });
  return held.resolve;
}

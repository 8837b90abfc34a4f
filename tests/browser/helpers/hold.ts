import type { Page } from "./test";

/** What a page asks for at these addresses, by this method if one is given, waits until the returned function is called. */
export async function hold(page: Page, address: string | RegExp, method?: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await held.promise;
    // The page may have given the call up.
    await route.continue().catch(() => {});
  });
  return held.resolve;
}

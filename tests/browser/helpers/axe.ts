import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type * as axe from "axe-core";
import { expectNoOverflow } from "./site";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Options = {
  /** Selectors of the parts to check; by default the whole document. */
  include?: string[];
  exclude?: string[];
  themes?: readonly ("light" | "dark")[];
};

/**
 * Fails if axe finds a problem on the page as it is, in each of the themes, or if the page is wider than its
 * window. A second theme is checked for contrast only, because nothing else differs.
 */
export async function expectAccessible(
  page: Page,
  what: string = page.url(),
  { include, exclude = [], themes = [] }: Options = {},
): Promise<void> {
  await expectNoOverflow(page, what);
  await page.evaluate(source);
  const context = { ...(include ? { include } : {}), exclude };
  const check = async (name: string, rules?: string[]) => {
    // Preloading serves rules about audio and screen orientation, which no page needs.
    const options: axe.RunOptions = { resultTypes: ["violations"], preload: false };
    if (rules) options.runOnly = { type: "rule", values: rules };
    const violations = await page.evaluate(
      async ([context, options]) =>
        (await (window as unknown as { axe: typeof axe }).axe.run(context, options)).violations,
      [context, options] as const,
    );
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect.soft(found, name).toEqual([]);
  };
  const [first, ...others] = themes;
  if (first) await page.emulateMedia({ colorScheme: first });
  await check(first ? `${what}, ${first}` : what);
  for (const theme of others) {
    await page.emulateMedia({ colorScheme: theme });
    await check(`${what}, ${theme}`, ["color-contrast"]);
  }
}

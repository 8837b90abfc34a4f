import type { TestVisitor } from "./site";
import { expect, type Page } from "./test";

export const combobox = (page: Page) => page.locator('input[name="q"]');
/** Selects have options, too. */
export const listbox = (page: Page) => page.locator('.suggestions[role="listbox"]');
export const options = (page: Page) => listbox(page).getByRole("option");

/** Types after the script is there, and waits for the suggestions. */
export async function typeText({ page }: TestVisitor, text: string) {
  await combobox(page).focus();
  await expect(combobox(page)).toHaveRole("combobox");
  await combobox(page).pressSequentially(text);
}

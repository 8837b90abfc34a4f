import type { Enhancer } from "./index";
import { enhanceSignOut } from "./sign-out";

/**
 * Closes the account menu with Escape, which returns the focus to its button, and when the focus leaves it. Its form
 * signs out by a call.
 */
export const enhanceAccountMenu: Enhancer = (menu, texts) => {
  if (!(menu instanceof HTMLDetailsElement)) throw new Error("no menu");
  enhanceSignOut(menu, texts);
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
};

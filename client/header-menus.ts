/** Closes a menu of the header with Escape, which returns the focus to its button, and when the focus leaves it. */
export function watchHeaderMenus(page: Document): void {
  for (const menu of page.querySelectorAll<HTMLDetailsElement>('details[name="header-menu"]')) {
    menu.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
    menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
    });
  }
}

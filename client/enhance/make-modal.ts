/**
 * Makes an open popover modal: the rest of the page is inert, except for live regions, so the focus stays in it. When
 * it closes, the focus is where it was before.
 */
export function makeModal(popover: HTMLElement): void {
  let opener: Element | null = null;
  const open = () => {
    opener = document.activeElement;
    setRestInert(popover, true);
    if (!popover.contains(opener)) popover.querySelector<HTMLElement>("button, input")?.focus();
  };
  // Before the popover closes, so that the browser can return the focus.
  popover.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "closed") setRestInert(popover, false);
  });
  popover.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") open();
    else if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
  });
  if (isOpenPopover(popover)) open();
}

/** Whether an element is an open popover. Browsers without popovers show it in the page. */
export const isOpenPopover = (element: HTMLElement): boolean =>
  CSS.supports("selector(:popover-open)") && element.matches(":popover-open");

function setRestInert(element: Element, isInert: boolean): void {
  for (let inner = element; inner !== document.body && inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling instanceof HTMLElement && sibling !== inner && sibling.getAttribute("role") !== "status")
        sibling.inert = isInert;
    }
  }
}

import { isOpenPopover, makeModal } from "./make-modal";

/** From this width on the filters are a column next to the list: filters.css. */
const WIDE = "(min-width: 64em)";

/** Keeps the focus in the open sheet of filters. The sheet closes when the window becomes wide: the list stays usable. */
export function guardFilterSheet(form: HTMLFormElement): void {
  makeModal(form);
  matchMedia(WIDE).addEventListener("change", ({ matches }) => {
    if (matches && isOpenPopover(form)) form.hidePopover();
  });
}

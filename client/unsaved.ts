import { readPageData } from "@/shared/page-data";

/** Whether a form of the page holds something that was typed, ticked or chosen and not sent, or sent and refused. */
export function hasUnsavedInput(page: Document): boolean {
  // Values that came back refused or as a preview equal the page's initial values.
  const refused =
    readPageData(page.body.dataset).sent || page.querySelector("#error-summary, form[data-unsaved]") !== null;
  return refused || [...page.forms].some((form) => [...form.elements].some(isChanged));
}

/** Whether a field says something else than the page that came. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    // What scripts put into hidden fields is theirs.
    if (field.type === "hidden") return false;
    const ticked = field.type === "checkbox" || field.type === "radio";
    return ticked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  // A list without a default shows its first option.
  const shown = [...field.options].findIndex((option) => option.hasAttribute("selected"));
  return field.selectedIndex !== Math.max(0, shown);
}

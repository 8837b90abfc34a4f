import { readPageData } from "@/shared/page-data";

/** Whether a form of the page holds changes that were not submitted, or that the server refused. */
export function hasUnsavedInput(page: Document): boolean {
  // Refused values, and those of a preview, are the initial values of the page.
  const isReturned =
    readPageData(page.body.dataset).sent || page.querySelector("#error-summary, form[data-unsaved]") !== null;
  return isReturned || [...page.forms].some((form) => [...form.elements].some(isChanged));
}

/** Whether a field differs from the page as it was sent. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    // Only scripts change hidden fields.
    if (field.type === "hidden") return false;
    const isCheckable = field.type === "checkbox" || field.type === "radio";
    return isCheckable ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  // A list without a default selects its first option.
  const defaultIndex = [...field.options].findIndex((option) => option.hasAttribute("selected"));
  return field.selectedIndex !== Math.max(0, defaultIndex);
}

/** Whether a form of the page holds something that was typed, ticked or chosen and not sent. */
export function hasUnsavedInput(page: Document): boolean {
  return [...page.forms].some((form) => [...form.elements].some(isChanged));
}

function isChanged(field: Element): boolean {
  // What scripts put into hidden fields is theirs.
  if (field instanceof HTMLInputElement && field.type !== "hidden") {
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  // A list without a default shows its first option.
  return (
    field instanceof HTMLSelectElement &&
    field.selectedIndex > 0 &&
    [...field.options].some((option) => option.selected !== option.defaultSelected)
  );
}

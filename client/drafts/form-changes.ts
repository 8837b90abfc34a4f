import { isChanged } from "@client/unsaved-input";

/** Whether a form holds input that is not saved. `data-unsaved` marks a form that the server returned unsaved. */
export const hasFormChanges = (form: HTMLFormElement): boolean =>
  form.dataset.unsaved !== undefined || hasChangedFields(form);

/** Whether a field differs from the page as it was sent. */
export const hasChangedFields = (form: HTMLFormElement): boolean => [...form.elements].some(isChanged);

/** Makes the current values of a form its default values, so that they count as saved. */
export function markFormSaved(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) field.defaultValue = field.value;
    if (field instanceof HTMLInputElement && field.type !== "file") {
      field.defaultChecked = field.checked;
      if (field.type !== "checkbox" && field.type !== "radio") field.defaultValue = field.value;
    }
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.defaultSelected = option.selected;
    }
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Without image buttons, which only the page without script has. */
const listFields = (root: Element) => [
  ...root.querySelectorAll<Field>("input:not([type=hidden], [type=image]), select, textarea"),
];

/**
 * Remembers what the user did in an island before React hydrates it. React resets textareas to their initial text, and
 * renders the whole island again if a browser extension changed its markup.
 */
export function keepInput(root: Element) {
  const fields = listFields(root).map((field) => ({ field, value: field.value, ...getSelection(field) }));
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  /** The focused field, or the last field before the focused button. */
  const focusedIndex = focused ? fields.findLastIndex(({ field }) => !isAfter(field, focused)) : -1;

  const select = (field: Field | undefined) => {
    const { start, end } = fields[focusedIndex] ?? {};
    const isText = field && !(field instanceof HTMLSelectElement);
    if (isText && start != null && end != null) field.setSelectionRange(start, end);
  };
  return {
    /** Call before effects, which read the fields. */
    restoreValues() {
      for (const [index, field] of listFields(root).entries()) {
        const kept = fields[index];
        if (kept?.field.name !== field.name) continue;
        restoreValue(field, kept);
        if (kept.field === focused) select(field);
      }
    },
    /** Focuses the field again, or the field of a button that is no longer there. */
    restoreFocus() {
      if (!focused || document.activeElement !== document.body) return;
      const field = listFields(root)[focusedIndex];
      field?.focus();
      if (fields[focusedIndex]?.field === focused) select(field);
    },
  };
}

function restoreValue(field: Field, kept: { field: Field; value: string }): void {
  if (field instanceof HTMLInputElement && kept.field instanceof HTMLInputElement) {
    field.checked = kept.field.checked;
    if (field.type === "file") {
      if (field !== kept.field) field.files = kept.field.files;
      return;
    }
  }
  if (field.value !== kept.value) field.value = kept.value;
}

const getSelection = (field: Field) =>
  field instanceof HTMLSelectElement
    ? { start: null, end: null }
    : { start: field.selectionStart, end: field.selectionEnd };

const isAfter = (field: Element, other: Element): boolean =>
  (other.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The fields of a form or island by a key that stays when other fields appear or disappear: the name, and which of
 * the fields of that name. Without image buttons, which only the page without script has.
 */
export function mapFields(root: Element): Map<string, Field> {
  const counts = new Map<string, number>();
  const selector = "input:not([type=hidden], [type=image]), select, textarea";
  return new Map(
    [...root.querySelectorAll<Field>(selector)].map((field) => {
      const count = counts.get(field.name) ?? 0;
      counts.set(field.name, count + 1);
      return [`${field.name} ${count}`, field];
    }),
  );
}

/**
 * Remembers what the user did in an island before React hydrates it. React resets textareas to their initial text, and
 * renders the whole island again if a browser extension changed its markup.
 */
export function keepInput(root: Element) {
  const fields = [...mapFields(root)].map(([key, field]) => ({
    key,
    field,
    value: field.value,
    ...getSelection(field),
  }));
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  /** The focused field, or the last field before the focused button. */
  const keptFocus = focused && fields.findLast(({ field }) => !isAfter(field, focused));

  const select = (field: Field | undefined) => {
    const { start, end } = keptFocus ?? {};
    const isText = field && !(field instanceof HTMLSelectElement);
    if (isText && start != null && end != null) field.setSelectionRange(start, end);
  };
  return {
    /** Call before effects, which read the fields. */
    restoreValues() {
      const current = mapFields(root);
      for (const kept of fields) {
        const field = current.get(kept.key);
        if (!field) continue;
        restoreValue(field, kept);
        if (kept.field === focused) select(field);
      }
    },
    /** Focuses the field again, or the field of a button that is no longer there. */
    restoreFocus() {
      if (!focused || document.activeElement !== document.body) return;
      const field = keptFocus && mapFields(root).get(keptFocus.key);
      field?.focus();
      if (field && keptFocus.field === focused) select(field);
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

/** Formats of the toolbar. */
export const MARKDOWN_FORMATS = ["bold", "italic", "heading", "link", "list", "quote"] as const;
export type MarkdownFormat = (typeof MARKDOWN_FORMATS)[number];

/** Marks on both sides of the selection. */
const AROUND: Partial<Record<MarkdownFormat, string>> = { bold: "**", italic: "*" };
/** Marks at the start of each selected line. */
const LINE_START: Partial<Record<MarkdownFormat, string>> = { heading: "## ", list: "- ", quote: "> " };
/** Keys that apply a format together with Ctrl or Cmd. */
const KEYS: Record<string, MarkdownFormat> = { b: "bold", i: "italic", k: "link" };

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** The key in lower case if it is pressed with Ctrl or Cmd alone, else null. */
export function readShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  return (ctrlKey || metaKey) && !altKey && !shiftKey ? key.toLowerCase() : null;
}

export const findFormat = (press: KeyPress): MarkdownFormat | null => KEYS[readShortcut(press) ?? ""] ?? null;

/** Replaces the selection with text, as an edit that the user can undo. Then selects the range of that text. */
function insertText(field: HTMLTextAreaElement, text: string, select?: { from: number; to: number }): void {
  const start = field.selectionStart;
  field.focus();
  // Only this call keeps the field's undo history. Where a browser refuses it, setRangeText changes the text.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (select) field.setSelectionRange(start + select.from, start + select.to);
}

/** Inserts text after the selection, which stays in the text. */
export function insertAfterSelection(
  field: HTMLTextAreaElement,
  text: string,
  select: { from: number; to: number },
): void {
  field.setSelectionRange(field.selectionEnd, field.selectionEnd);
  insertText(field, text, select);
}

/** Formats the selected text. `linkText` is the text of a link without a selection. */
export function formatSelection(field: HTMLTextAreaElement, format: MarkdownFormat, linkText: string): void {
  const readSelection = () => field.value.slice(field.selectionStart, field.selectionEnd);
  const text = readSelection();
  const mark = AROUND[format];
  const lineMark = LINE_START[format];
  if (mark) {
    insertText(field, mark + text + mark, { from: mark.length, to: mark.length + text.length });
  } else if (lineMark) {
    const lineStart = field.value.lastIndexOf("\n", field.selectionStart - 1) + 1;
    field.setSelectionRange(lineStart, field.selectionEnd);
    const lines = readSelection().split("\n");
    insertText(field, lines.map((line) => lineMark + line).join("\n"));
  } else {
    const label = text || linkText;
    const addressStart = label.length + 3;
    const address = "https://";
    const labelRange = { from: 1, to: 1 + label.length };
    const addressRange = { from: addressStart, to: addressStart + address.length };
    insertText(field, `[${label}](${address})`, text ? addressRange : labelRange);
  }
}

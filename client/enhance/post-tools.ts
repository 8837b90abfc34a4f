import type { Editor } from "./post-editor";

/** What a mark puts before and behind what is selected, and the keys that do it, too. */
const AROUND: Record<string, { before: string; after: string; key?: string }> = {
  bold: { before: "**", after: "**", key: "b" },
  italic: { before: "*", after: "*", key: "i" },
};
/** What a mark puts at the beginning of each line of the selection. */
const AHEAD: Record<string, string> = { heading: "## ", list: "- ", quote: "> " };

/** The bar of marks above the text. Each change can be undone like typing. */
export function createTools({ form, body, words }: Editor) {
  /** Puts a text in the place of the selection, and selects a part of it. */
  const insert = (text: string, select: { from: number; to: number } | null = null) => {
    const start = body.selectionStart;
    body.focus();
    // Only this call keeps the field's undo history; setRangeText where a browser refuses it.
    if (!document.execCommand("insertText", false, text)) {
      body.setRangeText(text, body.selectionStart, body.selectionEnd, "end");
      body.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (select) body.setSelectionRange(start + select.from, start + select.to);
  };
  const selected = () => body.value.slice(body.selectionStart, body.selectionEnd);

  const mark = (name: string) => {
    const around = AROUND[name];
    const text = selected();
    if (around) {
      const { before, after } = around;
      insert(before + text + after, { from: before.length, to: before.length + text.length });
    } else if (name === "link") {
      const label = text || (words.linkText ?? "");
      const from = label.length + 3;
      insert(`[${label}](https://)`, text ? { from, to: from + 8 } : { from: 1, to: 1 + label.length });
    } else if (AHEAD[name]) {
      const begin = body.value.lastIndexOf("\n", body.selectionStart - 1) + 1;
      body.setSelectionRange(begin, body.selectionEnd);
      insert(
        selected()
          .split("\n")
          .map((line) => AHEAD[name] + line)
          .join("\n"),
      );
    }
  };

  const bar = form.querySelector<HTMLElement>("[data-tools]");
  if (bar) bar.hidden = false;
  bar?.addEventListener("click", (event) => {
    const name = (event.target as Element).closest<HTMLElement>("[data-tool]")?.dataset.tool;
    if (name === "picture") form.querySelector<HTMLInputElement>('input[name="picture"]')?.click();
    else if (name) mark(name);
  });
  body.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    const name = key === "k" ? "link" : Object.keys(AROUND).find((one) => AROUND[one]?.key === key);
    if (!name) return;
    event.preventDefault();
    mark(name);
  });
  return { insert };
}

import type { Enhancer } from "@client/enhance";
import { isChanged } from "@client/unsaved";
import { createPostDraft } from "./post-draft";
import { takePictures } from "./post-pictures";
import { livePreview } from "./post-preview";
import { saveInPlace } from "./post-save";
import { createTools } from "./post-tools";

export type EditorMessages = Readonly<Record<string, string>>;

/** What the parts of the editor share. */
export type Editor = {
  form: HTMLFormElement;
  body: HTMLTextAreaElement;
  words: EditorMessages;
  /** Shows a message next to the text and reads it aloud. */
  say(text: string | undefined): void;
  /** Whether the form has unsaved changes. */
  isDirty(): boolean;
  /** Marks the form's current values as saved. */
  settle(): void;
};

/**
 * The form of a post: a live preview, tools that insert marks and pictures at the cursor, saving without leaving the
 * page, and local drafts. Every answer is a page that the form without script would get as well.
 */
export const postEditor: Enhancer = (element, words) => {
  const form = element.querySelector<HTMLFormElement>("form[data-editor]");
  const body = form?.querySelector<HTMLTextAreaElement>('[name="body"]');
  const said = form?.querySelector("[data-said]");
  if (!form || !body || !said) throw new Error("not a post's form");
  let leaving = false;
  const editor: Editor = {
    form,
    body,
    words,
    say(text = "") {
      if (said.textContent !== text) said.textContent = text;
    },
    isDirty: () => form.dataset.unsaved !== undefined || [...form.elements].some(isChanged),
    settle() {
      delete form.dataset.unsaved;
      for (const field of form.elements) settleField(field);
    },
  };
  for (const plain of form.querySelectorAll<HTMLElement>("[data-plain]")) plain.hidden = true;

  const preview = livePreview(editor);
  const draft = createPostDraft(editor, preview.renew);
  const tools = createTools(editor);
  takePictures(editor, { insert: tools.insert, changed: preview.renew });
  const save = saveInPlace(editor, { saved: draft.delete });

  form.addEventListener("input", () => {
    preview.soon();
    draft.saveSoon();
  });
  form.addEventListener("submit", () => {
    leaving = true;
    draft.save();
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });
  addEventListener("beforeunload", (event) => {
    if (!leaving && editor.isDirty()) event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    void save();
  });
};

/** Makes a field's current value its default value. */
function settleField(field: Element): void {
  if (field instanceof HTMLTextAreaElement) field.defaultValue = field.value;
  if (field instanceof HTMLInputElement && field.type !== "file") {
    field.defaultChecked = field.checked;
    if (field.type !== "checkbox" && field.type !== "radio") field.defaultValue = field.value;
  }
  if (field instanceof HTMLSelectElement) {
    for (const option of field.options) option.defaultSelected = option.selected;
  }
}

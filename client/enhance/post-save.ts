import { isChanged } from "@client/unsaved";
import { formatTime } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import type { Editor } from "./post-editor";
import { fetchPage } from "./post-page";

/**
 * Saves without leaving the page: sends the form as usual and copies the saved post's parts from the answer. A refused
 * form is sent once more natively, so that its page shows the errors.
 */
export function saveInPlace(
  { form, words, say, settle }: Editor,
  { saved }: { saved(): void },
): () => Promise<void> {
  let busy = false;
  return async function save(): Promise<void> {
    const button = form.querySelector<HTMLButtonElement>('button[name="intent"][value="save"]');
    if (busy || !button) return;
    busy = true;
    say(words.saving);
    try {
      const sent = new FormData(form, button);
      const page = await fetchPage(form.action, sent);
      const { address } = page.documentElement.dataset;
      const fresh = page.querySelector<HTMLFormElement>("form[data-editor]");
      if (!address || !fresh) return form.requestSubmit(button);
      const asSent = new FormData(form, button);
      saved();
      if (isSame(sent, asSent)) settle();
      takeOver(form, fresh, page, new URL(address));
      say(
        (words.saved ?? "").replace(
          "{time}",
          formatTime(Date.now(), document.documentElement.lang as Locale),
        ),
      );
    } catch (error) {
      console.error("not saved", error);
      say(words.notSaved);
    } finally {
      busy = false;
    }
  };
}

/** Whether nothing was typed while it was on its way. */
const isSame = (one: FormData, other: FormData): boolean =>
  JSON.stringify([...one].filter(isText)) === JSON.stringify([...other].filter(isText));
const isText = ([, value]: [string, FormDataEntryValue]) => typeof value === "string";

/** What the server made of it: where it is edited, its version, its address, and the page around it. */
function takeOver(form: HTMLFormElement, fresh: HTMLFormElement, page: Document, { pathname }: URL): void {
  const isNew = new URL(form.action).pathname !== pathname;
  form.action = pathname;
  for (const name of ["version", "slug"]) {
    const [field, other] = [form, fresh].map((one) =>
      one.querySelector<HTMLInputElement>(`[name="${name}"]`),
    );
    if (!field || !other || field === document.activeElement) continue;
    field.value = field.defaultValue = other.value;
  }
  renewParts(page);
  if (!isNew) return;
  // After the first save the language is fixed, where its list is still shown.
  const language = form.querySelector<HTMLSelectElement>('select[name="locale"]');
  if (language) for (const option of [...language.options]) if (!option.selected) option.remove();
  form.dataset.draft = fresh.dataset.draft ?? "";
  history.replaceState(history.state, "", pathname);
}

/** Replaces what the page says about the saved post, except parts with the focus or unsaved fields. */
function renewParts(page: Document): void {
  document.title = page.title;
  for (const part of document.querySelectorAll<HTMLElement>("[data-saved-part]")) {
    const fresh = page.querySelector(`[data-saved-part="${part.dataset.savedPart}"]`);
    const atWork =
      part.contains(document.activeElement) ||
      [...part.querySelectorAll("input, select, textarea")].some(isChanged);
    if (fresh && !atWork) part.replaceWith(document.importNode(fresh, true));
  }
}

import type { Editor } from "./post-editor";
import { fetchPage } from "./post-page";

/**
 * Saves without leaving the page: the form goes where it always goes, and what its page says of the saved post is taken
 * over. What the server refuses is sent once more as an ordinary form, whose page tells what is wrong.
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
          new Date().toLocaleTimeString(document.documentElement.lang, TIME),
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

const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/** Whether nothing was typed while it was on its way. */
const isSame = (one: FormData, other: FormData): boolean =>
  JSON.stringify([...one].filter(isText)) === JSON.stringify([...other].filter(isText));
const isText = ([, value]: [string, FormDataEntryValue]) => typeof value === "string";

/** What the server made of it: where it is edited, its version, its address, its state. */
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
  const [state, now] = [document, page].map((one) => one.querySelector("[data-state]"));
  if (state && now) state.replaceChildren(...now.childNodes);
  if (!isNew) return;
  // The language stands from now on, and the page's other parts are those of a saved post.
  const language = form.querySelector<HTMLSelectElement>('select[name="locale"]');
  if (language) for (const option of [...language.options]) if (!option.selected) option.remove();
  form.dataset.keep = fresh.dataset.keep ?? "";
  history.replaceState(history.state, "", pathname);
}

import { deleteDraft, findDraft, saveDraft } from "@client/drafts/saved-drafts";
import { formatDateTime } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import type { Editor } from "./post-editor";

/** Delay between the last input and saving (ms). */
const PAUSE_MS = 500;
/** Fields that a draft holds: content, not the state of the post. */
const FIELDS = [
  "id",
  "title",
  "slug",
  "excerpt",
  "body",
  "category_id",
  "other_id",
  "cover",
  "cover_alt",
  "publish_at",
];

/**
 * Stores unsaved text of a post in the browser and offers to restore it when the form is opened again: after a crash, a
 * lost connection or a closed tab. Signing out deletes it, like the drafts of listings.
 */
export function createPostDraft({ form, words, isDirty }: Editor, changed: () => void) {
  const account = () => (form.dataset.draft ?? "").split("/")[0] ?? "";
  const id = () => `post/${(form.dataset.draft ?? "").split("/")[1] ?? ""}`;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    if (account() === "" || !isDirty()) return;
    saveDraft(localStorage, account(), { id: id(), version: 1, at: Date.now(), values: read(form) });
  };
  const drop = () => {
    clearTimeout(timer);
    try {
      deleteDraft(localStorage, account(), id());
    } catch {
      // Storage is disabled, so there is no draft.
    }
  };
  const offer = () => {
    const draft = safely(() => findDraft(localStorage, account(), id()));
    // A form that came back with errors is newer than any draft.
    if (!draft || form.dataset.unsaved !== undefined) return;
    const texts = draft.values as Record<string, string[]>;
    const present = read(form);
    const said = FIELDS.filter((name) => name !== "id");
    if (said.every((name) => (texts[name]?.[0] ?? "") === (present[name]?.[0] ?? ""))) return drop();
    const notice = noticeOf(words, draft.at);
    form.querySelector("[data-notices]")?.replaceChildren(notice);
    notice.querySelector("[data-put-back]")?.addEventListener("click", () => {
      write(form, texts);
      notice.remove();
      form.dataset.unsaved = "";
      changed();
    });
    notice.querySelector("[data-discard]")?.addEventListener("click", () => {
      notice.remove();
      drop();
    });
  };
  // The post was just saved.
  if (new URL(location.href).searchParams.has("done")) deleteSaved(account(), id());
  else offer();
  return {
    save,
    delete: drop,
    saveSoon() {
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE_MS);
    },
  };
}

/** Deletes the draft of a saved post, and the one from before it had an id. */
function deleteSaved(account: string, id: string): void {
  safely(() => {
    for (const one of [id, "post/new"]) deleteDraft(localStorage, account, one);
  });
}

function safely<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

type Texts = Record<string, string[]>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldOf = (form: HTMLFormElement, name: string) => form.querySelector<Field>(`[name="${name}"]`);
const read = (form: HTMLFormElement): Texts =>
  Object.fromEntries(FIELDS.map((name) => [name, [fieldOf(form, name)?.value ?? ""]]));

function write(form: HTMLFormElement, texts: Texts): void {
  for (const name of FIELDS) {
    const field = fieldOf(form, name);
    const text = texts[name]?.[0];
    if (field && text !== undefined) field.value = text;
  }
}

function noticeOf(words: Readonly<Record<string, string>>, at: number): HTMLElement {
  const time = formatDateTime(at, document.documentElement.lang as Locale);
  const notice = Object.assign(document.createElement("div"), { className: "notice notice--info" });
  notice.setAttribute("role", "status");
  const part = (tag: string, text = "", className = "") =>
    Object.assign(document.createElement(tag), { textContent: text, className });
  const inside = part("div", "", "notice__body");
  const row = part("p", "", "row");
  for (const [name, text, look] of [
    ["putBack", words.putBack, "secondary"],
    ["discard", words.discard, "quiet"],
  ] as const) {
    const button = part("button", text, `button button--${look} button--small`) as HTMLButtonElement;
    button.type = "button";
    button.dataset[name] = "";
    row.append(button);
  }
  inside.append(
    part("p", words.draftTitle, "notice__title"),
    part("p", (words.draftText ?? "").replace("{time}", time)),
    row,
  );
  notice.append(inside);
  return notice;
}

import { forget, keep, keptOf } from "@client/drafts/kept";
import { formatDateTime } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import type { Editor } from "./post-editor";

/** How long after the last key the text is kept, in ms. */
const PAUSE_MS = 500;
/** What is kept: words and choices, not what tells one state of the post from another. */
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
 * Keeps what is typed in this browser until it is saved, and offers it when the form is opened again: after a crash, a
 * lost connection, a tab closed by mistake. It goes with its writer's session, as what is kept of listings does.
 */
export function keepText({ form, words, isDirty }: Editor, changed: () => void) {
  const account = () => (form.dataset.keep ?? "").split("/")[0] ?? "";
  const id = () => `post/${(form.dataset.keep ?? "").split("/")[1] ?? ""}`;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const now = () => {
    clearTimeout(timer);
    if (account() === "" || !isDirty()) return;
    keep(localStorage, account(), { id: id(), version: 1, at: Date.now(), values: read(form) });
  };
  const drop = () => {
    clearTimeout(timer);
    try {
      forget(localStorage, account(), id());
    } catch {
      // Storage is shut off, so nothing is kept.
    }
  };
  const offer = () => {
    const kept = safely(() => keptOf(localStorage, account(), id()));
    // What was just sent and came back is newer than anything kept.
    if (!kept || form.dataset.unsaved !== undefined) return;
    const texts = kept.values as Record<string, string[]>;
    const present = read(form);
    const said = FIELDS.filter((name) => name !== "id");
    if (said.every((name) => (texts[name]?.[0] ?? "") === (present[name]?.[0] ?? ""))) return drop();
    const notice = noticeOf(words, kept.at);
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
  // A page that says it was just saved has what was kept.
  if (new URL(location.href).searchParams.has("done")) forgetSaved(account(), id());
  else offer();
  return {
    now,
    forget: drop,
    soon() {
      clearTimeout(timer);
      timer = setTimeout(now, PAUSE_MS);
    },
  };
}

/** What was kept of this post, and of the new one that it was until now. */
function forgetSaved(account: string, id: string): void {
  safely(() => {
    for (const one of [id, "post/new"]) forget(localStorage, account, one);
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
    part("p", words.keptTitle, "notice__title"),
    part("p", (words.keptText ?? "").replace("{time}", time)),
    row,
  );
  notice.append(inside);
  return notice;
}

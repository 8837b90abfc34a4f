import type { Enhancer } from "./index";

const STORAGE_KEY = "typed-input";

/** The last submitted form: its page, where it was sent, and what was typed. */
type Submitted = { page: string; action: string; values: [name: string, value: string][] };

/**
 * Keeps what was typed into a form of the admin area until the site has answered it. After the session has ended, that
 * answer is the home page, which does not show the form again. The next time a page has the form, its empty fields are
 * filled in.
 */
export const enhanceTypedInput: Enhancer = () => {
  const submitted = read();
  // The first page of the admin area after the form's own page is the answer, also when it is a redirect.
  if (!submitted || document.referrer === submitted.page) write(null);
  else restore(submitted);
  document.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post" || defaultPrevented) return;
    const values = listFields(target).flatMap((field): [string, string][] =>
      isTicked(field) === false || !field.value ? [] : [[field.name, field.value]],
    );
    const [page = ""] = location.href.split("#");
    write({ page, action: target.action, values });
  });
};

function restore({ action, values }: Submitted): void {
  const form = [...document.forms].find((candidate) => candidate.action === action);
  if (!form) return;
  form.closest("details")?.setAttribute("open", "");
  for (const field of listFields(form)) {
    const typed = values.filter(([name]) => name === field.name).map(([, value]) => value);
    if (isTicked(field) !== null) (field as HTMLInputElement).checked ||= typed.includes(field.value);
    else field.value ||= typed[0] ?? "";
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that an admin fills in. */
const listFields = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>(
    'input:not([type="hidden"], [type="password"], [type="file"]), textarea, select',
  ),
];

/** Null for a field that is not ticked but filled in. */
const isTicked = (field: Field): boolean | null =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : null;

/** Storage may be disabled, or full. */
function read(): Submitted | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}

function write(submitted: Submitted | null): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(submitted));
  } catch {
    // Then a form that is sent after the end of the session is lost.
  }
}

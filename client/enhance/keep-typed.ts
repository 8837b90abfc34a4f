import { readStoredJson, writeStored } from "@client/storage";
import { readPageData } from "@/shared/page-data";
import type { Enhancer } from "./index";

const STORAGE_KEY = "typed-input";

/** The last submitted form: its user and page, where it was sent, and what was typed. */
type Submitted = { user: string; page: string; action: string; values: [name: string, value: string][] };

/**
 * Keeps what was typed into a form of the admin area until the site has answered it. After the session has ended, that
 * answer is the home page, which does not show the form again. The next time a page has the form, it is filled in.
 */
export const enhanceTypedInput: Enhancer = () => {
  const submitted = readStoredJson<Submitted>("sessionStorage", STORAGE_KEY);
  const user = readPageData(document.body.dataset).visitor;
  // The first page of the admin area after the form's own page is the answer, also when it is a redirect.
  if (!submitted || submitted.user !== user || document.referrer === submitted.page)
    writeStored("sessionStorage", STORAGE_KEY, null);
  else restore(submitted);
  document.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post" || defaultPrevented) return;
    // A confirmation page has what was typed in hidden fields.
    const values = listFields(target, STORED_FIELDS).flatMap((field): [string, string][] =>
      isTicked(field) === false || !field.value ? [] : [[field.name, field.value]],
    );
    const [page = ""] = location.href.split("#");
    const typed: Submitted = { user, page, action: target.action, values };
    writeStored("sessionStorage", STORAGE_KEY, JSON.stringify(typed));
  });
};

function restore({ action, values }: Submitted): void {
  const form = [...document.forms].find((candidate) => candidate.action === action);
  if (!form) return;
  form.closest("details")?.setAttribute("open", "");
  const listTyped = (name: string) => values.filter((typed) => typed[0] === name).map(([, value]) => value);
  // Hidden fields hold the version. If it is another one, the page's values may be newer than the typed ones.
  const isSameVersion = [...form.querySelectorAll<HTMLInputElement>('[type="hidden"]')].every(
    ({ name, value }) => !value || listTyped(name).includes(value),
  );
  for (const field of listFields(form, TYPED_FIELDS)) {
    const typed = listTyped(field.name);
    const ticked = isTicked(field);
    if (ticked !== null)
      (field as HTMLInputElement).checked = (ticked && !isSameVersion) || typed.includes(field.value);
    else if (isSameVersion || !field.value) field.value = typed[0] ?? "";
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const STORED_FIELDS = 'input:not([type="password"], [type="file"]), textarea, select';
/** The fields that an admin fills in. */
const TYPED_FIELDS = STORED_FIELDS.replace(":not(", ':not([type="hidden"], ');

const listFields = (form: HTMLFormElement, selector: string): Field[] => [
  ...form.querySelectorAll<Field>(selector),
];

/** Null for a field that is not ticked but filled in. */
const isTicked = (field: Field): boolean | null =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : null;

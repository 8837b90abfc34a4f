import { readStoredJson, writeStored } from "@client/storage";
import { isChanged } from "@client/unsaved-input";
import { toDraftKey } from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import { paths } from "@/shared/paths";
import type { Enhancer } from "./index";

type Values = [name: string, value: string][];
/** What was typed into a form: its target, the names of its typed fields, and the values of these and the hidden ones. */
type TypedForm = { path: string; names: string[]; values: Values; isSent: boolean };
/** The forms, and the page of the last one that was sent. */
type Typed = { page: string; forms: TypedForm[] };

/**
 * Keeps what was typed into the forms of the admin area, in this tab. A sent form is kept until the site has answered it:
 * after the session has ended, that answer is the home page, which does not show the form again. What was typed into the
 * other forms of its page, and long texts of a page that was left without sending, are kept until they are sent. The next
 * page that has the form is filled in. The browser asks before a page with such a text is left. Signing out deletes all
 * (client/drafts).
 */
export const enhanceTypedInput: Enhancer = () => {
  const key = toDraftKey(readPageData(document.body.dataset).visitor, "typed");
  const read = (): Typed => readStoredJson<Typed>("sessionStorage", key) ?? { page: "", forms: [] };
  const write = (typed: Typed): boolean =>
    writeStored("sessionStorage", key, typed.forms.length > 0 ? JSON.stringify(typed) : null);
  const { page: sentPage, forms: stored } = read();
  // The first page of the admin area after the form's own page is the answer, also when it is a redirect.
  const kept = stored.filter(({ isSent }) => !isSent || document.referrer !== sentPage);
  kept.forEach(restore);
  write({ page: sentPage, forms: kept.filter((form) => !findForm(form)) });
  // A page that is shown again by the Back button still has what it stored when it was left.
  const readOthers = (): Typed => {
    const { page, forms } = read();
    return { page, forms: forms.filter((form) => !findForm(form)) };
  };
  let isStored = false;
  let hasSignedOut = false;
  document.addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
    if (!(target instanceof HTMLFormElement)) return;
    if (toPath(target).endsWith(paths.signOut())) {
      hasSignedOut = true;
      return;
    }
    if (defaultPrevented) return;
    const { page, forms } = readOthers();
    const others = [...forms.filter((form) => form.path !== toPath(target)), ...listUnsent(target)];
    if (target.method !== "post") {
      isStored = write({ page, forms: others });
      return;
    }
    const { keep: name, keepUnless } = submitter?.dataset ?? {};
    if (name && !(keepUnless && new FormData(target).get(keepUnless))) {
      others.push(
        ...describeForm(
          target,
          listTypedNames(target).filter((typed) => typed === name),
        ),
      );
      target.addEventListener("formdata", ({ formData }) => formData.delete(name), { once: true });
    }
    // A confirmation page has what was typed in hidden fields.
    const names = listFields(target, STORED_FIELDS).map((field) => field.name);
    const sent = describeForm(target, names).map((form) => ({ ...form, isSent: true }));
    const [shown = ""] = location.href.split("#");
    isStored = write({ page: shown, forms: [...others, ...sent] });
  });
  window.addEventListener("pagehide", () => {
    const { page, forms } = readOthers();
    if (!isStored && !hasSignedOut) write({ page, forms: [...forms, ...listUnsent(null, "textarea")] });
  });
  askBeforeLosingText(() => isStored);
  for (const event of ["input", "pageshow"])
    window.addEventListener(event, () => {
      isStored = false;
      hasSignedOut = false;
    });
};

/** Asks before the page is left whose typed texts were not sent, or were refused. */
function askBeforeLosingText(isStored: () => boolean): void {
  const hasTexts = () =>
    listForms().some((form) => !form.closest("[data-island]") && listFields(form, TEXT_FIELDS).some(isTyped));
  const ask = (event: BeforeUnloadEvent) => {
    if (!isStored() && hasTexts()) event.preventDefault();
  };
  // Only once there is a text to lose: with such a listener, browsers may not keep the page for going back.
  const listen = () => window.addEventListener("beforeunload", ask);
  if (hasTexts()) listen();
  else document.addEventListener("input", listen, { once: true });
}

/** What was typed into the forms of the page, apart from `sent`. Islands keep drafts of their own. */
const listUnsent = (sent: HTMLFormElement | null, fields = TYPED_FIELDS): TypedForm[] =>
  listForms()
    .filter((form) => form !== sent && !form.closest("[data-island]"))
    .flatMap((form) => describeForm(form, listTypedNames(form, fields)));

const describeForm = (form: HTMLFormElement, names: string[]): TypedForm[] =>
  names.length === 0
    ? []
    : [
        {
          path: toPath(form),
          names,
          // Hidden fields hold the version.
          values: listFields(form, STORED_FIELDS).flatMap(
            (field): Values =>
              isTicked(field) !== false && (field.type === "hidden" || names.includes(field.name))
                ? [[field.name, field.value]]
                : [],
          ),
          isSent: false,
        },
      ];

function restore(typed: TypedForm): void {
  const form = findForm(typed);
  if (!form) return;
  form.closest("details")?.setAttribute("open", "");
  const listTyped = (name: string) => typed.values.filter((one) => one[0] === name).map(([, value]) => value);
  // If the version is another one, the page's values may be newer than the typed ones.
  const isSameVersion = listFields(form, '[type="hidden"]').every(
    ({ name, value }) => !value || listTyped(name).includes(value),
  );
  const counts: Record<string, number> = {};
  for (const field of listFields(form, TYPED_FIELDS)) {
    if (!typed.names.includes(field.name)) continue;
    const values = listTyped(field.name);
    const ticked = isTicked(field);
    if (ticked !== null)
      (field as HTMLInputElement).checked = (ticked && !isSameVersion) || values.includes(field.value);
    else {
      const index = counts[field.name] ?? 0;
      counts[field.name] = index + 1;
      if (isSameVersion || !field.value) field.value = values[index] ?? "";
    }
    if (isChanged(field)) field.closest("details")?.setAttribute("open", "");
  }
}

/** The form of the page that has the typed fields. */
const findForm = ({ path, names }: TypedForm): HTMLFormElement | undefined =>
  listForms().find(
    (form) =>
      toPath(form) === path && listFields(form, TYPED_FIELDS).some(({ name }) => names.includes(name)),
  );

const listForms = () => [...document.forms].filter(({ method }) => method === "post");

/** The target of a form without the position in a list or run. A field may be called `action`. */
const toPath = (form: HTMLFormElement): string =>
  new URL(form.getAttribute("action") ?? "", location.href).pathname;

const listTypedNames = (form: HTMLFormElement, fields = TYPED_FIELDS): string[] => [
  ...new Set(
    listFields(form, fields)
      .filter(isTyped)
      .map(({ name }) => name),
  ),
];

/** Whether a field has what was typed and not sent. Refused values are the initial values of the page. */
const isTyped = (field: Field): boolean =>
  isChanged(field) ||
  (field.value !== "" && field.form?.matches("[data-unsaved], :has(#error-summary)") === true);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const STORED_FIELDS = 'input:not([type="password"], [type="file"]), textarea, select';
/** The fields that an admin fills in. */
const TYPED_FIELDS = STORED_FIELDS.replace(":not(", ':not([type="hidden"], ');
const TEXT_FIELDS = 'textarea, input[type="text"]';

const listFields = (form: HTMLFormElement, selector: string): Field[] => [
  ...form.querySelectorAll<Field>(selector),
];

/** Null for a field that is not ticked but filled in. */
const isTicked = (field: Field): boolean | null =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : null;

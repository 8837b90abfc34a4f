import { type Field, mapFields } from "@client/keep-input";
import { readStoredJson, writeStored } from "@client/storage";
import { isChanged } from "@client/unsaved-input";
import { SENT_DRAFT_KEY, toDraftKey } from "@/shared/draft-keys";
import { formatTypedDay } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { readPageData } from "@/shared/page-data";
import { parseTypedDay } from "@/shared/typed-dates";
import type { Enhancer } from "./index";

type Draft = [values: Record<string, string>, changedTs: number, purpose: string];

/**
 * Keeps the unsent input of a form in the browser, until a page says that it was sent (`deleteStaleDrafts`). `key` names
 * what the form is about, and the form: the address of a page with errors may not. Like the drafts of listings, it is
 * deleted when the user signs out or another user signs in. The ticked recipients are not kept. `guests` names the
 * storage for visitors without an account: in `sessionStorage`, what they typed ends with the tab. `purpose` says
 * what the form is for at this time: a draft for another purpose is discarded. A `prefilled` form opens with values that its
 * user did not type: a draft has only the fields that were changed, and replaces them. A form with errors names in
 * `returned` its fields that differ from what is saved. Where a draft is shown, a hidden
 * `[data-restored]` appears, whose link discards it. Values without a field stay in the draft: an island adds rows for
 * them (`listKeptTexts`). `page` is the address of a page with this form: a returned form takes it, so that going back to
 * it later shows the draft instead of asking to send it again.
 */
export const enhanceDraft: Enhancer = (
  element,
  { key: form = "", guests, purpose = "", prefilled, returned = "", page },
) => {
  const listFields = () => [...mapFields(element)].filter(([, { name }]) => name !== "listing_ids");
  const fields = listFields();
  const [first] = [...element.querySelectorAll<Field>("[name=message]"), ...fields.map(([, field]) => field)];
  if (!first) return;
  const { visitor, isAfterSending } = readPageData(document.body.dataset);
  const storage = visitor === "" && guests === "sessionStorage" ? guests : "localStorage";
  const key = toDraftKey(visitor, form);
  const stored = readStoredJson<Draft>(storage, key);
  const draft = stored?.[2] === purpose ? stored : null;
  const [values, storedTs]: Draft = draft ?? [{}, Date.now(), purpose];
  /** Values of rows that an island has not added yet. */
  const missing = new Map(
    Object.entries(values).filter(
      ([name, value]) => value && fields.some(([, field]) => name.startsWith(`${field.name} `)),
    ),
  );
  const typedNames = returned.split(" ").filter(Boolean);
  const hasChanges = () => typedNames.length > 0 || listFields().some(([, field]) => isChanged(field));
  const isTyped = () => (prefilled ? hasChanges() : Boolean(first.value));
  /** Time of the last input (ms). */
  let changedTs = isTyped() ? Date.now() : storedTs;
  const save = () => {
    const shown = listFields();
    for (const [name] of shown) missing.delete(name);
    const changed = new Set(typedNames);
    for (const [, field] of shown) if (isChanged(field)) changed.add(field.name);
    const typed = shown.filter(([, field]) => !prefilled || changed.has(field.name));
    const isEmpty = !isTyped() && !hasChanges() && missing.size === 0;
    const kept = [...typed.map(([name, field]) => [name, getValue(field)] as const), ...missing];
    const draft: Draft = [Object.fromEntries(kept), changedTs, purpose];
    writeStored(storage, key, isEmpty ? null : JSON.stringify(draft));
  };
  // What the server returned, or what was typed meanwhile, is newer.
  const isReturned = isTyped() || element.querySelector("[aria-invalid]") !== null;
  if (!isReturned && draft) {
    for (const [name, field] of fields) {
      setValue(field, values[name] ?? getValue(field));
      if (isChanged(field)) field.closest("details")?.setAttribute("open", "");
    }
    element.closest("details")?.setAttribute("open", "");
    const notice = element.querySelector<HTMLElement>("[data-restored]");
    if (notice) notice.hidden = false;
    notice?.querySelector("a")?.addEventListener("click", () => writeStored(storage, key, null));
  }
  // The rest of a message to several teachers, after it was sent to some, is a draft only once it is changed.
  if (!isAfterSending) save();
  if (page && isReturned) history.replaceState(history.state, "", page);
  element.addEventListener("input", () => {
    changedTs = Date.now();
    save();
  });
  first.form?.addEventListener("submit", () => writeStored("sessionStorage", SENT_DRAFT_KEY, key));
};

/** The texts of the fields of a name in the draft of a signed-in visitor's form, from a field on. */
export function listKeptTexts(form: string, name: string, from: number): string[] {
  const { visitor } = readPageData(document.body.dataset);
  const [values = {}] = readStoredJson<Draft>("localStorage", toDraftKey(visitor, form)) ?? [];
  return Object.entries(values)
    .filter(([key]) => key.startsWith(`${name} `) && Number(key.slice(name.length)) >= from)
    .map(([, value]) => value);
}

const isTickable = (field: Field): field is HTMLInputElement =>
  field.type === "radio" || field.type === "checkbox";

/** Drafts have ISO dates, because each language reads typed dates in its own order. */
const isTypedDay = ({ dataset }: Field): boolean => dataset.typedDay !== undefined;
const getLocale = () => document.documentElement.lang as Locale;

function getValue(field: Field): string {
  if (isTypedDay(field)) return parseTypedDay(field.value, getLocale()) ?? field.value;
  return isTickable(field) && !field.checked ? "" : field.value;
}

function setValue(field: Field, value: string): void {
  if (isTickable(field)) field.checked = value !== "";
  else field.value = isTypedDay(field) ? formatTypedDay(value, getLocale()) : value;
}

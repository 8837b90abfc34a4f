import { type Field, mapFields } from "@client/keep-input";
import { readStoredJson, writeStored } from "@client/storage";
import { isChanged } from "@client/unsaved-input";
import { DRAFT_PREFIX } from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import type { Enhancer } from "./index";

type Draft = [values: Record<string, string>, isSubmitted: boolean, changedTs: number, purpose: string];

/**
 * Keeps the unsent input of a form in the browser, until the page that follows its sending: its `done` begins with the
 * text of this name, or it is any page with the form if that is empty. `key` names what the form is about, and the form:
 * the address of a page with errors may not. Like the drafts of listings, it is deleted when the user signs out or
 * another user signs in. `guests` names the storage for visitors without an account: in `sessionStorage`, what they typed
 * ends with the tab. `purpose` says what the form is for at this time: a draft for another purpose is discarded.
 */
export const enhanceReply: Enhancer = (element, { key: form, done = "answered", guests, purpose = "" }) => {
  const fields = [...mapFields(element)];
  const [first] = [...element.querySelectorAll<Field>("[name=message]"), ...fields.map(([, field]) => field)];
  if (!first) return;
  const { search } = location;
  const { visitor } = readPageData(document.body.dataset);
  const storage = visitor === "" && guests === "sessionStorage" ? guests : "localStorage";
  const key = `${DRAFT_PREFIX}${visitor}/${form}`;
  const stored = readStoredJson<Draft>(storage, key);
  const draft = stored?.[3] === purpose ? stored : null;
  const [values, isSubmitted, storedTs]: Draft = draft ?? [{}, false, Date.now(), purpose];
  /** Time of the last input (ms). */
  let changedTs = first.value ? Date.now() : storedTs;
  const save = (isSubmittedNow: boolean) => {
    const typed = Object.fromEntries(fields.map(([name, field]) => [name, getValue(field)]));
    const isEmpty = !first.value && !fields.some(([, field]) => isChanged(field));
    writeStored(storage, key, isEmpty ? null : JSON.stringify([typed, isSubmittedNow, changedTs, purpose]));
  };
  // What the server returned, or what was typed meanwhile, is newer.
  const isReturned = Boolean(first.value) || element.querySelector("[aria-invalid]") !== null;
  if (!isReturned && draft && !(isSubmitted && isSent(search, done))) {
    for (const [name, field] of fields) setValue(field, values[name] ?? getValue(field));
    element.closest("details")?.setAttribute("open", "");
  }
  save(false);
  element.addEventListener("input", () => {
    changedTs = Date.now();
    save(false);
  });
  first.form?.addEventListener("submit", () => save(true));
};

const isTickable = (field: Field): field is HTMLInputElement =>
  field.type === "radio" || field.type === "checkbox";

const getValue = (field: Field): string => (isTickable(field) && !field.checked ? "" : field.value);

function setValue(field: Field, value: string): void {
  if (isTickable(field)) field.checked = value !== "";
  else field.value = value;
}

/** Whether the page follows the sending. The Back button shows the page of an earlier one. */
function isSent(search: string, done: string): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return (
    (new URLSearchParams(search).get("done") ?? "").startsWith(done) && navigation?.type !== "back_forward"
  );
}

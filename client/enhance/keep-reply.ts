import { readStoredJson, writeStored } from "@client/storage";
import { isChanged } from "@client/unsaved-input";
import { DRAFT_PREFIX } from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import type { Enhancer } from "./index";

type Draft = [values: string[], isSubmitted: boolean, changedTs?: number];
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps the unsent input of a form of a conversation in the browser, until the page that follows its sending: its `done`
 * begins with the text of this name. `key` names the conversation and the form: the address of a page with errors may
 * not. Like the drafts of listings, it is deleted when the user signs out or another user signs in.
 */
export const enhanceReply: Enhancer = (element, { key: form, done = "answered" }) => {
  const fields = [...element.querySelectorAll<Field>("input:not([type=hidden]), textarea, select")];
  const [first] = fields;
  if (!first) return;
  const { search } = location;
  const { visitor } = readPageData(document.body.dataset);
  const key = `${DRAFT_PREFIX}${visitor}/${form}`;
  const [values, isSubmitted, storedTs = Date.now()] = readStoredJson<Draft>("localStorage", key) ?? [
    [],
    false,
  ];
  /** Time of the last input (ms). */
  let changedTs = first.value ? Date.now() : storedTs;
  const save = (isSubmittedNow: boolean) => {
    const draft: Draft = [fields.map(getValue), isSubmittedNow, changedTs];
    const isEmpty = !first.value && !fields.some(isChanged);
    writeStored("localStorage", key, isEmpty ? null : JSON.stringify(draft));
  };
  // What the server returned, or what was typed meanwhile, is newer.
  if (!first.value && values.length > 0 && !(isSubmitted && isSent(search, done))) {
    for (const [index, field] of fields.entries()) setValue(field, values[index] ?? getValue(field));
    element.closest("details")?.setAttribute("open", "");
  }
  save(false);
  element.addEventListener("input", () => {
    changedTs = Date.now();
    save(false);
  });
  first.form?.addEventListener("submit", () => save(true));
};

const isRadio = (field: Field): field is HTMLInputElement => field.type === "radio";

const getValue = (field: Field): string => (isRadio(field) && !field.checked ? "" : field.value);

function setValue(field: Field, value: string): void {
  if (isRadio(field)) field.checked = value !== "";
  else field.value = value;
}

/** Whether the page follows the sending. The Back button shows the page of an earlier one. */
function isSent(search: string, done: string): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return (
    new URLSearchParams(search).get("done")?.startsWith(done) === true && navigation?.type !== "back_forward"
  );
}

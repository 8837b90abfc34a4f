import { isChanged } from "@client/unsaved-input";

type Field = HTMLInputElement | HTMLSelectElement;

const HIDDEN = 'input[type="hidden"]';
const MORE = "details.filters__more";

/**
 * Copies the values of another rendering of a form into it. The focused field keeps text that was typed, unless
 * `activeToo`.
 * Visible fields are replaced only if the other form has different ones: a replaced field loses the focus and is
 * announced again.
 */
export function refillFromPage(
  form: HTMLFormElement,
  fresh: HTMLFormElement,
  { activeToo }: { activeToo: boolean },
) {
  openLike(form, fresh);
  const hiddenFields = fresh.querySelectorAll(HIDDEN);
  const active = document.activeElement;
  const others = new Map(listFields(fresh).map((field) => [toKey(field), field]));
  const fields = listFields(form);
  if (fields.length !== others.size || fields.some((field) => !others.has(toKey(field)))) {
    replaceFields(form, fresh, active);
  }
  // Also after a replacement: some fields are outside the replaced part.
  for (const field of listFields(form)) {
    const freshField = others.get(toKey(field));
    if (freshField) copyField(field, freshField, field !== active || activeToo || !isChanged(field));
  }
  for (const field of form.querySelectorAll(HIDDEN)) field.remove();
  form.append(...hiddenFields);
}

/**
 * Gives the fields the values of a list's address before its page arrives, so that a further change adds to them. Values
 * without a visible field become hidden ones.
 */
export function fillFromAddress(form: HTMLFormElement, address: string): void {
  const query = new URLSearchParams(address.split("?")[1]);
  for (const name of ["typed", "corrected", "after", "before"]) query.delete(name);
  // The form has the exact words as the value.
  if (query.get("exact") === "1") query.set("exact", query.get("q") ?? "");
  for (const field of form.querySelectorAll(HIDDEN)) field.remove();
  const others = new URLSearchParams(query);
  for (const field of listFields(form)) {
    const values = query.getAll(field.name);
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = values.includes(field.value);
    else field.value = values[0] ?? "";
    others.delete(field.name, field.value);
  }
  for (const [name, value] of others)
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

/** Opens the rarely used filters in both renderings if they are open in one: by the visitor, or because one is set. */
function openLike(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const more = [form, fresh].flatMap((rendering) => rendering.querySelector<HTMLDetailsElement>(MORE) ?? []);
  const isOpen = more.some(({ open }) => open);
  for (const details of more) details.open = isOpen;
}

/** The visible fields of a form. */
const listFields = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement && field.type !== "hidden") || field instanceof HTMLSelectElement,
  );

/** A checkbox is identified by its value; any other field by its id. */
const toKey = (field: Field): string =>
  field.type === "checkbox" ? `${field.name}=${field.value}` : field.id || `${field.name}=${field.value}`;

/** Copies the defaults too, so that the field does not count as changed. */
function copyField(field: Field, other: Field, values: boolean): void {
  if (field instanceof HTMLSelectElement && other instanceof HTMLSelectElement) copySelect(field, other);
  if (!(field instanceof HTMLInputElement && other instanceof HTMLInputElement)) return;
  const { value } = field;
  field.defaultValue = other.defaultValue;
  field.defaultChecked = other.defaultChecked;
  field.checked = other.checked;
  if (field.type !== "checkbox") field.value = values ? other.value : value;
}

/** Gives the lists of a form the options of another rendering: words have another order of sorting. Keeps the values. */
export function refreshOptions(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const others = new Map(listFields(fresh).map((field) => [toKey(field), field]));
  for (const field of listFields(form)) {
    const freshField = others.get(toKey(field));
    if (field instanceof HTMLSelectElement && freshField instanceof HTMLSelectElement)
      copySelect(field, freshField, field.value);
  }
}

function copySelect(select: HTMLSelectElement, other: HTMLSelectElement, value = other.value): void {
  const describeOptions = (list: HTMLSelectElement) =>
    [...list.options].map(({ value, label }) => `${value} ${label}`).join();
  if (describeOptions(select) !== describeOptions(other))
    select.replaceChildren(...[...other.options].map((option) => option.cloneNode(true)));
  for (const option of select.options) option.defaultSelected = option.value === value;
  select.value = value;
}

function replaceFields(form: HTMLFormElement, fresh: HTMLFormElement, active: Element | null): void {
  const container = form.querySelector(".filters__fields");
  const freshFields = fresh.querySelector(".filters__fields");
  if (!container || !freshFields) throw new Error("not the filter form");
  const focused = container.contains(active) ? active : null;
  container.replaceChildren(...freshFields.childNodes);
  if (!focused) return;
  const byName = `[name="${focused.getAttribute("name")}"]`;
  // A level that is none of the subject is gone once it is no longer checked.
  const replacement = focused.id
    ? document.getElementById(focused.id)
    : (container.querySelector<HTMLElement>(`${byName}[value="${focused.getAttribute("value")}"]`) ??
      container.querySelector<HTMLElement>(byName));
  replacement?.focus();
}

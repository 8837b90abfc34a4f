type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Copies the values of another rendering of the form into it. The field in use keeps the typed text unless `activeToo`.
 * Fields are replaced only where the other form has others: a replaced field loses focus and is read aloud again.
 */
export function refillFromPage(
  form: HTMLFormElement,
  fresh: HTMLFormElement,
  { activeToo }: { activeToo: boolean },
) {
  const active = document.activeElement;
  const others = new Map(fieldsOf(fresh).map((field) => [keyOf(field), field]));
  const fields = fieldsOf(form);
  if (fields.length !== others.size || fields.some((field) => !others.has(keyOf(field)))) {
    exchange(form, fresh, active);
  }
  // Needed after an exchange too: the order is stored with the form's own fields.
  for (const field of fieldsOf(form)) {
    const other = others.get(keyOf(field));
    if (other) copy(field, other, field !== active || activeToo);
  }
}

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (field): field is Field => field instanceof HTMLInputElement || field instanceof HTMLSelectElement,
  );

/** A checkbox is identified by its value; any other field by its id. */
const keyOf = (field: Field): string =>
  field.type === "checkbox" ? `${field.name}=${field.value}` : field.id || `${field.name}=${field.value}`;

/** Defaults go along, so that what was followed does not count as unsaved. */
function copy(field: Field, other: Field, values: boolean): void {
  if (field instanceof HTMLSelectElement && other instanceof HTMLSelectElement) copyChoice(field, other);
  if (!(field instanceof HTMLInputElement && other instanceof HTMLInputElement)) return;
  const { value } = field;
  field.defaultValue = other.defaultValue;
  field.defaultChecked = other.defaultChecked;
  field.checked = other.checked;
  if (field.type !== "checkbox") field.value = values ? other.value : value;
}

function copyChoice(select: HTMLSelectElement, other: HTMLSelectElement): void {
  const valuesOf = (one: HTMLSelectElement) =>
    [...one.options].map(({ value, label }) => `${value} ${label}`).join();
  const { value } = other;
  if (valuesOf(select) !== valuesOf(other))
    select.replaceChildren(...[...other.options].map((option) => option.cloneNode(true)));
  for (const option of select.options) option.defaultSelected = option.value === value;
  select.value = value;
}

function exchange(form: HTMLFormElement, fresh: HTMLFormElement, active: Element | null): void {
  const place = form.querySelector(".filters__fields");
  const other = fresh.querySelector(".filters__fields");
  if (!place || !other) throw new Error("not the filter form");
  const within = place.contains(active) ? active : null;
  place.replaceChildren(...other.childNodes);
  if (!within) return;
  const again = within.id
    ? document.getElementById(within.id)
    : place.querySelector<HTMLElement>(
        `[name="${within.getAttribute("name")}"][value="${within.getAttribute("value")}"]`,
      );
  again?.focus();
}

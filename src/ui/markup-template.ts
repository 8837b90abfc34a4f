/*
 * Markup that React renders once, with placeholders, and that is then filled with each request's values: a card costs a
 * quarter of rendering it (docs/decisions/0058).
 */

/** Enclose a placeholder's name. Private-use characters, which occur in no text of the interface. */
const [START, END] = ["\uE000", "\uE001"];

/** Fixed markup at even indices, numbers of values at odd ones. */
export type MarkupTemplate = readonly (string | number)[];

/**
 * A placeholder for the nth value: text, an attribute or markup. React does not change it; a URL must not be built from
 * it.
 */
export const placeholder = (n: number): string => START + n + END;

export const parseTemplate = (markup: string): MarkupTemplate =>
  markup.split(/\uE000(\d+)\uE001/).map((part, n) => (n % 2 === 1 ? Number(part) : part));

/**
 * Values are markup: text and attributes must be escaped. They have numbers, because looking up names would cost half
 * of the filling. @throws Error if a placeholder has no value
 */
export function fillTemplate(template: MarkupTemplate, values: readonly (string | null)[]): string {
  let markup = "";
  for (const part of template) {
    const text = typeof part === "number" ? values[part] : part;
    if (text === undefined || text === null) throw new Error(`no value for placeholder ${part}`);
    markup += text;
  }
  return markup;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes text and attribute values as React does. */
export const escapeMarkup = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign) : text;

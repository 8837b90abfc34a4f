/*
 * Markup that React renders once, with placeholders, and that is then filled with each request's values: a card costs a
 * quarter of rendering it (docs/decisions/0058).
 */

/** Enclose a placeholder's name. Private-use characters, which occur in no text of the interface. */
const [START, END] = ["\uE000", "\uE001"];

/** Fixed markup at even indices, names of placeholders at odd ones. */
export type MarkupTemplate = readonly string[];

/** A placeholder for text, an attribute or markup. React does not change it; a URL must not be built from it. */
export const placeholder = (name: string): string => START + name + END;

/** A text without the characters that enclose placeholders. */
export const removePlaceholders = (text: string): string => text.replace(/[\uE000\uE001]/g, "");

export const parseTemplate = (markup: string): MarkupTemplate => markup.split(/\uE000(\w+)\uE001/);

/** Values are markup: text and attributes must be escaped. @throws Error if a placeholder has no value */
export function fillTemplate(template: MarkupTemplate, values: Readonly<Record<string, string>>): string {
  let markup = template[0] ?? "";
  for (let n = 1; n < template.length; n += 2) {
    const value = values[template[n] ?? ""];
    if (value === undefined) throw new Error(`no value for the placeholder ${template[n]}`);
    markup += value + template[n + 1];
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

import type { Translator } from "@/shared/i18n/translator";
import type { Fact } from "./changes";
import type { DocumentKind } from "./read-documents";

/** What stands in a form's fields, by name; a box that is ticked holds "1", and what is missing is empty. */
export type Values = Readonly<Record<string, string>>;

/** A form as it came: each name with all its values. */
export type Sent = Readonly<Record<string, readonly string[]>>;

/** How one document is written by a form. `T` is the document. */
export type DocumentForm<T> = {
  kind: DocumentKind<T>;
  /** The document in words, for the list, its history and whoever was slower. */
  facts(t: Translator, document: T): Fact[];
  /** The document in the form's fields. */
  values(document: T): Values;
  /** The fields that were sent. */
  sent(form: Sent, t: Translator): Values;
  /** The document that the fields make, for its schema to check; `present` has what the form does not ask for. */
  read(values: Values, present: T): unknown;
  /** The field of the form in which a field of that document was typed; missing where they are called the same. */
  fieldOf?(field: string, values: Values, present: T): string;
  /** Those of the values that the form asks for over a document whose own are `present`; missing where it is all. */
  asked?(values: Values, present: Values): Values;
};

/** The first value that was sent for each name. */
export const firstOf = (sent: Sent): Values =>
  Object.fromEntries(Object.entries(sent).map(([name, values]) => [name, values[0] ?? ""]));

/**
 * What was typed over one version of a document, moved onto a later one: a field that was left as it was shows what
 * somebody else made of it, so that sending the form again takes nothing back unseen.
 */
export function mergeTyped(base: Values, typed: Values, present: Values): Values {
  const names = new Set([...Object.keys(present), ...Object.keys(typed)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const untouched = own(typed, name) === own(base, name);
      const value = own(untouched ? present : typed, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A name may be any word, such as "constructor", which every object has something for. */
const own = (values: Values, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

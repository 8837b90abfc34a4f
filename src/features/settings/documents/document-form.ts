import type { ReactNode } from "react";
import type { Ctx } from "@/context";
import type { Translator } from "@/shared/i18n/translator";
import type { Query } from "@/shared/paths";
import type { FormErrors } from "@/ui/form";
import type { FormSectionLink } from "./form-contents";
import type { DocumentKind } from "./read-documents";

/** The form's values by field name. A ticked checkbox is "1"; a missing field is empty. */
export type DocumentFormValues = Readonly<Record<string, string>>;

/** A submitted form: each name with all its values. */
export type SubmittedFields = Readonly<Record<string, readonly string[]>>;

export type FieldsProps = { values: DocumentFormValues; errors: FormErrors };

/** A page that links to the forms of documents. After a save it has `done={name}`, see `getDocumentName`. */
export type DocumentList = {
  /** The key of its title. */
  title: string;
  path(query?: Query): string;
};

/** The page of a document's form, and how the form edits it. `T` is the document. */
export type DocumentForm<T> = {
  kind: DocumentKind<T>;
  /** The key of its texts: `title`, `lead`, and `done` after a save. */
  texts: string;
  /** The path of the page, which the form submits to. */
  path(query?: Query): string;
  list: DocumentList;
  Fields(props: FieldsProps): ReactNode;
  /** The sections of a long form. */
  listSections?(t: Translator, values: DocumentFormValues): FormSectionLink[];
  /** Labels of fields in the error summary. */
  getLabels(t: Translator, values: DocumentFormValues): Record<string, string>;
  /** The document as text, for the list, its history and conflicts. */
  toEntries(t: Translator, document: T): DocumentEntry[];
  /** What is wrong with a document that was saved; null if nothing is. */
  getWarning?(t: Translator, document: T): string | null;
  /** The form's values of a document. */
  toValues(document: T): DocumentFormValues;
  /** Matches the names of numbers, whose changes by more than threefold the admin confirms. */
  numbers?: RegExp;
  /** Sentences about other changes that the admin confirms. */
  listConcerns?(ctx: Pick<Ctx, "t" | "now">, before: T, after: T): string[];
  /** The path of a public page that shows the document. */
  publicPath?(): string;
  /** Values from a submitted form. */
  parseFields(form: SubmittedFields, t: Translator): DocumentFormValues;
  /**
   * Builds the document from the values, for its schema to check. `current` has the parts that the form doesn't edit.
   */
  toDocument(values: DocumentFormValues, current: T): unknown;
  /** The form field of a document's field; by default both have the same name. */
  toFormField?(field: string, values: DocumentFormValues, current: T): string;
  /** Filters the values to those that the form can edit in the `current` document; by default all. */
  filterValues?(values: DocumentFormValues, current: DocumentFormValues): DocumentFormValues;
};

/** A document's name in URLs. */
export const getDocumentName = ({ path }: DocumentKind<unknown>): string => path.replace("settings/", "");

/** The first submitted value of each name. */
export const toFirstValues = (sent: SubmittedFields): DocumentFormValues =>
  Object.fromEntries(Object.entries(sent).map(([name, values]) => [name, values[0] ?? ""]));

/**
 * Merges values typed over one version (`base`) into a later one. An untouched field takes the later version's value,
 * so submitting again doesn't undo another admin's change.
 */
export function mergeTyped(
  base: DocumentFormValues,
  typed: DocumentFormValues,
  current: DocumentFormValues,
): DocumentFormValues {
  const names = new Set([...Object.keys(current), ...Object.keys(typed)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const untouched = getOwn(typed, name) === getOwn(base, name);
      const value = getOwn(untouched ? current : typed, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The numbers that change more than threefold, with their new values: `top7.price=190`. */
export const listLargeChanges = (
  numbers: RegExp | undefined,
  before: DocumentFormValues,
  after: DocumentFormValues,
): string[] =>
  Object.entries(after).flatMap(([name, value]) => {
    const [old, now] = [Number(getOwn(before, name)), Number(value)];
    const isLarge = old > 0 && (now > 3 * old || 3 * now < old);
    return numbers?.test(name) && isLarge ? [`${name}=${value}`] : [];
  });

/** Names may equal inherited properties of objects, such as "constructor". */
const getOwn = (values: DocumentFormValues, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** An entry of a document as text; `key` is the same in all versions. */
export type DocumentEntry = { key: string; term: string; details: string };

/** An entry that differs between two versions; null if a version lacks it. */
export type EntryChange = { key: string; term: string; before: string | null; after: string | null };

/** The differences between two versions, in the later one's order. */
export function compareEntries(
  before: readonly DocumentEntry[],
  after: readonly DocumentEntry[],
): EntryChange[] {
  const find = (entries: readonly DocumentEntry[], key: string) => entries.find((entry) => entry.key === key);
  const removed = before.filter(({ key }) => !find(after, key));
  return [...after, ...removed]
    .map(({ key, term }) => ({
      key,
      term,
      before: find(before, key)?.details ?? null,
      after: find(after, key)?.details ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

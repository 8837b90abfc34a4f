import { ID_PATTERN } from "@/shared/ids";
import { type FormValues, listingOfForm } from "@/shared/schemas/listing";

/** The listing form as somebody sent it. */
export type SentForm = {
  id: string;
  version: number;
  /** `submit`, `draft`, `keep` (the published text), or what a button beside a picture says. */
  intent: string;
  values: FormValues;
  /** Pictures in the form's order: ids, and `new:{n}` for its files. */
  order: string[];
  files: File[];
};

/** A form's fields by their names. */
type Fields = {
  text(name: string): string;
  all(name: string): string[];
  files(name: string): File[];
  values(): FormValues;
};

/** `newId` stands in where the form bears no id that could be one. */
export function readSentForm(form: Fields, newId: () => string): SentForm {
  const id = form.text("id");
  return {
    id: ID_PATTERN.test(id) ? id : newId(),
    version: Number(form.text("version")),
    intent: form.text("intent"),
    values: form.values(),
    order: form.all("picture"),
    files: form.files("pictures"),
  };
}

/** What it asks for, in the words of the verbs. */
export const contentOf = ({ id, intent, values }: SentForm) => ({
  id,
  submit: intent !== "draft",
  listing: listingOfForm(values),
});

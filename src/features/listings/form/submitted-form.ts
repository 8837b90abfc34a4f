import { ID_PATTERN } from "@/shared/ids";
import { parseVersion } from "@/shared/numbers";
import { type FormValues, toListingInput } from "@/shared/schemas/listing";

/** The submitted listing form. */
export type SubmittedListingForm = {
  id: string;
  /** The version that the user saw; -1 if the form has none. */
  version: number;
  /**
   * `submit`, `submit_anyway` (with contact data or an unusual price), `draft`, `keep` (the published text), `show` (the
   * form again), or the value of a picture's button.
   */
  intent: string;
  values: FormValues;
  /** Pictures in the form's order: ids, `at:{name}` for those stored by path, and `new:{n}` for its files. */
  order: string[];
  files: File[];
};

/** A form's fields by their names. */
type Fields = {
  text(name: string): string;
  decimal(name: string): string;
  all(name: string): string[];
  files(name: string): File[];
  values(): FormValues;
};

/** `newId` is used when the form has no valid id. */
export function parseListingForm(form: Fields, newId: () => string): SubmittedListingForm {
  const id = form.text("id");
  return {
    id: ID_PATTERN.test(id) ? id : newId(),
    version: parseVersion(form.text("version")),
    intent: form.text("intent"),
    values: { ...form.values(), price: [form.decimal("price")] },
    order: form.all("picture"),
    files: form.files("pictures"),
  };
}

/** The form as input of `createListing` and `editListing`. */
export const toSaveInput = ({ id, intent, values }: SubmittedListingForm) => ({
  id,
  submit: intent !== "draft",
  listing: toListingInput(values),
});

import { useEffect, useState } from "react";
import { toFieldErrors } from "@/shared/schemas/field-errors";
import { draftListingSchema, type FormValues, listingSchema, toListingInput } from "@/shared/schemas/listing";
import { type FormErrors, toFormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** The errors of the listing's form, found with the server's schemas. */
export function useFieldErrors(initial: FormErrors) {
  const { t } = usePage();
  const [errors, setErrors] = useState(initial);
  const [refusedSubmits, setRefusedSubmits] = useState(0);

  useEffect(() => {
    if (refusedSubmits > 0) document.getElementById("error-summary")?.focus();
  }, [refusedSubmits]);

  const findErrors = (values: FormValues, isDraft: boolean): FormErrors => {
    const schema = isDraft ? draftListingSchema : listingSchema;
    const parsed = schema.safeParse(toListingInput(values), { reportInput: true });
    return parsed.success ? {} : toFormErrors(t, toFieldErrors(parsed.error));
  };
  /** Sets the error of one field; null clears it. */
  const setError = (name: string, text: string | null) =>
    setErrors(({ [name]: _, ...others }) => (text === null ? others : { ...others, [name]: text }));

  return {
    errors,
    setError,
    clear: () => setErrors({}),
    /** Checks one field; the errors of others stay. */
    checkField: (name: string, values: FormValues) => setError(name, findErrors(values, false)[name] ?? null),
    /** Checks the point, which has several fields. */
    checkPoint(values: FormValues) {
      const formErrors = findErrors(values, false);
      for (const name of ["point", "point.latitude", "point.longitude"])
        setError(name, formErrors[name] ?? null);
    },
    /** Checks the whole form. Shows its errors, if any, and returns whether it is valid. */
    checkForm(values: FormValues, isDraft: boolean): boolean {
      const formErrors = findErrors(values, isDraft);
      if (Object.keys(formErrors).length === 0) return true;
      setErrors(formErrors);
      setRefusedSubmits((count) => count + 1);
      return false;
    },
  };
}

/** Name of the field that an element belongs to. The online checkbox is checked together with the locations. */
export function findFieldName(target: EventTarget | null): string | null {
  const name = (target as HTMLInputElement | null)?.name;
  if (name === "online") return "locations";
  return !name || name === "pictures" || name === "picture" || name === "intent" ? null : name;
}

import { useEffect, useState } from "react";
import { validateContact } from "@/shared/contact-data";
import type { FieldError } from "@/shared/errors";
import { toFieldErrors } from "@/shared/schemas/field-errors";
import { draftListingSchema, type FormValues, getEditSchema, toListingInput } from "@/shared/schemas/listing";
import { type FormErrors, toFormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";

type Options = {
  /** The errors with which the page was sent. */
  initial: FormErrors;
  /** Whether the page offers to send contact data anyway. */
  isHeld: boolean;
  /** The text in which contact data is accepted. */
  acceptedText: { title: string; description: string } | null;
  /** What the form was opened with. */
  values: FormValues;
  isDraft: boolean;
};

/** The errors of the listing's form, found with the server's schemas. */
export function useFieldErrors({ initial, acceptedText, ...options }: Options) {
  const { t } = usePage();
  const [errors, setErrors] = useState(initial);
  const [isHeld, setIsHeld] = useState(options.isHeld);
  const [refusedSubmits, setRefusedSubmits] = useState(0);

  useEffect(() => {
    if (refusedSubmits > 0) document.getElementById("error-summary")?.focus();
  }, [refusedSubmits]);

  const listErrors = (values: FormValues, isDraft: boolean): FieldError[] => {
    const input = toListingInput(values);
    const saved = options.isDraft ? null : draftListingSchema.safeParse(toListingInput(options.values)).data;
    const schema = isDraft ? draftListingSchema : getEditSchema(input, saved ?? null);
    const parsed = schema.safeParse(input, { reportInput: true });
    return parsed.success ? [] : toFieldErrors(parsed.error);
  };
  const findErrors = (values: FormValues) => toFormErrors(t, listErrors(values, false));
  /** Sets the error of one field; null clears it. */
  const setError = (name: string, text: string | null) =>
    setErrors(({ [name]: _, ...others }) => (text === null ? others : { ...others, [name]: text }));

  return {
    errors,
    isHeld,
    /** Whether the form was submitted with errors. */
    isRefused: refusedSubmits > 0,
    setError,
    clear: () => setErrors({}),
    /** Checks one field; the errors of others stay. */
    checkField: (name: string, values: FormValues) => setError(name, findErrors(values)[name] ?? null),
    /** Checks the point, which has several fields. */
    checkPoint(values: FormValues) {
      const formErrors = findErrors(values);
      for (const name of ["point", "point.latitude", "point.longitude"])
        setError(name, formErrors[name] ?? null);
    },
    /**
     * Checks the whole form. Shows its errors, if any, and returns whether it is valid. For contact data alone the server
     * refuses the form.
     */
    checkForm(values: FormValues, intent: string | undefined): boolean {
      const formErrors = listErrors(values, !isSubmit(intent));
      if (formErrors.length === 0) return true;
      const contact = intent === "submit" ? validateContact(toListingInput(values), acceptedText) : [];
      setErrors(toFormErrors(t, [...formErrors, ...contact]));
      if (contact.length > 0) setIsHeld(true);
      setRefusedSubmits((count) => count + 1);
      return false;
    },
  };
}

/** Whether a button submits the listing, rather than a draft or a preview. */
export const isSubmit = (intent: string | undefined) => intent === "submit" || intent === "submit_anyway";

/** Name of the field that an element belongs to. The online checkbox is checked together with the locations. */
export function findFieldName(target: EventTarget | null): string | null {
  const name = (target as HTMLInputElement | null)?.name;
  if (name === "online") return "locations";
  return !name || name === "pictures" || name === "picture" || name === "intent" ? null : name;
}

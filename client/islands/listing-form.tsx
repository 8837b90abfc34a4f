import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { FormValues } from "@/shared/schemas/listing";
import { ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { errorsOf, valuesOf } from "./listing-form-check";
import { PlaceSection, PriceSection, SubjectSection, WordsSection } from "./listing-form-sections";
import { PicturesField } from "./pictures-field";
import type { StoredPictureView } from "./use-pictures";

export type ListingFormProps = {
  /** Where the form goes, in the page's locale. */
  action: string;
  id: string;
  /** The version that is being edited; null for a listing that is not saved yet. */
  version: number | null;
  /** What stands in the fields at first. */
  values: FormValues;
  errors: FormErrors;
  /** What is wrong with the whole of it, in words. */
  message: string | null;
  pictures: readonly StoredPictureView[];
  /** Whether it may be saved as a draft, beside being sent. */
  draft: boolean;
  /** Which words the main button bears, under `listings.form.submit`. */
  submit: "publish" | "review" | "save" | "resubmit";
  /** Whether there are new words, which may be given up for the published ones. */
  keep: boolean;
};

/**
 * The form of a listing. It works as plain HTML; once hydrated it checks each field when one leaves it, by the schema
 * that the server will use, shows the hourly price and the chosen pictures, and then is sent as ever.
 */
export function ListingForm(props: ListingFormProps) {
  const { t } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors>(props.errors);
  const [values, setValues] = useState<FormValues>(props.values);
  const [refused, setRefused] = useState(0);

  useEffect(() => {
    if (!form.current) return;
    // From here on the page speaks for itself, in its own words; without script the browser does.
    form.current.noValidate = true;
    setValues(valuesOf(form.current));
  }, []);
  useEffect(() => {
    if (refused > 0) document.getElementById("error-summary")?.focus();
  }, [refused]);

  /** One field's error by the values of now; the others stay as they were. */
  const checkField = (name: string, now: FormValues) => {
    const found = errorsOf(t, now, true)[name];
    setErrors(({ [name]: _, ...rest }) => (found ? { ...rest, [name]: found } : rest));
  };

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const now = valuesOf(event.currentTarget);
    setValues(now);
    const name = fieldOf(event.target);
    if (name && name in errors) checkField(name, now);
  };

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const name = fieldOf(event.target);
    // Leaving a box for another of its group is not leaving the group; an untouched field is not scolded in passing.
    if (!name || name === fieldOf(event.relatedTarget)) return;
    const now = valuesOf(event.currentTarget);
    if (name in errors || (now[name] ?? []).some((value) => value.trim() !== "")) checkField(name, now);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const intent = ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value;
    // The text goes, whatever stands in it, and nothing else is saved.
    if (intent === "keep") return;
    const found = errorsOf(t, valuesOf(event.currentTarget), intent !== "draft");
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    setErrors(found);
    setRefused((times) => times + 1);
  };

  return (
    <form
      ref={form}
      className="form"
      method="post"
      action={props.action}
      encType="multipart/form-data"
      onChange={onChange}
      onBlur={onBlur}
      onSubmit={onSubmit}
    >
      {/* Enter in a field presses the form's first button, so the main one stands first, unseen. */}
      <button
        className="visually-hidden"
        type="submit"
        name="intent"
        value="submit"
        tabIndex={-1}
        aria-hidden="true"
      >
        {t(`listings.form.submit.${props.submit}`)}
      </button>
      <input type="hidden" name="id" value={props.id} />
      {props.version === null ? null : <input type="hidden" name="version" value={props.version} />}
      <ErrorSummary errors={errors} message={props.message} />
      <SubjectSection values={props.values} errors={errors} />
      <WordsSection values={props.values} errors={errors} />
      <PlaceSection values={props.values} errors={errors} />
      <PriceSection values={props.values} errors={errors} now={values} />
      <section className="form__section">
        <h2>{t("listings.form.pictures.heading")}</h2>
        <PicturesField
          pictures={props.pictures}
          error={errors.pictures}
          onProblem={(text) =>
            setErrors(({ pictures: _, ...rest }) => (text ? { ...rest, pictures: text } : rest))
          }
        />
      </section>
      <div className="form__actions">
        <SubmitButton name="intent" value="submit">
          {t(`listings.form.submit.${props.submit}`)}
        </SubmitButton>
        {props.draft ? (
          <SubmitButton variant="secondary" name="intent" value="draft" formNoValidate>
            {t("listings.form.submit.draft")}
          </SubmitButton>
        ) : null}
        {props.keep ? (
          <SubmitButton variant="secondary" name="intent" value="keep" formNoValidate>
            {t("listings.form.submit.keep")}
          </SubmitButton>
        ) : null}
      </div>
    </form>
  );
}

/** The field that an element belongs to; the online box speaks for the places too. */
function fieldOf(target: EventTarget | null): string | undefined {
  const name = (target as HTMLInputElement | null)?.name;
  if (name === "online") return "locations";
  return name === "pictures" || name === "picture" || name === "intent" ? undefined : name;
}

import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { formatLei } from "@/shared/format";
import { baniOf, type FormValues, hourlyPrice, LISTING_BOUNDS } from "@/shared/schemas/listing";
import {
  Checkbox,
  CheckboxGroup,
  countyOptions,
  ErrorSummary,
  type FormErrors,
  levelOptions,
  locationOptions,
  PriceField,
  Select,
  SubmitButton,
  sessionMinutesOptions,
  subjectOptions,
  TextArea,
  TextField,
} from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { errorsOf, valuesOf } from "./listing-form-check";
import { PicturesField, type StoredPictureView } from "./pictures-field";

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
      <Subject values={props.values} errors={errors} />
      <Words values={props.values} errors={errors} />
      <Place values={props.values} errors={errors} />
      <Price values={props.values} errors={errors} hourly={hourlyOf(values)} />
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
      </div>
    </form>
  );
}

type PartProps = { values: FormValues; errors: FormErrors };
const first = (values: FormValues, name: string) => values[name]?.[0] ?? "";

function Subject({ values, errors }: PartProps) {
  const { t } = usePage();
  return (
    <section className="form__section">
      <h2>{t("listings.form.subject.heading")}</h2>
      <Select
        name="subject"
        label={t("listings.form.subject.label")}
        options={subjectOptions(t)}
        placeholder={t("general.words.choose")}
        value={first(values, "subject")}
        error={errors.subject}
      />
      <CheckboxGroup
        name="levels"
        label={t("listings.form.levels.label")}
        help={t("listings.form.levels.help")}
        options={levelOptions(t)}
        values={values.levels}
        error={errors.levels}
        columns
      />
    </section>
  );
}

function Words({ values, errors }: PartProps) {
  const { t } = usePage();
  const { title, description } = LISTING_BOUNDS;
  return (
    <section className="form__section">
      <h2>{t("listings.form.words.heading")}</h2>
      <TextField
        name="title"
        label={t("listings.form.title.label")}
        help={t("listings.form.title.help", title)}
        value={first(values, "title")}
        minLength={title.minimum}
        maxLength={title.maximum}
        error={errors.title}
      />
      <TextArea
        name="description"
        label={t("listings.form.description.label")}
        help={t("listings.form.description.help")}
        value={first(values, "description")}
        rows={10}
        minLength={description.minimum}
        maxLength={description.maximum}
        error={errors.description}
      />
    </section>
  );
}

function Place({ values, errors }: PartProps) {
  const { t } = usePage();
  return (
    <section className="form__section">
      <h2>{t("listings.form.place.heading")}</h2>
      <Select
        name="county"
        label={t("listings.form.county.label")}
        help={t("listings.form.county.help")}
        options={countyOptions(t)}
        placeholder={t("general.words.choose")}
        value={first(values, "county")}
        error={errors.county}
      />
      <TextField
        name="neighbourhood"
        label={t("listings.form.neighbourhood.label")}
        help={t("listings.form.neighbourhood.help")}
        value={first(values, "neighbourhood")}
        maxLength={LISTING_BOUNDS.neighbourhood.maximum}
        error={errors.neighbourhood}
        optional
      />
      <CheckboxGroup
        name="locations"
        label={t("listings.form.locations.label")}
        help={t("listings.form.locations.help")}
        options={locationOptions(t)}
        values={values.locations}
        error={errors.locations}
      />
      <Checkbox
        name="online"
        label={t("listings.form.online.label")}
        checked={first(values, "online") === "1"}
      />
    </section>
  );
}

function Price({ values, errors, hourly }: PartProps & { hourly: number | null }) {
  const { t, locale } = usePage();
  return (
    <section className="form__section">
      <h2>{t("listings.form.price.heading")}</h2>
      <PriceField
        name="price"
        label={t("listings.form.price.label")}
        help={t("listings.form.price.help")}
        value={first(values, "price")}
        inputMode="decimal"
        error={errors.price}
      />
      <Select
        name="session_minutes"
        label={t("listings.form.minutes.label")}
        options={sessionMinutesOptions(t)}
        value={first(values, "session_minutes") || 60}
        error={errors.session_minutes}
      />
      <p className="form__result" aria-live="polite">
        {hourly === null
          ? t("listings.form.price.hourlyLater")
          : t("listings.form.price.hourly", { price: formatLei(hourly, locale) })}
      </p>
    </section>
  );
}

/** Bani an hour for what stands in the form; null while that is no price. */
function hourlyOf(values: FormValues): number | null {
  const bani = baniOf(first(values, "price"));
  const { minimum, maximum } = LISTING_BOUNDS.price;
  const minutes = Number(first(values, "session_minutes") || 60);
  return bani !== undefined && bani >= minimum && bani <= maximum && minutes > 0
    ? hourlyPrice(bani, minutes)
    : null;
}

/** The field that an element belongs to; the online box speaks for the places too. */
function fieldOf(target: EventTarget | null): string | undefined {
  const name = (target as HTMLInputElement | null)?.name;
  if (name === "online") return "locations";
  return name === "pictures" || name === "picture" || name === "intent" ? undefined : name;
}

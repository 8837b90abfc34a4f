import type { ReactNode } from "react";
import { formatLei } from "@/shared/format";
import { parseHundredths } from "@/shared/numbers";
import { computeHourlyPrice, type FormValues, LISTING_BOUNDS } from "@/shared/schemas/listing";
import {
  Checkbox,
  CheckboxGroup,
  countyOptions,
  type FormErrors,
  formatOptions,
  levelOptions,
  locationOptions,
  PriceField,
  RadioGroup,
  Select,
  SlotGrid,
  sessionMinutesOptions,
  subjectOptions,
  TextArea,
  TextField,
  trialOptions,
} from "@/ui/form";
import { usePage } from "@/ui/page-context";

type SectionProps = { initialValues: FormValues; errors: FormErrors };
const getFirst = (values: FormValues, name: string) => values[name]?.[0] ?? "";

export function SubjectSection({ initialValues, errors }: SectionProps) {
  const { t } = usePage();
  return (
    <section className="form__section">
      <h2>{t("listings.form.subject.heading")}</h2>
      <Select
        name="subject"
        label={t("listings.form.subject.label")}
        options={subjectOptions(t)}
        placeholder={t("general.common.choose")}
        value={getFirst(initialValues, "subject")}
        error={errors.subject}
      />
      <CheckboxGroup
        name="levels"
        label={t("listings.form.levels.label")}
        help={t("listings.form.levels.help")}
        options={levelOptions(t)}
        values={initialValues.levels}
        error={errors.levels}
        columns
      />
    </section>
  );
}

export function TextSection({ initialValues, errors }: SectionProps) {
  const { t } = usePage();
  const { title, description } = LISTING_BOUNDS;
  return (
    <section className="form__section">
      <h2>{t("listings.form.text.heading")}</h2>
      <TextField
        name="title"
        label={t("listings.form.title.label")}
        help={t("listings.form.title.help", title)}
        value={getFirst(initialValues, "title")}
        minLength={title.min}
        maxLength={title.max}
        error={errors.title}
      />
      <TextArea
        name="description"
        label={t("listings.form.description.label")}
        help={t("listings.form.description.help")}
        value={getFirst(initialValues, "description")}
        rows={10}
        minLength={description.min}
        maxLength={description.max}
        error={errors.description}
      />
    </section>
  );
}

export function LocationSection({ initialValues, errors, children }: SectionProps & { children: ReactNode }) {
  const { t } = usePage();
  return (
    <section className="form__section">
      <h2>{t("listings.form.place.heading")}</h2>
      <Select
        name="county"
        label={t("listings.form.county.label")}
        help={t("listings.form.county.help")}
        options={countyOptions(t)}
        placeholder={t("general.common.choose")}
        value={getFirst(initialValues, "county")}
        error={errors.county}
      />
      <TextField
        name="neighbourhood"
        label={t("listings.form.neighbourhood.label")}
        help={t("listings.form.neighbourhood.help")}
        value={getFirst(initialValues, "neighbourhood")}
        maxLength={LISTING_BOUNDS.neighbourhood.max}
        error={errors.neighbourhood}
        optional
      />
      {children}
      <CheckboxGroup
        name="locations"
        label={t("listings.form.locations.label")}
        help={t("listings.form.locations.help")}
        options={locationOptions(t)}
        values={initialValues.locations}
        error={errors.locations}
      />
      <Checkbox
        name="online"
        label={t("listings.form.online.label")}
        checked={getFirst(initialValues, "online") === "1"}
      />
    </section>
  );
}

/** `values` are the current values, for the hourly price. */
export function PriceSection({ initialValues, errors, values }: SectionProps & { values: FormValues }) {
  const { t, locale } = usePage();
  const hourly = readHourlyPrice(values);
  return (
    <section className="form__section">
      <h2>{t("listings.form.price.heading")}</h2>
      <PriceField
        name="price"
        label={t("listings.form.price.label")}
        help={t("listings.form.price.help")}
        value={getFirst(initialValues, "price")}
        error={errors.price}
      />
      <Select
        name="session_minutes"
        label={t("listings.form.minutes.label")}
        options={sessionMinutesOptions(t)}
        value={getFirst(initialValues, "session_minutes") || 60}
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

export function LessonsSection({ initialValues, errors }: SectionProps) {
  const { t } = usePage();
  return (
    <section className="form__section">
      <h2>{t("listings.form.lessons.heading")}</h2>
      <SlotGrid
        name="availability"
        label={t("listings.form.availability.label")}
        help={t("listings.form.availability.help")}
        values={initialValues.availability}
        error={errors.availability}
        optional
      />
      <CheckboxGroup
        name="formats"
        label={t("general.fields.formats")}
        help={t("listings.form.formats.help")}
        options={formatOptions(t)}
        values={initialValues.formats}
        error={errors.formats}
      />
      <RadioGroup
        name="trial"
        label={t("general.fields.trial")}
        options={trialOptions(t)}
        value={getFirst(initialValues, "trial") || "none"}
        error={errors.trial}
      />
      <Checkbox
        name="receipt"
        label={t("listings.form.receipt.label")}
        checked={getFirst(initialValues, "receipt") === "1"}
      />
    </section>
  );
}

/** Hourly price (bani) of the form's current values; null while they contain no valid price. */
function readHourlyPrice(values: FormValues): number | null {
  const bani = parseHundredths(getFirst(values, "price"));
  const { min, max } = LISTING_BOUNDS.price;
  const minutes = Number(getFirst(values, "session_minutes") || 60);
  return bani !== undefined && bani >= min && bani <= max && minutes > 0
    ? computeHourlyPrice(bani, minutes)
    : null;
}

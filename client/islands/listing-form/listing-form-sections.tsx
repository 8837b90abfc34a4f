import type { ReactNode } from "react";
import { formatLei } from "@/shared/format";
import type { TextParams } from "@/shared/i18n/translator";
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
import { PLACES_ID } from "./point-field";

type SectionProps = { initialValues: FormValues; errors: FormErrors };

const getFirst = (values: FormValues, name: string) => values[name]?.[0] ?? "";

/** What a field shows, by its name. `params` are those of its help. */
function useFields({ initialValues, errors }: SectionProps) {
  const { t } = usePage();
  const toProps = (name: string, params?: TextParams) => {
    const [label, help] = [`listings.form.${name}.label`, `listings.form.${name}.help`];
    return {
      name,
      label: t(t.has(label) ? label : `general.fields.${name}`),
      help: t.has(help) ? t(help, params) : undefined,
      error: errors[name],
    };
  };
  return {
    text: (name: string, params?: TextParams) => ({
      ...toProps(name, params),
      value: getFirst(initialValues, name),
    }),
    choices: (name: string) => ({ ...toProps(name), values: initialValues[name] }),
    checkbox: (name: string) => ({ ...toProps(name), checked: getFirst(initialValues, name) === "1" }),
  };
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <section className="form__section">
      <h2>{t(`listings.form.${name}.heading`)}</h2>
      {children}
    </section>
  );
}

export function SubjectSection(props: SectionProps) {
  const { t } = usePage();
  const { text, choices } = useFields(props);
  return (
    <Section name="subject">
      <Select {...text("subject")} options={subjectOptions(t)} placeholder={t("general.common.choose")} />
      <CheckboxGroup {...choices("levels")} options={levelOptions(t)} columns />
    </Section>
  );
}

export function TextSection(props: SectionProps) {
  const { text } = useFields(props);
  const { title, description } = LISTING_BOUNDS;
  return (
    <Section name="text">
      <TextField {...text("title", title)} minLength={title.min} maxLength={title.max} />
      <TextArea {...text("description")} rows={10} minLength={description.min} maxLength={description.max} />
    </Section>
  );
}

export function LocationSection({ children, ...props }: SectionProps & { children: ReactNode }) {
  const { t } = usePage();
  const { text, choices, checkbox } = useFields(props);
  const { max } = LISTING_BOUNDS.neighbourhood;
  return (
    <Section name="place">
      <Select {...text("county")} options={countyOptions(t)} placeholder={t("general.common.choose")} />
      <TextField {...text("neighbourhood")} maxLength={max} list={PLACES_ID} autoComplete="off" optional />
      {children}
      <CheckboxGroup {...choices("locations")} options={locationOptions(t)} />
      <Checkbox {...checkbox("online")} />
    </Section>
  );
}

/** `values` are the current values, for the hourly price. */
export function PriceSection({ values, ...props }: SectionProps & { values: FormValues }) {
  const { t, locale } = usePage();
  const { text } = useFields(props);
  const hourly = readHourlyPrice(values);
  const minutes = text("session_minutes");
  return (
    <Section name="price">
      <PriceField {...text("price")} />
      <Select {...minutes} options={sessionMinutesOptions(t)} value={minutes.value || 60} />
      <p className="form__result" aria-live="polite">
        {hourly === null
          ? t("listings.form.price.hourlyLater")
          : t("listings.form.price.hourly", { price: formatLei(hourly, locale) })}
      </p>
    </Section>
  );
}

export function LessonsSection(props: SectionProps) {
  const { t } = usePage();
  const { text, choices, checkbox } = useFields(props);
  const trial = text("trial");
  return (
    <Section name="lessons">
      <SlotGrid {...choices("availability")} optional />
      <CheckboxGroup {...choices("formats")} options={formatOptions(t)} />
      <RadioGroup {...trial} options={trialOptions(t)} value={trial.value || "none"} />
      <Checkbox {...checkbox("receipt")} />
      <Checkbox {...checkbox("parent_present")} />
    </Section>
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

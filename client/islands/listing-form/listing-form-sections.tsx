import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import {
  type County,
  countyName,
  isLevelOf,
  joinPlace,
  LANGUAGES,
  LEVELS,
  type Level,
  SESSION_MINUTES,
  type StateReason,
  SUBJECTS,
  type Subject,
} from "@/shared/codes";
import { detectContactType, namesStreet } from "@/shared/contact-data";
import { findUsualPrice } from "@/shared/find-usual-price";
import { formatLei } from "@/shared/format";
import { formatLanguages } from "@/shared/format-language";
import { formatUsualPrice } from "@/shared/format-usual-price";
import type { TextParams } from "@/shared/i18n/translator";
import { listMissingExams } from "@/shared/list-missing-exams";
import { formatDecimal, parseHundredths } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import type { PriceCells } from "@/shared/price-cells";
import {
  computeHourlyPrice,
  type FormValues,
  LISTING_BOUNDS,
  listingSchema,
  toListingInput,
} from "@/shared/schemas/listing";
import {
  Checkbox,
  CheckboxGroup,
  countyOptions,
  type FormErrors,
  FormSection,
  formatOptions,
  languageOptions,
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
import { type Page, usePage } from "@/ui/page-context";
import { PriceUnit } from "@/ui/price-unit";
import { findCounty, PLACES_ID } from "./point-field";
import { useCountyPrices } from "./use-county-prices";

type SectionProps = {
  initialValues: FormValues;
  errors: FormErrors;
  values: FormValues;
  /** Why an admin returned the listing or its new text. */
  returnReasons: readonly StateReason[];
};

const getFirst = (values: FormValues, name: string) => values[name]?.[0] ?? "";

/** Names of fields that the form itself requires or checks, by section, in the order of the page. */
const SECTION_FIELDS = {
  subject: ["subject", "levels"],
  text: ["title", "description"],
  place: ["county", "neighbourhood", "point", "locations", "online"],
  price: ["price", "session_minutes"],
  lessons: ["languages", "availability", "formats", "trial", "receipt", "parent_present"],
  pictures: ["pictures", "alt"],
} as const;
type SectionName = keyof typeof SECTION_FIELDS;

/** The errors in the order of their fields on the page. */
export function sortErrors(errors: FormErrors): FormErrors {
  const order: readonly string[] = Object.values(SECTION_FIELDS).flat();
  const getPlace = (name: string) => order.indexOf(name.split(".")[0] ?? "");
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => getPlace(a) - getPlace(b)));
}

/** The sections that a reason asks to correct. Other reasons are mostly about the text. */
const REASON_SECTIONS: { [reason in StateReason]?: readonly SectionName[] } = {
  address_in_text: ["text", "place"],
  wrong_category: ["subject"],
  duplicate: ["subject", "place"],
  price: ["price"],
};

/** The sections with a field that has one of these names, or a part of it ("point.latitude"). */
const includesField = (section: SectionName, names: readonly string[]): boolean =>
  names.some((name) => SECTION_FIELDS[section].some((field) => name.split(".")[0] === field));

/** Names of the fields that keep the listing from being complete. */
function listIncompleteFields(values: FormValues): string[] {
  const parsed = listingSchema.safeParse(toListingInput(values));
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]));
}

/** What a folded section holds. */
function summarizeSection({ t, locale }: Page, section: SectionName, values: FormValues): string {
  const names = (field: string, texts: string) => (values[field] ?? []).map((code) => t(`${texts}.${code}`));
  const county = getFirst(values, "county") as County;
  const parts = {
    subject: () => [...names("subject", "general.subjects"), names("levels", "general.levels").join(", ")],
    text: () => [getFirst(values, "title")],
    place: () => [
      ...(county ? [joinPlace(countyName(county), getFirst(values, "neighbourhood"))] : []),
      ...(getFirst(values, "online")
        ? [t(values.locations?.length ? "general.card.online" : "listings.form.onlyOnline")]
        : []),
    ],
    price: () => [
      `${formatDecimal(getFirst(values, "price"), locale)} lei`,
      t("general.common.minutes", { minutes: getFirst(values, "session_minutes") || 60 }),
    ],
    lessons: () => [
      ...names("formats", "general.formats"),
      formatLanguages(
        t,
        LANGUAGES.filter((code) => values.languages?.includes(code)),
      ),
    ],
    pictures: () => [values.picture?.length ? String(values.picture.length) : t("general.form.optional")],
  }[section]();
  return parts.filter(Boolean).join(" · ");
}

/** What a field shows, by its name. `params` are those of its help. */
function useFields({ initialValues, errors }: Pick<SectionProps, "initialValues" | "errors">) {
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

const hasContact = (values: FormValues): boolean =>
  ["title", "description"].some((name) => detectContactType(getFirst(values, name)) !== null);

/**
 * A section that is folded at first if nothing in it is missing, gets a warning or seems forgotten (`isOpen`). Pictures are
 * never required, but wanted.
 */
export function Section({
  name,
  initialValues,
  values,
  errors,
  returnReasons,
  isOpen = false,
  children,
}: SectionProps & { name: SectionName; isOpen?: boolean; children: ReactNode }) {
  const page = usePage();
  const { t } = page;
  const isMissing = (shown: FormValues) => includesField(name, listIncompleteFields(shown));
  return (
    <FormSection
      heading={t(`listings.form.${name}.heading`)}
      state={isMissing(values) ? t("listings.form.incomplete") : summarizeSection(page, name, values)}
      isOpen={
        isOpen ||
        name === "pictures" ||
        returnReasons.some((reason) => (REASON_SECTIONS[reason] ?? ["text"]).includes(name)) ||
        isMissing(initialValues) ||
        (name === "text" && hasContact(initialValues))
      }
      hasError={includesField(name, Object.keys(errors))}
    >
      {children}
    </FormSection>
  );
}

export function SubjectSection(props: SectionProps) {
  const { t } = usePage();
  const { text, choices } = useFields(props);
  const subject = getFirst(props.values, "subject") as Subject | "";
  const levels = levelOptions(t).map((option) => ({
    ...option,
    isOther: !isLevelOf(option.value as Level, subject ? [subject] : []),
  }));
  return (
    <Section name="subject" {...props}>
      <Select {...text("subject")} options={subjectOptions(t)} placeholder={t("general.common.choose")} />
      <div>
        <CheckboxGroup {...choices("levels")} options={levels} columns />
        <MissingExams values={props.values} />
      </div>
    </Section>
  );
}

/** Suggests the levels of exams that the text names. */
function MissingExams({ values }: { values: FormValues }) {
  const { t } = usePage();
  const exams = listMissingExams(
    `${getFirst(values, "title")} ${getFirst(values, "description")}`,
    getFirst(values, "subject") as Subject,
    (values.levels ?? []) as Level[],
  );
  return (
    <div role="status">
      {exams.map((level) => (
        <p key={level} className="field__warning">
          <TriangleAlert size={16} aria-hidden="true" />
          {t("listings.form.levels.missing", { level: t(`general.levels.${level}`) })}
        </p>
      ))}
    </div>
  );
}

export function TextSection(props: SectionProps) {
  const { text } = useFields(props);
  const { title, description } = LISTING_BOUNDS;
  return (
    <Section name="text" {...props}>
      <div>
        <TextField
          {...text("title", title)}
          warning={<ContactWarning text={getFirst(props.values, "title")} />}
          minLength={title.min}
          maxLength={title.max}
        />
        <CharacterCount text={getFirst(props.values, "title")} {...title} />
      </div>
      <div>
        <TextArea
          {...text("description")}
          warning={<ContactWarning text={getFirst(props.values, "description")} />}
          rows={7}
          minLength={description.min}
          maxLength={description.max}
        />
        <CharacterCount text={getFirst(props.values, "description")} {...description} />
      </div>
    </Section>
  );
}

/** How many characters are left or missing. */
function CharacterCount({ text, min, max }: { text: string; min: number; max: number }) {
  const { t } = usePage();
  const { length } = text.trim();
  const count = length < min ? { key: "missing", n: min - length } : { key: "left", n: max - length };
  return <p className="field__count needs-script">{t.count(`listings.form.count.${count.key}`, count.n)}</p>;
}

/** Warns about contact data and addresses, which admins check first, and offers the profile's field for a phone number. */
function ContactWarning({ text }: { text: string }) {
  const { t, url } = usePage();
  const contact = detectContactType(text);
  return (
    <div role="status">
      {contact ? (
        <p className="field__warning">
          <TriangleAlert size={16} aria-hidden="true" />
          <span>
            {t(`listings.form.contact.${contact}`)}{" "}
            {t(`listings.form.contact.${contact === "address" ? "addressAdvice" : "advice"}`)}{" "}
            {contact === "phone" ? (
              <a
                href={url(`${paths.profile()}#field-teacher_information.phone_number`)}
                target="_blank"
                rel="noopener"
              >
                {t("listings.form.contact.toProfile")}
              </a>
            ) : null}
          </span>
        </p>
      ) : null}
    </div>
  );
}

function StreetWarning({ isShown }: { isShown: boolean }) {
  const { t } = usePage();
  return (
    <div role="status">
      {isShown ? (
        <p className="field__warning">
          <TriangleAlert size={16} aria-hidden="true" />
          {t("general.errors.street_in_place")}
        </p>
      ) : null}
    </div>
  );
}

/**
 * With lessons only online, the places were perhaps forgotten if there is a neighborhood, and in a saved draft, because
 * invitations name no places.
 */
export function LocationSection({
  isSavedDraft,
  children,
  ...props
}: SectionProps & { isSavedDraft: boolean; children: ReactNode }) {
  const { t } = usePage();
  const { text, choices, checkbox } = useFields(props);
  const { max } = LISTING_BOUNDS.neighbourhood;
  const { initialValues } = props;
  const place = getFirst(props.values, "neighbourhood");
  const lacksPlaces =
    !initialValues.locations?.length && (isSavedDraft || getFirst(initialValues, "neighbourhood") !== "");
  return (
    <Section name="place" {...props} isOpen={lacksPlaces}>
      <Select {...text("county")} options={countyOptions(t)} placeholder={t("general.common.choose")} />
      <TextField
        {...text("neighbourhood")}
        warning={<StreetWarning isShown={!props.errors.neighbourhood && namesStreet(place)} />}
        maxLength={max}
        list={PLACES_ID}
        autoComplete="off"
        optional
      />
      {children}
      <CheckboxGroup {...choices("locations")} options={locationOptions(t)} columns />
      <Checkbox {...checkbox("online")} />
    </Section>
  );
}

export function PriceSection({
  usualPrices,
  ...props
}: SectionProps & { usualPrices: { [subject in Subject]?: PriceCells } }) {
  const { t, locale } = usePage();
  const chosen = findChosen(props.values);
  const cells = useCountyPrices(usualPrices, chosen);
  const { text } = useFields(props);
  const price = readPrice(props.values);
  const minutes = text("session_minutes");
  return (
    <Section name="price" {...props}>
      <OthersPrice cells={cells} chosen={chosen} />
      <div className="form__pair">
        <PriceField {...text("price")} />
        <Select {...minutes} options={sessionMinutesOptions(t)} value={minutes.value || 60} />
      </div>
      <p className="form__result" aria-live="polite">
        {price === null ? (
          <span className="needs-script">{t("listings.form.price.hourlyLater")}</span>
        ) : (
          <>
            {t("listings.form.price.shown")} <strong>{formatLei(price.bani, locale)}</strong>
            <PriceUnit sessionMinutes={price.minutes} pricePerHour={price.perHour} />
          </>
        )}
      </p>
    </Section>
  );
}

export function LessonsSection(props: SectionProps) {
  const { t } = usePage();
  const { text, choices, checkbox } = useFields(props);
  const trial = text("trial");
  return (
    <Section name="lessons" {...props}>
      {/* Tells that no language is ticked from a form without the field. */}
      <input type="hidden" name="languages" value="" />
      <CheckboxGroup {...choices("languages")} options={languageOptions(t)} columns />
      <SlotGrid {...choices("availability")} optional />
      <CheckboxGroup {...choices("formats")} options={formatOptions(t)} />
      <RadioGroup {...trial} options={trialOptions(t)} value={trial.value || "none"} />
      <Checkbox {...checkbox("receipt")} />
      <Checkbox {...checkbox("parent_present")} />
    </Section>
  );
}

const findChosen = (values: FormValues) => ({
  subject: SUBJECTS.find((code) => code === getFirst(values, "subject")),
  levels: LEVELS.filter((code) => values.levels?.includes(code)),
  county: findCounty(values) ?? null,
});

/** What others ask for the chosen subject and levels, or that too few offer it; nothing until these are chosen. */
function OthersPrice({
  cells,
  chosen: { subject, levels, county },
}: {
  cells: PriceCells | null;
  chosen: ReturnType<typeof findChosen>;
}) {
  const { t, url } = usePage();
  if (!subject || levels.length === 0) return null;
  const found = cells && findUsualPrice(cells, { levels, county });
  const price = found && levels.includes(found.level) ? found : null;
  return (
    <p className="small muted">
      {price ? (
        formatUsualPrice(t, price, { subject, county })
      ) : (
        <>
          {t("general.usualPrice.fewTeachers")}{" "}
          <a href={url(paths.prices({ subject }))}>{t("listings.form.price.allPrices")}</a>
        </>
      )}
    </p>
  );
}

/** The price (bani) of the form's current values; null while they contain no valid one. */
function readPrice(values: FormValues) {
  const bani = parseHundredths(getFirst(values, "price"));
  const { min, max } = LISTING_BOUNDS.price;
  const typed = Number(getFirst(values, "session_minutes") || 60);
  const minutes = SESSION_MINUTES.find((code) => code === typed);
  return bani !== undefined && bani >= min && bani <= max && minutes
    ? { bani, minutes, perHour: computeHourlyPrice(bani, minutes) }
    : null;
}

import type { OwnListingState } from "@/features/listings";
import { DEFAULT_LANGUAGES } from "@/shared/codes";
import { parseWholeNumber } from "@/shared/numbers";
import { formatPhone } from "@/shared/phone";
import type { OwnAccount } from "./queries";

/**
 * Prefix of teacher fields. Fields have the names of the JSON call, so form and call share schema, action and errors.
 */
export const TEACHER_PREFIX = "teacher_information.";
export const QUALIFICATIONS_FIELD = `${TEACHER_PREFIX}qualifications`;
/** The form sends an empty value, too, which tells that no language is ticked from a form without the field. */
export const LANGUAGES_FIELD = `${TEACHER_PREFIX}languages`;

const USER_FIELDS = ["first_name", "last_name", "birth_date"];
export const STUDIES_FIELDS = ["bachelors", "masters", "doctorate", "high_school"].map(
  (name) => `${TEACHER_PREFIX}studies.${name}`,
);
/** A checkbox, with a hidden field after it that is sent in any case. */
export const WHATSAPP_FIELD = `${TEACHER_PREFIX}whatsapp`;
export const EXPERIENCE_FIELDS = ["teaching", "job"].map((name) => `${TEACHER_PREFIX}experience.${name}`);
export const ABOUT_FIELD = `${TEACHER_PREFIX}about`;
const TEACHER_FIELDS = [
  ABOUT_FIELD,
  ...["phone_number", "county", "neighbourhood", "job", "employer"].map((name) => TEACHER_PREFIX + name),
  WHATSAPP_FIELD,
  ...STUDIES_FIELDS,
  ...EXPERIENCE_FIELDS,
];

/** A field's name in the texts of this page: `profile.fields.studies.masters`. */
export const toMessageKey = (name: string): string => name.replace(TEACHER_PREFIX, "");

/**
 * The form's values: the text of each field by its name, the rows of the list, and the ticked languages (null if the
 * field was not sent).
 */
export type ProfileValues = {
  texts: Record<string, string>;
  qualifications: readonly string[];
  languages: readonly string[] | null;
  /** Whether the place is that of a listing and not stored in the profile. */
  isCountyOfListing?: boolean;
};

export function toProfileValues({ user, teacher }: OwnAccount): ProfileValues {
  const years = (count: number | undefined) => (count ? String(count) : "");
  const texts = {
    first_name: user.firstName,
    last_name: user.lastName,
    birth_date: user.birthDate ?? "",
    [ABOUT_FIELD]: teacher?.about ?? "",
    [`${TEACHER_PREFIX}phone_number`]: teacher?.phoneNumber ? formatPhone(teacher.phoneNumber) : "",
    [WHATSAPP_FIELD]: teacher?.whatsapp ? "1" : "0",
    [`${TEACHER_PREFIX}county`]: teacher?.county ?? "",
    [`${TEACHER_PREFIX}neighbourhood`]: teacher?.neighbourhood ?? "",
    [`${TEACHER_PREFIX}job`]: teacher?.job ?? "",
    [`${TEACHER_PREFIX}employer`]: teacher?.employer ?? "",
    [`${TEACHER_PREFIX}studies.high_school`]: teacher?.highSchool ?? "",
    [`${TEACHER_PREFIX}studies.bachelors`]: teacher?.bachelors ?? "",
    [`${TEACHER_PREFIX}studies.masters`]: teacher?.masters ?? "",
    [`${TEACHER_PREFIX}studies.doctorate`]: teacher?.doctorate ?? "",
    [`${TEACHER_PREFIX}experience.job`]: years(teacher?.experienceJob),
    [`${TEACHER_PREFIX}experience.teaching`]: years(teacher?.experienceTeaching),
  };
  return {
    texts,
    qualifications: teacher?.qualifications ?? [],
    languages: teacher?.languages ?? DEFAULT_LANGUAGES,
  };
}

/** Names of the fields that the user changed, compared with the saved values. */
export function listChangedFields(values: ProfileValues, saved: ProfileValues): string[] {
  if (values.isCountyOfListing) return [];
  const hasChanged = (rows: readonly string[], savedRows: readonly string[]) =>
    rows.filter(Boolean).join("\n") !== savedRows.join("\n");
  // Forms are sent with other line ends.
  const names = Object.keys(values.texts).filter((name) =>
    hasChanged([values.texts[name]?.replaceAll("\r\n", "\n") ?? ""], [saved.texts[name] ?? ""]),
  );
  if (hasChanged(values.qualifications, saved.qualifications)) names.push(QUALIFICATIONS_FIELD);
  const { languages } = values;
  if (languages && hasChanged(languages.toSorted(), (saved.languages ?? []).toSorted()))
    names.push(LANGUAGES_FIELD);
  return names;
}

/** The values with the place of a listing, if the profile has no county. */
export function addPlaceOfListing(
  values: ProfileValues,
  listings: readonly OwnListingState[],
): ProfileValues {
  const [county, neighbourhood] = [`${TEACHER_PREFIX}county`, `${TEACHER_PREFIX}neighbourhood`];
  const listing = values.texts[county] ? undefined : listings.find((own) => own.county !== null);
  if (!listing?.county) return values;
  const texts = {
    ...values.texts,
    [county]: listing.county,
    [neighbourhood]: values.texts[neighbourhood] || listing.neighbourhood,
  };
  return { ...values, texts, isCountyOfListing: true };
}

type Fields = {
  text(name: string): string;
  day(name: string): string;
  all(name: string): string[];
  has(name: string): boolean;
};

/** Reads a submitted form; a field that was not sent is absent from the values. */
export function readProfileValues(form: Fields): ProfileValues {
  const names = [...USER_FIELDS, ...TEACHER_FIELDS].filter((name) => form.has(name));
  return {
    texts: Object.fromEntries(
      names.map((name) => [name, name === "birth_date" ? form.day(name) : form.text(name)]),
    ),
    qualifications: form.all(QUALIFICATIONS_FIELD),
    languages: form.has(LANGUAGES_FIELD) ? form.all(LANGUAGES_FIELD).filter(Boolean) : null,
  };
}

/** The values as input of `saveProfile`. A missing birth date may stay missing. */
export function toProfileInput(
  { texts, qualifications, languages }: ProfileValues,
  { user }: Pick<OwnAccount, "user">,
): Record<string, unknown> {
  const userInput: Record<string, unknown> = {};
  const teacherInput: Record<string, unknown> = {};
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [field, text] of Object.entries(texts)) {
    if (field === "birth_date" && text === "" && user.birthDate === null) continue;
    const [name = "", part] = toMessageKey(field).split(".");
    if (part !== undefined) {
      parts[name] = { ...parts[name], [part]: name === "experience" ? parseYears(text) : text };
    } else if (field === WHATSAPP_FIELD) teacherInput[name] = text === "1";
    else if (field.startsWith(TEACHER_PREFIX)) teacherInput[name] = name === "county" ? text || null : text;
    else userInput[name] = text;
  }
  if (qualifications.length > 0) teacherInput.qualifications = qualifications;
  if (languages) teacherInput.languages = languages;
  const teacherInformation = { ...teacherInput, ...parts };
  return Object.keys(teacherInformation).length > 0
    ? { ...userInput, teacher_information: teacherInformation }
    : userInput;
}

/** Empty means 0 years. Validation refuses text that is not a number. */
const parseYears = (text: string): number => (text.trim() === "" ? 0 : parseWholeNumber(text.trim()));

import { FORMATS, LANGUAGES, LEVELS, LOCATIONS, SLOTS, type Slot, SUBJECTS } from "./codes";
import { formatSlotGroup } from "./format-slot";
import type { Translator } from "./i18n/translator";
import { groupSlots } from "./slot-groups";

// Each filter of the search is declared once, here. CONTRIBUTING.md says what else a new filter needs.

/**
 * Filters that are on or off, with their description in the API. The nth filter is bit n of `flags` in the search
 * index, so new ones are appended.
 */
export const FLAGS = {
  online: "Only listings with online lessons",
  verified: "Only teachers with at least one checked document whose badge has not ended",
  trial: "Only listings whose first lesson is free or reduced",
  receipt: "Only teachers who issue an invoice or receipt",
  integrity: "Only teachers whose certificate of integrity was checked and has not ended",
} as const;
export type FlagFilter = keyof typeof FLAGS;
export const FLAG_FILTERS = Object.keys(FLAGS) as FlagFilter[];

/** An active filter: one code, or several with a name of their own. */
type Chip = { key: string; codes: readonly string[]; label: string };

/** Each code is an active filter. */
const chipForEach =
  (toLabel: (t: Translator, code: string) => string) =>
  (t: Translator, codes: readonly string[]): Chip[] =>
    codes.map((code) => ({ key: code, codes: [code], label: toLabel(t, code) }));

const listPlaceChips = chipForEach((t, code) => t(`general.locations.${code}`));

type CodeDescriptor = {
  codes: readonly string[];
  /** The letter of the filter's terms in the search index. Letters are stored. */
  letter: string;
  /** Whether each listing has at least one code, so that a search for all of them filters nothing. */
  isOnEachListing: boolean;
  /** Whether the form has the filter under "More filters", and a search without results drops it first. */
  isRare: boolean;
  /** The active filters that chosen codes are shown as. */
  listChips(t: Translator, codes: readonly string[]): Chip[];
  /** The description in the API. */
  about: string;
};

/** Filters of several codes: a listing matches with any of those that are chosen. */
export const CODE_FILTERS = {
  subject: {
    codes: SUBJECTS,
    letter: "s",
    isOnEachListing: true,
    isRare: false,
    listChips: chipForEach((t, code) => t(`general.subjects.${code}`)),
    about: "Codes of subjects, any of them",
  },
  level: {
    codes: LEVELS,
    letter: "l",
    isOnEachListing: true,
    isRare: false,
    listChips: chipForEach((t, code) => t(`general.levels.${code}`)),
    about: "Codes of levels, any of them",
  },
  location: {
    codes: LOCATIONS,
    letter: "t",
    isOnEachListing: false,
    isRare: true,
    // All places are one filter: in person.
    listChips: (t, codes) =>
      codes.length === LOCATIONS.length
        ? [{ key: "any", codes, label: t("general.filters.faceToFace") }]
        : listPlaceChips(t, codes),
    about: "Codes of the places where lessons are held, any of them",
  },
  format: {
    codes: FORMATS,
    letter: "k",
    isOnEachListing: true,
    isRare: true,
    listChips: chipForEach((t, code) => t(`general.formats.${code}`)),
    about: "Formats of lessons, any of them: `individual` or `group`",
  },
  when: {
    codes: SLOTS,
    letter: "w",
    isOnEachListing: false,
    isRare: true,
    listChips: (t, codes) =>
      groupSlots(codes as Slot[]).map(({ key, slots }) => ({
        key,
        codes: slots,
        label: formatSlotGroup(t, key),
      })),
    about:
      "Times of the week, any of them: a day (1 Monday to 7 Sunday) and `m` for before 12, `a` for 12 to 17, `e` for after 17",
  },
  teaches_in: {
    codes: LANGUAGES,
    letter: "i",
    isOnEachListing: true,
    isRare: true,
    listChips: chipForEach((t, code) =>
      t("general.filters.inLanguage", { language: t(`general.languages.${code}`) }),
    ),
    about: "Languages in which the teacher teaches (ISO 639-1), any of them",
  },
} as const satisfies Record<string, CodeDescriptor>;
export type CodeFilter = keyof typeof CODE_FILTERS;
export type CodeOf<F extends CodeFilter> = (typeof CODE_FILTERS)[F]["codes"][number];
export const CODE_FILTER_NAMES = Object.keys(CODE_FILTERS) as CodeFilter[];
export const RARE_CODE_FILTERS = CODE_FILTER_NAMES.filter(
  (name): name is Exclude<CodeFilter, "subject" | "level"> => CODE_FILTERS[name].isRare,
);

/** Other filters, with their description in the API. */
export const OTHER_FILTERS = {
  county: "Code of the county",
  min: "Lowest price in lei an hour",
  max: "Highest price in lei an hour",
  near: "Latitude and longitude in degrees, or the code of a county for its seat",
  radius: "Distance from `near` in km: 1 to 100, by default 25",
};

/** The description of each filter in the API, without `q`. */
export const FILTER_TEXTS: Readonly<Record<CodeFilter | FlagFilter | keyof typeof OTHER_FILTERS, string>> = {
  ...(Object.fromEntries(CODE_FILTER_NAMES.map((name) => [name, CODE_FILTERS[name].about])) as Record<
    CodeFilter,
    string
  >),
  ...FLAGS,
  ...OTHER_FILTERS,
};

/** An object with a value for each filter of codes. */
export const mapCodeFilters = <T>(
  toValue: (codes: readonly string[], name: CodeFilter) => T,
): Record<CodeFilter, T> =>
  Object.fromEntries(
    CODE_FILTER_NAMES.map((name) => [name, toValue(CODE_FILTERS[name].codes, name)]),
  ) as Record<CodeFilter, T>;

/** An object with a value for each filter that is on or off. */
export const mapFlags = <T>(toValue: (name: FlagFilter) => T): Record<FlagFilter, T> =>
  Object.fromEntries(FLAG_FILTERS.map((name) => [name, toValue(name)])) as Record<FlagFilter, T>;

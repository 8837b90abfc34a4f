import {
  COUNTIES,
  FORMATS,
  LANGUAGES,
  LEVELS,
  LOCATIONS,
  MODERATION_REASONS,
  SESSION_MINUTES,
  SUBJECTS,
  TRIALS,
} from "@/shared/codes";
import { compareTexts } from "@/shared/format";
import { formatLanguage } from "@/shared/format-language";
import type { Translator } from "@/shared/i18n/translator";

export type Option = {
  value: string;
  label: string;
  hint?: string;
  /** Does not fit the rest of the form: hidden unless it is ticked. Shown without a script, which follows the form. */
  isOther?: boolean;
};

/** In the alphabetical order of the page's language. */
const sortByLabel = (t: Translator, options: readonly Option[]): Option[] =>
  options.toSorted((a, b) => compareTexts(a.label, b.label, t.locale));

export const subjectOptions = (t: Translator): Option[] =>
  sortByLabel(
    t,
    SUBJECTS.map((code) => ({ value: code, label: t(`general.subjects.${code}`) })),
  );

/** Levels in school order, with the grades as a hint if the language has them. */
export const levelOptions = (t: Translator): Option[] =>
  LEVELS.map((code) => ({
    value: code,
    label: t(`general.levels.${code}`),
    hint: t.has(`general.levelHints.${code}`) ? t(`general.levelHints.${code}`) : undefined,
  }));

export const locationOptions = (t: Translator): Option[] =>
  LOCATIONS.map((code) => ({ value: code, label: t(`general.locations.${code}`) }));

export const formatOptions = (t: Translator): Option[] =>
  FORMATS.map((code) => ({ value: code, label: t(`general.formats.${code}`) }));

export const languageOptions = (t: Translator): Option[] =>
  LANGUAGES.map((code) => ({ value: code, label: formatLanguage(t, code) }));

export const trialOptions = (t: Translator): Option[] =>
  TRIALS.map((code) => ({ value: code, label: t(`general.trials.${code}`) }));

export const countyOptions = (t: Translator): Option[] =>
  sortByLabel(
    t,
    COUNTIES.map((county) => ({ value: county.code, label: county.name })),
  );

/** County seats by name; the value is the county's code. */
export const countySeatOptions = (t: Translator): Option[] =>
  sortByLabel(
    t,
    COUNTIES.map((county) => ({ value: county.code, label: county.seat })),
  );

export const sessionMinutesOptions = (t: Translator): Option[] =>
  SESSION_MINUTES.map((minutes) => ({
    value: String(minutes),
    label: t("general.common.minutes", { minutes }),
  }));

export const moderationReasonOptions = (t: Translator): Option[] =>
  MODERATION_REASONS.map((code) => ({ value: code, label: t(`general.moderationReasons.${code}`) }));

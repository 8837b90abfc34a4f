import type { Language } from "./codes";
import { capitalize, formatList } from "./format";
import type { Translator } from "./i18n/translator";

const getName = (t: Translator, code: Language): string => t(`general.languages.${code}`);

/** The name of a language, as a label: "Hungarian". */
export const formatLanguage = (t: Translator, code: Language): string =>
  capitalize(getName(t, code), t.locale);

/** Names of languages as an enumeration: "Romanian and English". */
export const formatLanguages = (t: Translator, codes: readonly Language[]): string =>
  capitalize(
    formatList(
      codes.map((code) => getName(t, code)),
      t.locale,
    ),
    t.locale,
  );

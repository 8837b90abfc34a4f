import type { Level } from "./codes";
import { formatAlternatives, formatList } from "./format";
import type { Translator } from "./i18n/translator";

const nameLevels = (t: Translator, levels: readonly Level[]) =>
  levels.map((level) => t(`general.levelsAfterFor.${level}`));

/** "middle school and the National Evaluation": level names as used after "for". */
export const formatLevelList = (t: Translator, levels: readonly Level[]): string =>
  formatList(nameLevels(t, levels), t.locale);

/** "middle school or the National Evaluation": levels of which any one is enough. */
export const formatLevelChoice = (t: Translator, levels: readonly Level[]): string =>
  formatAlternatives(nameLevels(t, levels), t.locale);

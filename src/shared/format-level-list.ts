import type { Level } from "./codes";
import { formatList } from "./format";
import type { Translator } from "./i18n/translator";

/** "middle school and the National Evaluation": level names as used after "for". */
export const formatLevelList = (t: Translator, levels: readonly Level[]): string =>
  formatList(
    levels.map((level) => t(`general.levelsAfterFor.${level}`)),
    t.locale,
  );

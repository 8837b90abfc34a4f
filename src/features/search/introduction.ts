import { type County, countySeat, type Level } from "@/shared/codes";
import { formatAmount, formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { COUNTY_TOWNS } from "./county-towns";
import type { Scope, ScopeFacts } from "./scope-facts";

/** The sentence under the heading: what the subject is learned for, or where the county's teachers are. */
export function introduction(t: Translator, { subject, county }: Scope): string {
  if (subject) return t(`search.about.subject.${subject}.what`);
  return county ? aboutCounty(t, county) : t("search.about.all");
}

/** One sentence more, below the listings: how to choose among them. */
export function advice(t: Translator, { subject, county }: Scope): string | null {
  if (!subject) return null;
  return county ? aboutCounty(t, county) : t(`search.about.subject.${subject}.tip`);
}

function aboutCounty(t: Translator, county: County): string {
  if (county === "b") return t("search.about.capital");
  const towns = [countySeat(county), ...COUNTY_TOWNS[county]].join(", ");
  return t("search.about.county", { towns });
}

/**
 * What there is, in numbers: "There are 34 listings here now, from 60 to 180 lei an hour. Most are for middle school
 * and the National Evaluation." `total` is null for more than are counted.
 */
export function inNumbers(t: Translator, total: number | null, { prices, levels }: ScopeFacts): string {
  const now = total === null ? t("search.about.nowMany") : t.count("search.about.now", total);
  const range = prices && prices.from < prices.to ? `, ${priceRange(t, prices)}` : "";
  const most = levels.length > 0 ? ` ${t("search.about.levels", { levels: levelList(t, levels) })}` : "";
  return `${now}${range}.${most}`;
}

const priceRange = (t: Translator, { from, to }: { from: number; to: number }): string =>
  t.count("search.about.prices", to / 100, {
    from: formatAmount(from, t.locale),
    to: formatAmount(to, t.locale),
  });

/** "middle school and the National Evaluation": levels as they stand after "for". */
export const levelList = (t: Translator, levels: readonly Level[]): string =>
  formatList(
    levels.map((level) => t(`search.about.level.${level}`)),
    t.locale,
  );

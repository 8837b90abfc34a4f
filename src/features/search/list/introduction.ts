import { type County, countySeat } from "@/shared/codes";
import { listTowns } from "@/shared/codes/places";
import { formatAmount } from "@/shared/format";
import { formatLevelList } from "@/shared/format-level-list";
import type { Translator } from "@/shared/i18n/translator";
import type { Scope } from "../counts/scopes";
import type { ScopeSummary } from "./scope-summary";

/** The first sentence about the subject or the county. */
export function buildIntroduction(t: Translator, { subject, county }: Scope): string {
  if (subject) return t(`search.about.subject.${subject}.what`);
  return county ? describeCounty(t, county) : t("search.about.all");
}

/** How to choose a teacher. */
export function buildAdvice(t: Translator, { subject, county }: Scope): string | null {
  if (!subject) return null;
  return county ? describeCounty(t, county) : t(`search.about.subject.${subject}.tip`);
}

function describeCounty(t: Translator, county: County): string {
  if (county === "b") return t("search.about.capital");
  const towns = [countySeat(county), ...listTowns(county).map(({ name }) => name)].join(", ");
  return t("search.about.county", { towns });
}

/**
 * "There are 34 listings here now, from 60 to 180 lei an hour. Most are for middle school and the National Evaluation."
 * `total` is null for more than are counted.
 */
export function summarizeListings(
  t: Translator,
  total: number | null,
  { prices, levels }: ScopeSummary,
): string {
  const count = total === null ? t("search.about.nowMany") : t.count("search.about.now", total);
  const range = prices && prices.from < prices.to ? `, ${formatPriceRange(t, prices)}` : "";
  const mostLevels =
    levels.length > 0 ? ` ${t("search.about.levels", { levels: formatLevelList(t, levels) })}` : "";
  return `${count}${range}.${mostLevels}`;
}

const formatPriceRange = (t: Translator, { from, to }: { from: number; to: number }): string =>
  t.count("search.about.prices", to / 100, {
    from: formatAmount(from, t.locale),
    to: formatAmount(to, t.locale),
  });

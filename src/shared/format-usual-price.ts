import { type County, type Level, listExamSchools, type Subject } from "./codes";
import type { UsualPrice } from "./find-usual-price";
import { capitalize, formatAmount } from "./format";
import type { Locale } from "./i18n/locales";
import type { Translator } from "./i18n/translator";
import { roundUsualPrice } from "./price-cells";
import { countyParams, subjectParams } from "./scope-params";

/** "Fewer than 10 teachers offer lessons for the Baccalaureate, so these are the prices of lessons for high school." */
export const formatOtherLevel = (t: Translator, chosen: Level, level: Level): string =>
  t("general.usualPrice.otherLevel", {
    chosen: t(`general.levelsAfterFor.${chosen}`),
    level: t(`general.levelsAfterFor.${level}`),
  });

type ShownPrice = Pick<UsualPrice, "level" | "q1" | "q3" | "scope">;
type Scope = { subject: Subject; county: County | null };

/**
 * "In Cluj County, half of the teachers of Mathematics on this site ask 80 to 120 lei an hour for high school (at least
 * 30 teachers, updated every night)." Prices are rounded to 5 lei.
 */
export const formatUsualPrice = (
  t: Translator,
  price: ShownPrice & Pick<UsualPrice, "teachers">,
  scope: Scope,
): string => formatSentence(t, price, scope, ` ${t.count("general.usualPrice.basis", price.teachers)}`);

/** The same after `formatOtherLevel` if the price is of the school that leads to one of the chosen levels. */
export function explainUsualPrice(
  t: Translator,
  price: Parameters<typeof formatUsualPrice>[1],
  scope: Scope,
  chosen: readonly Level[],
): string {
  const { level } = price;
  const exam = chosen.includes(level)
    ? undefined
    : chosen.find((code) => listExamSchools([code]).includes(level));
  const sentence = formatUsualPrice(t, price, scope);
  return exam ? `${formatOtherLevel(t, exam, level)} ${sentence}` : sentence;
}

/** `formatUsualPrice` without number and time, for prices of a month that are next to them. */
export const formatMonthPrice = (t: Translator, price: ShownPrice, scope: Scope): string =>
  formatSentence(t, price, scope, "");

/** "In Cluj County", "In Romania" */
export const formatPricePlace = (t: Translator, scope: UsualPrice["scope"], county: County | null): string =>
  scope === "county" && county
    ? capitalize(String(countyParams(t, county).inCounty), t.locale)
    : t("general.usualPrice.country");

/** "80–120" */
export const formatPriceRange = (locale: Locale, { q1, q3 }: Pick<UsualPrice, "q1" | "q3">): string =>
  [...new Set([q1, q3].map((bani) => formatAmount(roundUsualPrice(bani), locale)))].join("–");

function formatSentence(
  t: Translator,
  { level, q1, q3, scope }: ShownPrice,
  { subject, county }: Scope,
  basis: string,
): string {
  const from = roundUsualPrice(q1);
  const to = roundUsualPrice(q3);
  return t.count(`general.usualPrice.${from === to ? "single" : "range"}`, to / 100, {
    place: formatPricePlace(t, scope, county),
    ...subjectParams(t, subject),
    from: formatAmount(from, t.locale),
    to: formatAmount(to, t.locale),
    level: t(`general.levelsAfterFor.${level}`),
    basis,
  });
}

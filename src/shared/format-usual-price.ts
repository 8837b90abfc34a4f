import type { County, Subject } from "./codes";
import type { UsualPrice } from "./find-usual-price";
import { capitalize, formatAmount } from "./format";
import type { Translator } from "./i18n/translator";
import { countyParams, subjectParams } from "./scope-params";

/**
 * "In Cluj County, half of the teachers of Mathematics ask 80 to 120 lei an hour for high school." Prices are rounded to lei.
 */
export function formatUsualPrice(
  t: Translator,
  price: Pick<UsualPrice, "level" | "q1" | "q3" | "scope">,
  { subject, county }: { subject: Subject; county: County | null },
): string {
  const { level, q1, q3, scope } = price;
  const place =
    scope === "county" && county
      ? capitalize(String(countyParams(t, county).inCounty), t.locale)
      : t("general.usualPrice.country");
  const from = Math.round(q1 / 100);
  const to = Math.round(q3 / 100);
  return t.count(`general.usualPrice.${from === to ? "single" : "range"}`, to, {
    place,
    ...subjectParams(t, subject),
    from: formatAmount(from * 100, t.locale),
    to: formatAmount(to * 100, t.locale),
    level: t(`general.levelsAfterFor.${level}`),
  });
}

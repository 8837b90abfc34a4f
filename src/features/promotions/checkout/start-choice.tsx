import { formatDate, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { RadioGroup } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { OfferedPackage } from "./promotion-offer";

/** The values of the radio buttons `immediate_start`. */
export const START_VALUES = { now: "1", later: "0" } as const;
type Start = keyof typeof START_VALUES;
const STARTS: readonly Start[] = ["now", "later"];

const getStart = (offered: OfferedPackage, start: Start): number =>
  start === "now" ? offered.startsTs : offered.laterStartsTs;

/** The choice between the two dates. The text of each is the buyer's request or waiver, so none is preselected. */
export function StartChoice({
  packages,
  value,
  error,
}: {
  packages: readonly OfferedPackage[];
  value: string;
  error: string | undefined;
}) {
  const { t } = usePage();
  return (
    <RadioGroup
      name="immediate_start"
      label={t("promotions.consent.question")}
      help={t("promotions.consent.explained")}
      error={error}
      value={value}
      options={STARTS.map((start) => ({
        value: START_VALUES[start],
        label: formatTitle(t, packages, start),
        hint: t(`promotions.consent.${start}`),
      }))}
    />
  );
}

/** A title that is clear without its hint: the date and its meaning, or a date for each placement if they differ. */
function formatTitle(t: Translator, packages: readonly OfferedPackage[], start: Start): string {
  const format = (offered: OfferedPackage) => formatDate(getStart(offered, start), t.locale);
  const dates = new Map(packages.map((offered) => [offered.placement, format(offered)]));
  const [date = ""] = dates.values();
  if (new Set(dates.values()).size === 1) {
    const meaning = start === "now" && packages[0]?.followsPaid ? "next" : start;
    return t(`promotions.promote.startTitle.${meaning}`, { date });
  }
  const starts = [...dates]
    .map(([placement, day]) => t(`promotions.promote.startOf.${placement}`, { date: day }))
    .join("; ");
  return t(`promotions.promote.startTitle.${start}Each`, { starts });
}

/**
 * Price and start for the order button. The button contains those of all packages; the style sheet shows the ones of
 * the chosen package and start, so that no script is needed.
 */
export function OrderTerms({ packages }: { packages: readonly OfferedPackage[] }) {
  const { t, locale } = usePage();
  return (
    <span>
      {packages.map((offered) => (
        <span key={offered.code} className="order-terms">
          {` · ${formatLei(offered.price, locale)}`}
          {STARTS.map((start) => (
            <span key={start} className={`order-terms__start order-terms__start--${start}`}>
              {` · ${t("promotions.promote.orderStart", { date: formatDate(getStart(offered, start), locale) })}`}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

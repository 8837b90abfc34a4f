import type { County, Subject } from "@/shared/codes";
import type { UsualPrice } from "@/shared/find-usual-price";
import { formatMonthPrice } from "@/shared/format-usual-price";
import { usePage } from "@/ui/page-context";
import { formatIndexMonth } from "../format-index-month";
import type { Month } from "../price-index";

/** The main number in a sentence. */
export function PriceFact({
  subject,
  level,
  month,
  county,
  q1,
  median,
  q3,
}: Pick<UsualPrice, "level" | "q1" | "median" | "q3"> & {
  subject: Subject;
  month: Month;
  county: County | null;
}) {
  const { t, locale } = usePage();
  const scope = county ? "county" : "country";
  return (
    <p>
      {formatMonthPrice(t, { level, q1, q3, scope }, { subject, county })}{" "}
      {t("prices.median", {
        median: t.count("prices.lei", median / 100),
        month: formatIndexMonth(month, locale),
      })}
    </p>
  );
}

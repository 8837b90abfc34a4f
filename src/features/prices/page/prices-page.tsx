import type { County, Subject } from "@/shared/codes";
import { addMonths } from "@/shared/dates";
import { capitalize, formatDay } from "@/shared/format";
import { paths } from "@/shared/paths";
import { subjectParams } from "@/shared/scope-params";
import { EmptyState } from "@/ui/empty-state";
import { countyOptions, levelOptions, Select, SubmitButton, subjectOptions } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formatIndexMonth } from "../format-index-month";
import type { IndexPeriod, Month } from "../price-index";
import { AllSubjects } from "./all-subjects";
import {
  type ChosenPrices,
  findSubjectPrice,
  getNewestMonth,
  listSubjectPrices,
  type ShownIndex,
} from "./chosen-prices";
import { PriceMethod } from "./price-method";
import { SubjectPrices } from "./subject-prices";

/** A month as in addresses. */
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

type PricesPageProps = {
  chosen: ChosenPrices;
  /** The month that the address asks for, if it is none that is published. */
  unknownMonth: string | null;
  /** The prices of all subjects, or of one. Null while no month is published: then `first` has its month and day. */
  index: ShownIndex | null;
  /** Counties with prices of any subject. */
  counties: readonly County[];
  period: IndexPeriod | null;
  siteUrl: string;
  first: { month: Month; day: string };
};

/** The price index of a month. Readers want the newest numbers first, then how they changed, then how they were made. */
export function PricesPage({
  chosen,
  unknownMonth,
  index,
  counties,
  period,
  siteUrl,
  first,
}: PricesPageProps) {
  const { t, url, locale, siteName } = usePage();
  const { subject } = chosen;
  const month = findQuotedMonth(chosen, index);
  return (
    <div className="container page">
      <header className="page-head stack">
        <h1>{subject ? t("prices.subject.title", subjectParams(t, subject)) : t("prices.title")}</h1>
        <p className="page-head__lead">{t("prices.lead", { site: siteName })}</p>
        {subject ? (
          <p>
            <a href={url(paths.prices({ month: chosen.month }))}>{t("prices.subject.all")}</a>
          </p>
        ) : null}
        {unknownMonth && index ? (
          <Notice tone="warning">
            <p>
              {t("prices.unknownMonth", {
                month: MONTH.test(unknownMonth)
                  ? formatIndexMonth(unknownMonth, locale)
                  : t("general.filters.quoted", { q: unknownMonth }),
                newest: formatIndexMonth(getNewestMonth(index), locale),
              })}
            </p>
          </Notice>
        ) : null}
      </header>
      <ChoiceForm chosen={chosen} counties={counties} period={period} />
      {index === null ? (
        <EmptyState title={t("prices.empty.title")}>
          <p>
            {t("prices.empty.text", {
              month: formatIndexMonth(first.month, locale),
              day: formatDay(first.day, locale),
            })}
          </p>
        </EmptyState>
      ) : Array.isArray(index) ? (
        <SubjectPrices chosen={{ ...chosen, subject: subject as Subject }} months={index} />
      ) : (
        <AllSubjects chosen={chosen} index={index} />
      )}
      <PriceMethod chosen={chosen} index={index} month={month} siteUrl={siteUrl} />
    </div>
  );
}

function ChoiceForm({
  chosen: { subject, level, county, month },
  counties,
  period,
}: Pick<PricesPageProps, "chosen" | "counties" | "period">) {
  const { t, url, locale } = usePage();
  const offered = countyOptions(t).filter(
    ({ value }) => value === county || counties.some((code) => code === value),
  );
  const months = period ? listMonths(period) : [];
  return (
    <form
      className="filter-bar"
      method="get"
      action={url(paths.prices())}
      aria-label={t("prices.form.label")}
    >
      <Select
        name="subject"
        label={t("prices.form.subject")}
        options={subjectOptions(t)}
        value={subject}
        placeholder={t("prices.form.allSubjects")}
        required={false}
      />
      <Select
        name="level"
        label={t("prices.form.level")}
        options={levelOptions(t)}
        value={level}
        placeholder={t("prices.form.commonLevel")}
        required={false}
      />
      {offered.length > 0 ? (
        <Select
          name="county"
          label={t("prices.form.county")}
          options={offered}
          value={county}
          placeholder={t("prices.form.country")}
          required={false}
        />
      ) : null}
      {months.length > 1 ? (
        <Select
          name="month"
          label={t("prices.form.month")}
          options={months.map((value) => ({
            value,
            label: capitalize(formatIndexMonth(value, locale), locale),
          }))}
          value={month}
          placeholder={t("prices.form.newest")}
          required={false}
        />
      ) : null}
      <SubmitButton>{t("prices.form.show")}</SubmitButton>
    </form>
  );
}

/** The month of the prices that the page shows; null if it shows none. */
function findQuotedMonth(chosen: ChosenPrices, index: ShownIndex | null): Month | null {
  if (Array.isArray(index)) return findSubjectPrice(chosen, index) ? getNewestMonth(index) : null;
  return index && listSubjectPrices(chosen, index).length > 0 ? getNewestMonth(index) : null;
}

/** The months of a period, newest first. */
function listMonths({ oldest, newest }: IndexPeriod): Month[] {
  const months: Month[] = [];
  for (let month = newest; month >= oldest; month = addMonths(`${month}-01`, -1).slice(0, 7))
    months.push(month);
  return months;
}

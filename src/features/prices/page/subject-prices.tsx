import type { ReactNode } from "react";
import { COUNTY_CODES, countyName, isLevelOf, LEVELS, listExamSchools, type Subject } from "@/shared/codes";
import { capitalize, compareTexts } from "@/shared/format";
import { formatOtherLevel } from "@/shared/format-usual-price";
import { paths } from "@/shared/paths";
import { EXAM_LEVELS } from "@/shared/schemas/exams";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formatIndexMonth } from "../format-index-month";
import type { SubjectMonth } from "../price-index";
import { type ChosenPrices, findSubjectPrice, formatIndexPlace } from "./chosen-prices";
import { NoPrices } from "./no-prices";
import { PriceFact } from "./price-fact";
import { PriceLinks } from "./price-links";
import { type PriceRow, PriceTable } from "./price-table";
import { MAX_BARS, RangeChart } from "./range-chart";

type SubjectPricesProps = { chosen: ChosenPrices & { subject: Subject }; months: SubjectMonth[] };

export function SubjectPrices({ chosen, months }: SubjectPricesProps) {
  const { subject, level: chosenLevel, county: chosenCounty } = chosen;
  const page = usePage();
  const { t, locale } = page;
  const [newest] = months;
  const usual = findSubjectPrice(chosen, months);
  const county = usual?.scope === "county" ? chosenCounty : null;
  const place = formatIndexPlace(page, county);
  if (!newest || !usual) {
    const others = LEVELS.filter((code) => newest?.country[code]).map((code) => ({
      label: t(`general.levels.${code}`),
      href: paths.prices({ subject, level: code, month: chosen.month }),
    }));
    return (
      <NoPrices chosen={chosen} place={place}>
        <PriceLinks text={t("prices.otherLevels")} links={others} />
      </NoPrices>
    );
  }
  const { level } = usual;
  const month = formatIndexMonth(newest.month, locale);
  const levelName = t(`general.levelsAfterFor.${level}`);
  const cellsIn = (entry: typeof newest) => (county ? entry.county : entry.country);
  const byMonth = months.flatMap((entry): PriceRow[] => {
    const cell = cellsIn(entry)[level];
    return cell
      ? [{ key: entry.month, label: capitalize(formatIndexMonth(entry.month, locale), locale), cell }]
      : [];
  });
  const byLevel = LEVELS.flatMap((code): PriceRow[] => {
    const cell = cellsIn(newest)[code];
    const href = paths.prices({ subject, level: code, county, month: chosen.month });
    return cell ? [{ key: code, label: t(`general.levels.${code}`), href, cell }] : [];
  });
  const byCounty = COUNTY_CODES.flatMap((code): PriceRow[] => {
    const cell = newest.places?.[code]?.[level];
    const href = paths.prices({ subject, level, county: code, month: chosen.month });
    return cell ? [{ key: code, label: countyName(code), href, cell }] : [];
  }).toSorted((a, b) => compareTexts(a.label, b.label, locale));
  const levels = <Section title={t("prices.byLevel", { place, month })} head="level" rows={byLevel} />;
  return (
    <>
      <div className="stack">
        {chosenLevel && level !== chosenLevel ? (
          <Notice>
            <p>{formatOtherLevel(t, chosenLevel, level)}</p>
          </Notice>
        ) : null}
        {chosenCounty && !county ? (
          <Notice>
            <p>
              {t(`prices.fewInCounty.${chosenLevel ? "level" : "anyLevel"}`, {
                place: formatIndexPlace(page, chosenCounty),
              })}
            </p>
            <PriceLinks text={t("prices.otherCounties", { level: levelName })} links={byCounty} />
          </Notice>
        ) : null}
        <NextSteps subject={subject} level={chosenLevel} county={chosenCounty} />
      </div>
      {/* The most common level may not be the reader's. */}
      {chosenLevel ? null : levels}
      <Section title={t("prices.byMonth", { place, level: levelName })} head="month" rows={byMonth}>
        <PriceFact subject={subject} month={newest.month} county={county} {...usual} />
      </Section>
      {chosenLevel ? levels : null}
      <Section title={t("prices.byCounty", { level: levelName, month })} head="county" rows={byCounty} />
    </>
  );
}

/** Links to the teachers who fit, and to the plan until the exam of the level. */
function NextSteps({
  subject,
  level,
  county,
}: Pick<ChosenPrices, "level" | "county"> & { subject: Subject }) {
  const { t, url } = usePage();
  const exam = EXAM_LEVELS.find((each) => level && [each, ...listExamSchools([each])].includes(level));
  return (
    <p className="row">
      <a href={url(paths.listings({ subject, level, county }))}>{t("prices.none.listings")}</a>
      {exam && isLevelOf(exam, [subject]) ? (
        <a href={url(paths.plan({ exam, subject, county }))}>{t("study-plan.link")}</a>
      ) : null}
    </p>
  );
}

/** A chart and its table; nothing without rows. */
function Section({
  title,
  head,
  rows,
  children,
}: {
  title: string;
  head: "month" | "level" | "county";
  rows: readonly PriceRow[];
  children?: ReactNode;
}) {
  const { t } = usePage();
  if (rows.length === 0) return null;
  return (
    <section className="section stack">
      <h2>{title}</h2>
      {children}
      <RangeChart title={title} rows={rows.slice(0, MAX_BARS)} />
      <PriceTable caption={title} head={t(`prices.table.${head}`)} rows={rows} />
    </section>
  );
}

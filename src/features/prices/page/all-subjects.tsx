import { COUNTY_CODES, countyName, LEVELS, SUBJECTS } from "@/shared/codes";
import { compareTexts } from "@/shared/format";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { formatIndexMonth } from "../format-index-month";
import type { IndexComparison } from "../price-index";
import { type ChosenPrices, formatIndexPlace, listSubjectPrices } from "./chosen-prices";
import { NoPrices } from "./no-prices";
import { PriceFact } from "./price-fact";
import { PriceLinks } from "./price-links";
import { PriceTable } from "./price-table";
import { MAX_BARS, RangeChart } from "./range-chart";

export function AllSubjects({ chosen, index }: { chosen: ChosenPrices; index: IndexComparison }) {
  const { level, county, month } = chosen;
  const page = usePage();
  const { t } = page;
  const { newest, earlier } = index;
  const place = formatIndexPlace(page, county);
  const rows = listSubjectPrices(chosen, index)
    .map(({ subject, ...largest }) => ({
      ...largest,
      subject,
      key: subject,
      label: `${t(`general.subjects.${subject}`)}, ${t(`general.levelsAfterFor.${largest.level}`)}`,
      href: paths.prices({ subject, level, county, month }),
      earlier: earlier.subjects[subject]?.[largest.level]?.[2] ?? null,
    }))
    .toSorted((a, b) => b.cell[0] - a.cell[0]);
  const [first] = rows;
  if (!first) {
    const levels = LEVELS.filter((code) => SUBJECTS.some((subject) => newest.subjects[subject]?.[code]));
    const counties = COUNTY_CODES.filter((code) => index.counties.has(code)).map((code) => ({
      label: countyName(code),
      href: paths.prices({ level, county: code, month }),
    }));
    return (
      <NoPrices chosen={chosen} place={place}>
        <PriceLinks
          text={t("prices.levelsOfPlace", { place })}
          links={levels.map((code) => ({
            label: t(`general.levels.${code}`),
            href: paths.prices({ level: code, county, month }),
          }))}
        />
        <PriceLinks
          text={
            level
              ? t("prices.otherCounties", { level: t(`general.levelsAfterFor.${level}`) })
              : t("prices.counties")
          }
          links={counties.toSorted((a, b) => compareTexts(a.label, b.label, page.locale))}
        />
      </NoPrices>
    );
  }
  const title = t("prices.bySubject", {
    level: level ? t(`general.levelsAfterFor.${level}`) : t("prices.commonLevel"),
    place,
    month: formatIndexMonth(newest.month, page.locale),
  });
  return (
    <section className="section stack">
      <h2>{title}</h2>
      {level ? null : <p>{t("prices.commonLevels")}</p>}
      <PriceFact
        subject={first.subject}
        month={newest.month}
        county={county}
        level={first.level}
        q1={first.cell[1]}
        median={first.cell[2]}
        q3={first.cell[3]}
      />
      <RangeChart title={title} rows={rows.slice(0, MAX_BARS)} />
      <PriceTable
        caption={title}
        head={t("prices.table.subject")}
        rows={rows}
        since={earlier.month === newest.month ? null : earlier.month}
      />
    </section>
  );
}

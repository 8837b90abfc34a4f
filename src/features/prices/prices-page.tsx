import type { ReactNode } from "react";
import {
  COUNTY_CODES,
  type County,
  countyName,
  isLevelOf,
  LEVELS,
  type Level,
  listExamSchools,
  SUBJECTS,
  type Subject,
} from "@/shared/codes";
import { addMonths } from "@/shared/dates";
import { findUsualPrice, type UsualPrice } from "@/shared/find-usual-price";
import { capitalize, compareTexts, formatDay } from "@/shared/format";
import { formatMonthPrice, formatOtherLevel } from "@/shared/format-usual-price";
import { paths } from "@/shared/paths";
import { findLargestLevel, type PriceCells } from "@/shared/price-cells";
import { EXAM_LEVELS } from "@/shared/schemas/exams";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { countyOptions, levelOptions, Select, SubmitButton, subjectOptions } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { type Page, usePage } from "@/ui/page-context";
import { formatIndexMonth } from "./format-index-month";
import type { IndexComparison, IndexPeriod, Month, SubjectMonth } from "./price-index";
import { type PriceRow, PriceTable } from "./price-table";
import { RangeChart } from "./range-chart";

/** Rows of a chart; the table has all. */
const MAX_BARS = 13;
/** The license of the published numbers. */
export const DATA_LICENSE = "https://creativecommons.org/licenses/by/4.0/";

export type ChosenPrices = {
  subject: Subject | null;
  level: Level | null;
  county: County | null;
  /** The last month that is shown; null for the newest. */
  month: Month | null;
};

/** A month as in addresses. */
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

type PricesPageProps = {
  chosen: ChosenPrices;
  /** The month that the address asks for, if it is none that is published. */
  unknownMonth: string | null;
  /** The prices of all subjects, or of one. Null while no month is published: then `first` has its month and day. */
  index: IndexComparison | SubjectMonth[] | null;
  period: IndexPeriod | null;
  siteUrl: string;
  first: { month: Month; day: string };
};

/** The month that is shown. */
export const getNewestMonth = (index: NonNullable<PricesPageProps["index"]>): Month =>
  Array.isArray(index) ? (index[0]?.month ?? "") : index.newest.month;

/** The price index of a month. Readers want the newest numbers first, then how they changed, then how they were made. */
export function PricesPage({ chosen, unknownMonth, index, period, siteUrl, first }: PricesPageProps) {
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
      <ChoiceForm chosen={chosen} period={period} />
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
      <Method chosen={chosen} index={index} month={month} siteUrl={siteUrl} />
    </div>
  );
}

function ChoiceForm({
  chosen: { subject, level, county, month },
  period,
}: Pick<PricesPageProps, "chosen" | "period">) {
  const { t, url, locale } = usePage();
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
      <Select
        name="county"
        label={t("prices.form.county")}
        options={countyOptions(t)}
        value={county}
        placeholder={t("prices.form.country")}
        required={false}
      />
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
function findQuotedMonth(chosen: ChosenPrices, index: PricesPageProps["index"]): Month | null {
  if (Array.isArray(index)) return findSubjectPrice(chosen, index) ? getNewestMonth(index) : null;
  return index && listSubjectPrices(chosen, index).length > 0 ? getNewestMonth(index) : null;
}

/** The subjects that have a price at the chosen level, or else at their most common one. */
const listSubjectPrices = ({ level }: ChosenPrices, { newest }: IndexComparison) =>
  SUBJECTS.flatMap((subject) => {
    const largest = findLargestLevel(newest.subjects[subject] ?? {}, level ? [level] : []);
    return largest ? [{ subject, ...largest }] : [];
  });

/** The newest price of the chosen place and level, or of those that stand in for them. */
function findSubjectPrice({ level, county }: ChosenPrices, [newest]: readonly SubjectMonth[]) {
  const cells: PriceCells = newest
    ? { country: newest.country, ...(county && { [county]: newest.county }) }
    : {};
  return findUsualPrice(cells, { levels: level ? [level] : [], county });
}

/** The months of a period, newest first. */
function listMonths({ oldest, newest }: IndexPeriod): Month[] {
  const months: Month[] = [];
  for (let month = newest; month >= oldest; month = addMonths(`${month}-01`, -1).slice(0, 7))
    months.push(month);
  return months;
}

/** "in Cluj County", "in Romania". */
const formatPlace = ({ t }: Page, county: County | null): string =>
  county ? String(countyParams(t, county).inCounty) : t("prices.inRomania");

function AllSubjects({ chosen, index }: { chosen: ChosenPrices; index: IndexComparison }) {
  const { level, county, month } = chosen;
  const page = usePage();
  const { t } = page;
  const { newest, earlier } = index;
  const place = formatPlace(page, county);
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
  if (!first) return <NoPrices chosen={chosen} place={place} />;
  const title = t("prices.bySubject", {
    level: level ? t(`general.levelsAfterFor.${level}`) : t("prices.commonLevel"),
    place,
    month: formatIndexMonth(newest.month, page.locale),
  });
  return (
    <section className="section stack">
      <h2>{title}</h2>
      {level ? null : <p>{t("prices.commonLevels")}</p>}
      <Fact
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

type SubjectPricesProps = { chosen: ChosenPrices & { subject: Subject }; months: SubjectMonth[] };

function SubjectPrices({ chosen, months }: SubjectPricesProps) {
  const { subject, level: chosenLevel, county: chosenCounty } = chosen;
  const page = usePage();
  const { t, locale } = page;
  const [newest] = months;
  const usual = findSubjectPrice(chosen, months);
  const county = usual?.scope === "county" ? chosenCounty : null;
  const place = formatPlace(page, county);
  if (!newest || !usual) {
    const others = LEVELS.filter((code) => newest?.country[code]).map((code) => ({
      label: t(`general.levels.${code}`),
      href: paths.prices({ subject, level: code, month: chosen.month }),
    }));
    return (
      <NoPrices chosen={chosen} place={place}>
        <Links text={t("prices.otherLevels")} links={others} />
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
                place: formatPlace(page, chosenCounty),
              })}
            </p>
            <Links text={t("prices.otherCounties", { level: levelName })} links={byCounty} />
          </Notice>
        ) : null}
        <NextSteps subject={subject} level={chosenLevel} county={chosenCounty} />
      </div>
      {/* The most common level may not be the reader's. */}
      {chosenLevel ? null : levels}
      <Section title={t("prices.byMonth", { place, level: levelName })} head="month" rows={byMonth}>
        <Fact subject={subject} month={newest.month} county={county} {...usual} />
      </Section>
      {chosenLevel ? levels : null}
      <Section title={t("prices.byCounty", { level: levelName, month })} head="county" rows={byCounty} />
    </>
  );
}

/** "There are prices for: Cluj, Iași"; nothing without links. */
function Links({
  text,
  links,
}: {
  text: string;
  links: readonly { label: string; href?: string | undefined }[];
}) {
  const { url } = usePage();
  if (links.length === 0) return null;
  return (
    <p>
      {text}{" "}
      {links.map(({ label, href = "" }, n) => (
        <span key={href}>
          {n > 0 ? ", " : ""}
          <a href={url(href)}>{label}</a>
        </span>
      ))}
    </p>
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

/** The main number in a sentence. */
function Fact({
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

function NoPrices({
  chosen: { subject, level, county, month },
  place,
  children,
}: {
  chosen: ChosenPrices;
  place: string;
  children?: ReactNode;
}) {
  const { t, url } = usePage();
  const [href, label] = subject
    ? [paths.listings({ subject, level, county }), "listings"]
    : [paths.prices({ level, month }), "country"];
  return (
    <EmptyState
      title={t("prices.none.title")}
      action={<LinkButton href={url(href)}>{t(`prices.none.${label}`)}</LinkButton>}
    >
      <p>{t(`prices.none.${subject ? (level ? "level" : "anyLevel") : "anySubject"}`, { place })}</p>
      {children}
    </EmptyState>
  );
}

/** What the numbers are about, which may be another level and place than chosen. */
function findCited(chosen: ChosenPrices, index: PricesPageProps["index"]): ChosenPrices {
  const usual = Array.isArray(index) ? findSubjectPrice(chosen, index) : null;
  return {
    ...chosen,
    level: chosen.level && (usual?.level ?? chosen.level),
    county: usual?.scope === "country" ? null : chosen.county,
  };
}

/** "Mathematics, High school, Cluj" */
const listNames = ({ t }: Page, { subject, level, county }: ChosenPrices): string[] =>
  [
    subject && t(`general.subjects.${subject}`),
    level && t(`general.levels.${level}`),
    county && countyName(county),
  ].filter((name) => name !== null);

const METHOD = ["listings", "teacher", "few", "final", "asked"] as const;

function Method({
  chosen,
  index,
  month,
  siteUrl,
}: Pick<PricesPageProps, "chosen" | "index" | "siteUrl"> & { month: Month | null }) {
  const page = usePage();
  const { t, url, locale, siteName } = page;
  const cited = findCited(chosen, index);
  const [beforeCall, afterCall] = t("prices.use.api", { link: "\n" }).split("\n");
  return (
    <div className="prose">
      <section className="section" id="method">
        <h2>{t("prices.method.heading")}</h2>
        <ul>
          {METHOD.map((name) => (
            <li key={name}>{t(`prices.method.${name}`, { site: siteName })}</li>
          ))}
        </ul>
      </section>
      <section className="section">
        <h2>{t("prices.use.heading")}</h2>
        <p>
          {t("prices.use.text", { site: siteName })} (
          <a href={DATA_LICENSE} rel="license">
            {t("prices.use.license")}
          </a>
          ). {t("prices.use.files")} <a href={paths.pricesCsv()}>CSV</a>,{" "}
          <a href={paths.pricesJson()}>JSON</a>. {beforeCall}
          <a href={url(paths.apiDocs())}>{t("prices.use.apiLink")}</a>
          {afterCall}
        </p>
        {month ? (
          <p>
            {t("prices.use.cite", { month: formatIndexMonth(month, locale) })}{" "}
            <cite>
              {[siteName, t("prices.title"), ...listNames(page, cited), formatIndexMonth(month, locale)].join(
                ", ",
              )}
              , {siteUrl + url(paths.prices({ ...cited, month }))}
            </cite>
          </p>
        ) : null}
        <details>
          <summary>{t("prices.use.codes")}</summary>
          <p>{t("prices.use.country")}</p>
          <Codes
            title={t("prices.table.subject")}
            codes={SUBJECTS}
            toName={(code) => t(`general.subjects.${code}`)}
          />
          <Codes
            title={t("prices.table.level")}
            codes={LEVELS}
            toName={(code) => t(`general.levels.${code}`)}
          />
          <Codes title={t("prices.table.county")} codes={COUNTY_CODES} toName={countyName} />
        </details>
      </section>
    </div>
  );
}

/** "m Mathematics, ro Romanian, …" */
function Codes<Code extends string>({
  title,
  codes,
  toName,
}: {
  title: string;
  codes: readonly Code[];
  toName: (code: Code) => string;
}) {
  return (
    <p>
      <strong>{title}:</strong>{" "}
      {codes.map((code, n) => (
        <span key={code}>
          {n > 0 ? ", " : ""}
          <code>{code}</code> {toName(code)}
        </span>
      ))}
      .
    </p>
  );
}

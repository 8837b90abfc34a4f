import { COUNTY_CODES, countyName, LEVELS, SUBJECTS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { type Page, usePage } from "@/ui/page-context";
import { formatIndexMonth } from "../format-index-month";
import type { Month } from "../price-index";
import { type ChosenPrices, findSubjectPrice, type ShownIndex } from "./chosen-prices";

/** The license of the published numbers. */
export const DATA_LICENSE = "https://creativecommons.org/licenses/by/4.0/";

/** What the numbers are about, which may be another level and place than chosen. */
function findCited(chosen: ChosenPrices, index: ShownIndex | null): ChosenPrices {
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

export function PriceMethod({
  chosen,
  index,
  month,
  siteUrl,
}: {
  chosen: ChosenPrices;
  index: ShownIndex | null;
  /** The month whose prices the page shows; null if it shows none. */
  month: Month | null;
  siteUrl: string;
}) {
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

import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { addDays, addMonths, type Day, toDay } from "@/shared/dates";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { subjectParams } from "@/shared/scope-params";
import { type ChosenPrices, getNewestMonth } from "./page/chosen-prices";
import { DATA_LICENSE } from "./page/price-method";
import { PricesPage } from "./page/prices-page";
import {
  findIndexComparison,
  findIndexPeriod,
  type IndexPeriod,
  listIndexCounties,
  listSubjectMonths,
  type Month,
} from "./price-index";
import { findPublishableMonth } from "./publish-price-index";

/** Characters of an unknown month that are repeated to the visitor. */
const MAX_MONTH_LENGTH = 40;

export const pricesRoutes = new Hono<AppEnv>();

pricesRoutes.get(
  paths.prices(),
  routeOptions({ cacheable: true, prefetchable: true, sitemap: {} }),
  async (c) => {
    const { ctx } = c.var;
    const { t, db } = ctx;
    const find = <Code extends string>(name: string, codes: readonly Code[]): Code | null =>
      codes.find((code) => code === c.req.query(name)) ?? null;
    const asked = c.req.query("month")?.slice(0, MAX_MONTH_LENGTH) || null;
    const subject = find("subject", SUBJECTS);
    const county = find("county", COUNTY_CODES);
    const level = find("level", LEVELS);
    const [index, counties, period] = await Promise.all([
      subject
        ? listSubjectMonths(db, { subject, county, month: asked })
        : findIndexComparison(db, { county, level, month: asked }),
      listIndexCounties(db, asked),
      findIndexPeriod(db),
    ]);
    const isPublished = index !== null && getNewestMonth(index) === asked;
    const chosen: ChosenPrices = {
      subject,
      level,
      county,
      month: isPublished ? asked : null,
    };
    const key = subject ? "prices.subject" : "prices";
    const params = subject ? subjectParams(t, subject) : {};
    const head = {
      title: t(`${key}.title`, params),
      description: t(`${key}.description`, params),
      // Views of a subject, level, county or month are parts of the one page of the index.
      canonical: paths.prices(),
      jsonLd: [createDataset(ctx, period)],
    };
    return renderPage(
      c,
      head,
      <PricesPage
        chosen={chosen}
        unknownMonth={isPublished ? null : asked}
        index={index}
        counties={counties}
        period={period}
        siteUrl={ctx.config.SITE_URL}
        first={getFirstMonth(ctx.now)}
      />,
    );
  },
);

/** The month that is published first, and the day until which it is. */
function getFirstMonth(now: number): { month: Month; day: Day } {
  const tomorrow = addDays(toDay(now), 1);
  const publishable = findPublishableMonth(tomorrow);
  if (publishable) return { month: publishable.month, day: tomorrow };
  const month = tomorrow.slice(0, 7);
  return { month, day: addMonths(`${month}-01`, 1) };
}

/** Structured data about the published numbers. https://schema.org/Dataset */
function createDataset({ config, locale, t }: Ctx, period: IndexPeriod | null): object {
  const { SITE_URL: url, SITE_NAME: site } = config;
  const download = (encodingFormat: string, path: string) => ({
    "@type": "DataDownload",
    encodingFormat,
    contentUrl: url + path,
  });
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: t("prices.dataset.name"),
    description: t("prices.dataset.description", { site }),
    url: url + localizePath(locale, paths.prices()),
    license: DATA_LICENSE,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: site, url },
    spatialCoverage: "Romania",
    variableMeasured: t("prices.dataset.measured"),
    ...(period
      ? {
          temporalCoverage: `${period.oldest}/${period.newest}`,
          dateModified: addMonths(`${period.newest}-01`, 1),
        }
      : {}),
    distribution: [download("text/csv", paths.pricesCsv()), download("application/json", paths.pricesJson())],
  };
}

import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "@/shared/codes";
import { addMonths, toDay } from "@/shared/dates";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { subjectParams } from "@/shared/scope-params";
import { findIndexComparison, findSubjectIndex, type Month } from "./price-index";
import { type ChosenPrices, DATA_LICENSE, PricesPage } from "./prices-page";

export const pricesRoutes = new Hono<AppEnv>();

pricesRoutes.get(
  paths.prices(),
  routeOptions({ cacheable: true, prefetchable: true, sitemap: {} }),
  async (c) => {
    const { ctx } = c.var;
    const { t, db } = ctx;
    const find = <Code extends string>(name: string, codes: readonly Code[]): Code | null =>
      codes.find((code) => code === c.req.query(name)) ?? null;
    const chosen: ChosenPrices = {
      subject: find("subject", SUBJECTS),
      level: find("level", LEVELS),
      county: find("county", COUNTY_CODES),
    };
    const { subject, county } = chosen;
    const index = subject
      ? await findSubjectIndex(db, { subject, county })
      : await findIndexComparison(db, county ?? "country");
    const months = index && ("months" in index ? index.months : [index.newest, index.earlier]);
    const key = subject ? "prices.subject" : "prices";
    const params = subject ? subjectParams(t, subject) : {};
    const head = {
      title: t(`${key}.title`, params),
      description: t(`${key}.description`, params),
      // Views of a subject, level or county are parts of the one page of the index.
      canonical: paths.prices(),
      jsonLd: [createDataset(ctx, months?.[0]?.month, months?.at(-1)?.month)],
    };
    const month = toDay(ctx.now).slice(0, 7);
    const first = { month, day: addMonths(`${month}-01`, 1) };
    return renderPage(c, head, <PricesPage chosen={chosen} index={index} first={first} />);
  },
);

/** Structured data about the published numbers. https://schema.org/Dataset */
function createDataset({ config, locale, t }: Ctx, newest?: Month, oldest?: Month): object {
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
    ...(newest && oldest
      ? { temporalCoverage: `${oldest}/${newest}`, dateModified: addMonths(`${newest}-01`, 1) }
      : {}),
    distribution: [download("text/csv", paths.pricesCsv()), download("application/json", paths.pricesJson())],
  };
}

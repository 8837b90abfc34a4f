import { Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { readPeriod } from "@/http/read-period";
import { renderPage } from "@/http/render";
import { csvResponse, streamParts } from "@/http/responses";
import { COUNTY_CODES, SUBJECTS } from "@/shared/codes";
import { addDays, toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { DEFAULT_PERIOD_DAYS } from "@/shared/schemas/analytics";
import { getCoverage } from "./coverage";
import { formatCoverageCsv } from "./coverage-csv";
import { type CoverageFilter, CoveragePage } from "./coverage-page";
import { listSearchDemand } from "./search-demand";
import { searchesCsv } from "./searches-csv";
import { SEARCH_SORTS, SearchesPage } from "./searches-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const countedSearchesRoutes = new Hono<AppEnv>();

countedSearchesRoutes.get(paths.adminSearches(), async (c) => {
  const { ctx } = c.var;
  const sort = SEARCH_SORTS.find((name) => name === c.req.query("sort")) ?? "searches";
  const rows = await listSearchDemand(ctx, sort);
  const today = toDay(ctx.now);
  const period = { from: addDays(today, 1 - DEFAULT_PERIOD_DAYS), to: today };
  const head = { title: ctx.t("counted-searches.admin.heading"), noindex: true };
  return renderPage(c, head, <SearchesPage rows={rows} sort={sort} period={period} />);
});

countedSearchesRoutes.get(paths.adminSearchesCsv(), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const period = readPeriod(c);
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { from, to } = period.value;
  const csv = await streamParts(searchesCsv(ctx, period.value), ctx.log, "searches_csv_broken");
  return csvResponse(c, csv, ctx.t("counted-searches.csv.file"), from, to);
});

countedSearchesRoutes.get(paths.adminCoverage(), async (c) => {
  const { ctx } = c.var;
  const filter = parseCoverageFilter(c.req.query());
  const coverage = await getCoverage(ctx, filter);
  const head = { title: ctx.t("counted-searches.coverage.heading"), noindex: true };
  return renderPage(c, head, <CoveragePage coverage={coverage} filter={filter} />);
});

countedSearchesRoutes.get(paths.adminCoverageCsv(), async (c) => {
  const { ctx } = c.var;
  const filter = parseCoverageFilter(c.req.query());
  const { goal, cells } = await getCoverage(ctx, filter);
  const shown = filter.none ? cells.filter(({ teachers }) => teachers === 0) : cells;
  const csv = formatCoverageCsv(ctx.t, { goal, cells: shown });
  return csvResponse(c, csv, ctx.t("counted-searches.coverage.file"), toDay(ctx.now));
});

/** The filter of a query; unknown codes are left out. */
const parseCoverageFilter = (query: Partial<Record<string, string>>): CoverageFilter => ({
  subject: SUBJECTS.find((code) => code === query.subject),
  county: COUNTY_CODES.find((code) => code === query.county),
  none: query.none === "1" ? "1" : undefined,
});

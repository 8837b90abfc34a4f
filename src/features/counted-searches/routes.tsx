import { Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { streamText } from "@/http/responses";
import { addDays, parseTypedDay, toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { DEFAULT_PERIOD_DAYS, periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { toSlug } from "@/shared/text";
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
  const typed = (name: string) => {
    const text = c.req.query(name);
    return text === undefined ? undefined : (parseTypedDay(text, ctx.locale) ?? text);
  };
  const period = validate(periodSchema(toDay(ctx.now)), { from: typed("from"), to: typed("to") });
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { from, to } = period.value;
  const name = [toSlug(ctx.config.SITE_NAME), toSlug(ctx.t("counted-searches.csv.file")), from, to]
    .filter(Boolean)
    .join("-");
  return c.body(await streamText(searchesCsv(ctx, period.value), ctx.log, "searches_csv_broken"), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "private, no-store",
  });
});

import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { readPeriod } from "@/http/read-period";
import { renderPage } from "@/http/render";
import { csvResponse } from "@/http/responses";
import { addDays, type Period, toDay } from "@/shared/dates";
import { ERROR_STATUS, ok, Refused, type Result } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { DEFAULT_PERIOD_DAYS } from "@/shared/schemas/analytics";
import { toFormErrors } from "@/ui/form";
import { formatAnalyticsCsv } from "./analytics-csv";
import { AnalyticsPage, LearnersPage } from "./analytics-page";
import { PERIOD_PRESETS } from "./period-picker";
import { listAnalytics } from "./queries";
import { getAnalyticsReport } from "./report";

export const analyticsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

analyticsRoutes.get(paths.analytics(), async (c) => {
  const { ctx } = c.var;
  const head = { title: ctx.t("analytics.heading"), canonical: paths.analytics(), noindex: true };
  const user = requireUser(ctx);
  if (!isTeacherOrAdmin(user)) return renderPage(c, head, <LearnersPage />);
  const parsedPeriod = parsePeriod(c);
  const period = parsedPeriod.ok ? parsedPeriod.value : getLastDays(c, DEFAULT_PERIOD_DAYS);
  const report = await getAnalyticsReport(ctx, user, period, parseListingId(c));
  const view = {
    ...report,
    today: toDay(ctx.now),
    typed: { from: c.req.query("from") ?? period.from, to: c.req.query("to") ?? period.to },
    errors: parsedPeriod.ok ? {} : toFormErrors(ctx.t, parsedPeriod.refusal.fields),
  };
  return renderPage(
    c,
    head,
    <AnalyticsPage view={view} />,
    parsedPeriod.ok ? 200 : ERROR_STATUS[parsedPeriod.refusal.code],
  );
});

analyticsRoutes.get(paths.analyticsCsv(), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const period = parsePeriod(c);
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { listings, rows } = await listAnalytics(ctx, period.value);
  const { from, to } = period.value;
  const csv = formatAnalyticsCsv(ctx.t, period.value, listings, rows);
  return csvResponse(c, csv, ctx.t("analytics.csv.file"), from, to);
});

/** The period of the query: a preset (`days`), or two days. */
function parsePeriod(c: C): Result<Period> {
  const days = PERIOD_PRESETS.find((length) => String(length) === c.req.query("days"));
  return days ? ok(getLastDays(c, days)) : readPeriod(c);
}

function getLastDays(c: C, days: number): Period {
  const today = toDay(c.var.ctx.now);
  return { from: addDays(today, 1 - days), to: today };
}

/** @throws Refused `not_found` for a malformed id. */
function parseListingId(c: C): string | null {
  const id = c.req.query("listing") || null;
  if (id !== null && !ID_PATTERN.test(id)) throw new Refused({ code: "not_found" });
  return id;
}

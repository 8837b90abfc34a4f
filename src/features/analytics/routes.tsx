import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { addDays, type Period, parseTypedDay, toDay } from "@/shared/dates";
import { ERROR_STATUS, ok, Refused, type Result } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { DEFAULT_PERIOD_DAYS, periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { toSlug } from "@/shared/text";
import { toFormErrors } from "@/ui/form";
import { formatAnalyticsCsv } from "./analytics-csv";
import { AnalyticsPage, LearnersPage } from "./analytics-page";
import { PERIODS } from "./period-choice";
import { listAnalytics } from "./queries";
import { getAnalyticsReport } from "./report";

export const analyticsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

analyticsRoutes.get(paths.analytics(), async (c) => {
  const { ctx } = c.var;
  const head = { title: ctx.t("analytics.heading"), canonical: paths.analytics(), noindex: true };
  if (!isTeacherOrAdmin(requireUser(ctx))) return renderPage(c, head, <LearnersPage />);
  const asked = parsePeriod(c);
  const period = asked.ok ? asked.value : getLastDays(c, DEFAULT_PERIOD_DAYS);
  const report = await getAnalyticsReport(ctx, period, listingParam(c));
  const view = {
    ...report,
    today: toDay(ctx.now),
    typed: { from: c.req.query("from") ?? period.from, to: c.req.query("to") ?? period.to },
    errors: asked.ok ? {} : toFormErrors(ctx.t, asked.refusal.fields),
  };
  return renderPage(
    c,
    head,
    <AnalyticsPage view={view} />,
    asked.ok ? 200 : ERROR_STATUS[asked.refusal.code],
  );
});

analyticsRoutes.get(paths.analyticsCsv(), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const period = parsePeriod(c);
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { listings, rows } = await listAnalytics(ctx, period.value);
  const { from, to } = period.value;
  const name = [toSlug(ctx.config.SITE_NAME), toSlug(ctx.t("analytics.csv.file")), from, to]
    .filter(Boolean)
    .join("-");
  return c.body(formatAnalyticsCsv(ctx.t, period.value, listings, rows), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "private, no-store",
  });
});

/** The period from the query: a preset up to today, or typed days, also in the format of the page's language. */
function parsePeriod(c: C): Result<Period> {
  const { now, locale } = c.var.ctx;
  const days = PERIODS.find((one) => String(one) === c.req.query("days"));
  if (days) return ok(getLastDays(c, days));
  const typed = (name: string) => {
    const text = c.req.query(name);
    return text === undefined ? undefined : (parseTypedDay(text, locale) ?? text);
  };
  return validate(periodSchema(toDay(now)), { from: typed("from"), to: typed("to") });
}

function getLastDays(c: C, days: number): Period {
  const today = toDay(c.var.ctx.now);
  return { from: addDays(today, 1 - days), to: today };
}

/** The listing's id from the query. @throws Refused `not_found` for an invalid id */
function listingParam(c: C): string | null {
  const id = c.req.query("listing") || null;
  if (id !== null && !ID_PATTERN.test(id)) throw new Refused({ code: "not_found" });
  return id;
}

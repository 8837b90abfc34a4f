import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireUser } from "@/auth/access";
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
  const name = [toSlug(ctx.config.SITE_NAME), toSlug(ctx.t("analytics.csv.file")), from, to]
    .filter(Boolean)
    .join("-");
  return c.body(formatAnalyticsCsv(ctx.t, period.value, listings, rows), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "private, no-store",
  });
});

/** The period of the query: a preset (`days`), or two dates (`from`, `to`), in ISO format or in the page's language. */
function parsePeriod(c: C): Result<Period> {
  const { now, locale } = c.var.ctx;
  const days = PERIOD_PRESETS.find((length) => String(length) === c.req.query("days"));
  if (days) return ok(getLastDays(c, days));
  const parse = (name: string) => {
    const text = c.req.query(name);
    return text === undefined ? undefined : (parseTypedDay(text, locale) ?? text);
  };
  return validate(periodSchema(toDay(now)), { from: parse("from"), to: parse("to") });
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

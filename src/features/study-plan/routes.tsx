import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { fileResponse, toFileName, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getOrThrow, Refused } from "@/shared/errors";
import { toPlainDecimal } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { PLAN_HOURS, studyPlanSchema } from "@/shared/schemas/study-plan";
import { toFormErrors } from "@/ui/form";
import { loadStudyPlan } from "./load-study-plan";
import { renderPlanCalendar } from "./render-plan-calendar";
import { StudyPlanPage } from "./study-plan-page";

/** The study plan until a national exam: a form that is sent by GET, its answer, and the answer as calendar. */
export const studyPlanRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

studyPlanRoutes.get(
  paths.plan(),
  routeOptions({ cacheable: true, prefetchable: true, sitemap: {} }),
  async (c) => {
    const { ctx } = c.var;
    const { t } = ctx;
    const typed = readQuery(c);
    const isSent = c.req.query("subject") !== undefined;
    const parsed = isSent ? validate(studyPlanSchema, typed) : null;
    const refusal = parsed?.ok === false ? parsed.refusal : undefined;
    const { exams, plan } = await loadStudyPlan(ctx, parsed?.ok ? parsed.value : null);
    const head = {
      title: t("study-plan.title"),
      description: t("study-plan.description"),
      canonical: paths.plan(),
      noindex: isSent,
    };
    const values = { hours: String(PLAN_HOURS.default), ...typed };
    return renderPage(
      c,
      head,
      <StudyPlanPage
        exams={exams}
        values={values}
        errors={toFormErrors(t, refusal?.fields)}
        plan={plan}
        isUnknown={parsed?.ok === true && plan === null}
      />,
      toFormStatus(refusal),
    );
  },
);

/** The parameters. Empty ones count as missing; the hours may have the decimal comma of the page's language. */
const readQuery = (c: C): Record<string, string> =>
  Object.fromEntries(
    Object.entries(c.req.query())
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, name === "hours" ? toPlainDecimal(value, c.var.ctx.t.locale) : value]),
  );

studyPlanRoutes.get(paths.planCalendar(), async (c) => {
  const { ctx } = c.var;
  const input = getOrThrow(validate(studyPlanSchema, readQuery(c)));
  const { plan } = await loadStudyPlan(ctx, input);
  if (!plan) throw new Refused({ code: "not_found" });
  const name = `${toFileName(c, plan.input.exam, plan.input.subject)}.ics`;
  return fileResponse(c, renderPlanCalendar(ctx, plan), name, "text/calendar; charset=utf-8");
});

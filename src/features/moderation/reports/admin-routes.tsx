import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findReview } from "../review/find-review";
import { decideReports } from "./decide-reports";
import { ListingReportsPage } from "./listing-reports-page";
import { findReportedListings, findReportsAbout } from "./queries";
import type { ReportsDecisionView } from "./reports-decision";
import { ReportsPage } from "./reports-page";

export const reportsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const NOTHING_TYPED: ReportsDecisionView = {
  typed: { decision: "", reason: "", text: "" },
  errors: {},
  refused: null,
};

reportsAdminRoutes.get(paths.adminReports(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const asked = c.req.query("done") ?? "";
  const done = ctx.t.has(`admin.reports.done.${asked}`) ? asked : null;
  const reported = await findReportedListings(ctx, after);
  const head = { title: ctx.t("admin.reports.heading"), noindex: true };
  return renderPage(c, head, <ReportsPage reported={reported} done={done} first={!after} />);
});

reportsAdminRoutes.get(paths.adminReport(":id"), (c) => aboutPage(c, NOTHING_TYPED));

reportsAdminRoutes.post(paths.adminReport(":id"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const typed = {
    decision: form.text("decision"),
    reason: form.text("reason"),
    text: form.text("text"),
  };
  const result = await decideReports(c.var.ctx, id, { ...typed, reports: form.all("report") });
  if (result.ok) return seeOther(c, paths.adminReports({ done: typed.decision }));
  const { errors, message } = explainFormRefusal(c, result.refusal);
  return aboutPage(c, { typed, errors, refused: message }, ERROR_STATUS[result.refusal.code]);
});

async function aboutPage(c: C, decision: ReportsDecisionView, status = 200) {
  const { ctx } = c.var;
  const id = idParam(c);
  const [review, about] = await Promise.all([findReview(ctx, id), findReportsAbout(ctx, id)]);
  if (!review) throw new Refused({ code: "not_found" });
  const title = ctx.t("admin.reports.about", { title: review.listing.title });
  const view = { listing: review.listing, about, decision };
  return renderPage(c, { title, noindex: true }, <ListingReportsPage view={view} />, status);
}

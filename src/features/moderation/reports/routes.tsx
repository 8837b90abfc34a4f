import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { getReportsSummary } from "./get-reports-summary";
import { reportListing } from "./report-listing";
import { ReportedPage, ReportPage, type ReportView } from "./report-page";
import { ReportsSummaryPage } from "./summary-page";

/** Visitors report listings; admins read what followed, by month. */
export const reportsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

reportsRoutes.get(paths.reportListing(":id"), (c) => {
  const { user } = c.var.ctx;
  const typed = {
    reason: "",
    text: "",
    name: user ? formatFullName(user) : "",
    email: user?.email ?? "",
    good_faith: false,
  };
  if (!c.req.query("done")) return showReportForm(c, { typed, errors: {}, message: null });
  const head = { title: c.var.ctx.t("moderation.reports.done.title"), noindex: true };
  return renderPage(c, head, <ReportedPage listingId={idParam(c)} />);
});

reportsRoutes.post(paths.reportListing(":id"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const typed = {
    reason: form.text("reason"),
    text: form.text("text"),
    name: form.text("name"),
    email: form.text("email"),
    good_faith: form.has("good_faith"),
  };
  const input = { ...typed, name: typed.name || undefined, email: typed.email || undefined };
  const result = await reportListing(c.var.ctx, id, input);
  if (result.ok) return seeOther(c, paths.reportListing(id, { done: true }));
  const { refusal } = result;
  if (refusal.code === "not_found" || refusal.code === "forbidden") throw new Refused(refusal);
  const problem = explainFormRefusal(c, refusal);
  return showReportForm(c, { typed, ...problem }, ERROR_STATUS[refusal.code]);
});

reportsRoutes.get(paths.adminReportsSummary(), async (c) => {
  const { ctx } = c.var;
  const head = { title: ctx.t("moderation.summary.heading"), noindex: true };
  return renderPage(c, head, <ReportsSummaryPage months={await getReportsSummary(ctx)} />);
});

async function showReportForm(c: C, form: Omit<ReportView, "listing">, status = 200) {
  const { ctx } = c.var;
  const listing = await findVisibleListing(ctx, idParam(c));
  if (!listing) throw new Refused({ code: "not_found" });
  if (listing.ownerId === ctx.user?.id) throw new Refused({ code: "forbidden", reason: "own_report" });
  const head = { title: ctx.t("moderation.reports.form.title"), noindex: true };
  const view = { listing: { id: listing.id, title: listing.title }, ...form };
  return renderPage(c, head, <ReportPage view={view} />, status);
}

import { type Context, Hono } from "hono";
import { isAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { findListingWithVisibility } from "@/features/listings";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { findReview, listReviewsForListing } from "../queries";
import { AboutReviewsPage } from "./about-page";
import { ListingReviewsPage } from "./listing-reviews-page";
import { ReviewReportedPage, ReviewReportPage, type ReviewReportView } from "./report-page";
import { reportReview } from "./report-review";

/** Published reviews, reports about them, and the page about reviews. */
export const publicReviewsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

publicReviewsRoutes.get(
  paths.listingReviews(":id"),
  routeOptions({ cacheable: true, prefetchable: true }),
  async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const cursors = { after: c.req.query("after"), before: c.req.query("before") };
    const [found, page] = await Promise.all([
      findListingWithVisibility(ctx, id),
      listReviewsForListing(ctx, id, cursors),
    ]);
    if (!found) throw new Refused({ code: "not_found" });
    const { listing, isVisible } = found;
    const manages = ctx.user?.id === listing.ownerId || isAdmin(ctx.user);
    if (!isVisible && (!manages || listing.state === "deleted")) throw new Refused({ code: "not_found" });
    const teacher = formatFullName(listing.owner);
    const head = {
      title: ctx.t("reviews.display.title", { teacher }),
      description: ctx.t("reviews.display.description", { teacher, title: listing.title }),
      canonical: paths.listingReviews(id, cursors),
      // The listing's page is what search engines should show.
      noindex: true,
    };
    return renderPage(c, head, <ListingReviewsPage view={{ listing, teacher, page }} />);
  },
);

publicReviewsRoutes.get(paths.reviews(), routeOptions({ prefetchable: true, sitemap: {} }), (c) => {
  const { t } = c.var.ctx;
  const head = { title: t("reviews.about.title"), description: t("reviews.about.description") };
  return renderPage(c, head, <AboutReviewsPage />);
});

const EMPTY_REPORT = { typed: { reason: "", text: "" }, errors: {}, message: null };

publicReviewsRoutes.get(paths.reviewReport(":id"), (c) => {
  if (!c.req.query("done")) return showReportForm(c, EMPTY_REPORT);
  const { ctx } = c.var;
  const head = { title: ctx.t("reviews.report.done.title"), noindex: true };
  return renderPage(c, head, <ReviewReportedPage isSignedIn={ctx.user !== null} />);
});

publicReviewsRoutes.post(paths.reviewReport(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const typed = { reason: form.text("reason"), text: form.text("text") };
  const result = await reportReview(c.var.ctx, id, typed);
  if (result.ok) return seeOther(c, paths.reviewReport(id, { done: true }));
  const { refusal } = result;
  if (refusal.code === "not_found" || refusal.code === "forbidden") throw new Refused(refusal);
  const problem = explainFormRefusal(c, refusal);
  return showReportForm(c, { typed, ...problem }, ERROR_STATUS[refusal.code]);
});

async function showReportForm(c: C, form: Omit<ReviewReportView, "review" | "isTeacher">, status = 200) {
  const { ctx } = c.var;
  const review = await findReview(ctx, idParam(c));
  if (review?.state !== "published") throw new Refused({ code: "not_found" });
  if (ctx.user && review.learnerId === ctx.user.id) {
    throw new Refused({ code: "forbidden", reason: "own_review_report" });
  }
  const head = { title: ctx.t("reviews.report.title"), noindex: true };
  const view = { review, isTeacher: ctx.user?.id === review.teacherId, ...form };
  return renderPage(c, head, <ReviewReportPage view={view} />, status);
}

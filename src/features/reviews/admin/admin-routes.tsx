import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused, type Result } from "@/shared/errors";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { REVIEW_LISTS, type ReviewList } from "@/shared/schemas/review";
import { formatTimeCursor } from "@/shared/time-cursor";
import type { DecidedReview } from "./decide-review";
import { declineObjection } from "./decline-objection";
import { dismissReports } from "./dismiss-reports";
import { findReviewDetails } from "./find-review-details";
import { findNextReview, listReviewsForAdmin, REVIEW_QUEUES } from "./list-reviews-for-admin";
import { publishReview } from "./publish-review";
import { rejectReview, removeReview } from "./refuse-review";
import { EMPTY_REVIEW_DECISION, type ReviewDecisionView } from "./review-decision-panel";
import { ReviewDetailsPage } from "./review-details-page";
import { AdminReviewsPage } from "./reviews-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const reviewsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const parseList = (value: string | undefined): ReviewList =>
  REVIEW_LISTS.find((list) => list === value) ?? "pending";

/** The decision that was just made: a key of `reviews.admin.done`. */
function findDone(c: C): string | null {
  const done = c.req.query("done") ?? "";
  return c.var.ctx.t.has(`reviews.admin.done.${done}`) ? done : null;
}

reviewsAdminRoutes.get(paths.adminReviews(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const list = parseList(c.req.query("state"));
  const page = await listReviewsForAdmin(ctx, list, after);
  const head = { title: ctx.t("admin.reviews.heading"), noindex: true };
  const view = { list, page, isFirstPage: !after, done: findDone(c) };
  return renderPage(c, head, <AdminReviewsPage view={view} />);
});

reviewsAdminRoutes.get(paths.adminReview(":id"), (c) => showReview(c, EMPTY_REVIEW_DECISION));

type Decide = (
  ctx: C["var"]["ctx"],
  review: DecidedReview,
  form: FormFields,
) => Promise<Result<{ id: string }>>;

const readReason = (form: FormFields) => ({ reason: form.text("reason"), text: form.text("text") });

const DECISIONS: Record<NonNullable<ReviewDecisionView["form"]>, Decide> = {
  publish: publishReview,
  reject: (ctx, review, form) => rejectReview(ctx, review, readReason(form)),
  remove: (ctx, review, form) => removeReview(ctx, review, readReason(form)),
  dismiss: (ctx, review, form) =>
    dismissReports(ctx, review, { report_ids: form.all("report_id"), text: form.text("text") }),
  "decline-objection": (ctx, review, form) =>
    declineObjection(ctx, review, {
      report_id: form.text("report_id") || undefined,
      text: form.text("text"),
    }),
};

for (const name of Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]) {
  reviewsAdminRoutes.post(paths.adminReviewAction(":id", name), async (c) => {
    const form = await readForm(c);
    const id = idParam(c);
    const review = { id, version: parseVersion(form.text("version")) };
    const result = await DECISIONS[name](c.var.ctx, review, form);
    if (result.ok) return continueModeration(c, form, name);
    return showRefusal(c, { ...EMPTY_REVIEW_DECISION, ...readReason(form), form: name }, result.refusal);
  });
  // A reload of the page that a refused decision shows.
  reviewsAdminRoutes.get(paths.adminReviewAction(":id", name), (c) =>
    seeOther(c, paths.adminReview(idParam(c))),
  );
}

/** Redirects to the next review in the form's queue, or to the queue if none waits. */
async function continueModeration(c: C, form: FormFields, done: string): Promise<Response> {
  const id = idParam(c);
  const queue = REVIEW_QUEUES.find((name) => name === form.text("queue"));
  if (!queue) return seeOther(c, paths.adminReview(id, { done }));
  const next = await findNextReview(c.var.ctx, queue, form.text("queue_cursor"), id);
  const state = queue === "pending" ? null : queue;
  return seeOther(c, next ? paths.adminReview(next, { done }) : paths.adminReviews({ state, done }));
}

function showRefusal(c: C, typed: ReviewDecisionView, refusal: Refusal): Promise<Response> {
  const status = ERROR_STATUS[refusal.code];
  if (refusal.code === "conflict") {
    const errorMessage = c.var.ctx.t("reviews.admin.changed");
    return showReview(c, { ...typed, errorMessage }, status);
  }
  if (refusal.code !== "invalid") throw new Refused(refusal);
  return showReview(c, { ...typed, errors: explainFormRefusal(c, refusal).errors }, status);
}

async function showReview(c: C, decision: ReviewDecisionView, status = 200): Promise<Response> {
  const { ctx } = c.var;
  const review = await findReviewDetails(ctx, idParam(c));
  if (!review) throw new Refused({ code: "not_found" });
  const { id, waiting } = review;
  const next = waiting
    ? await findNextReview(ctx, waiting.queue, formatTimeCursor({ ts: waiting.ts, id }), id)
    : null;
  const title = ctx.t("reviews.admin.about", { teacher: review.teacherName });
  const done = findDone(c);
  const view = {
    review,
    decision,
    done: status === 200 && done ? ctx.t(`reviews.admin.done.${done}`) : null,
    next,
  };
  return renderPage(c, { title, noindex: true }, <ReviewDetailsPage view={view} />, status);
}

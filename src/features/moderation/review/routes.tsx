import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { approveListing, reinstateListing, rejectListing, suspendListing } from "@/features/listings";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { formatRefusal, toFormErrors } from "@/ui/form";
import { type DecisionView, EMPTY_DECISION } from "./decision-panel";
import { findListingReview } from "./find-listing-review";
import { findNextToReview, listPendingListings } from "./list-pending-listings";
import { PendingPage } from "./pending-page";
import { ReviewPage } from "./review-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const reviewRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Success messages of the queue: keys of `admin.queue.done`. */
const DONE = {
  approved: { listing: "approved", revision: "revision_approved" },
  rejected: { listing: "rejected", revision: "revision_rejected" },
} as const;

reviewRoutes.get(paths.adminListings(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const done = c.req.query("done");
  const pending = await listPendingListings(ctx, after);
  const head = { title: ctx.t("admin.queue.heading"), noindex: true };
  const message = done && ctx.t.has(`admin.queue.done.${done}`) ? done : null;
  return renderPage(c, head, <PendingPage pending={pending} done={message} first={!after} />);
});

reviewRoutes.get(paths.adminListing(":id"), (c) => showReview(c, EMPTY_DECISION));

reviewRoutes.post(paths.adminListingAction(":id", "approve"), async (c) => {
  const form = await readForm(c);
  const result = await approveListing(c.var.ctx, {
    id: idParam(c),
    version: parseVersion(form.text("version")),
  });
  if (result.ok) return continueReview(c, form, DONE.approved[result.value.reviewed]);
  return showRefusal(c, { ...EMPTY_DECISION, form: "approve" }, result.refusal);
});

reviewRoutes.post(paths.adminListingAction(":id", "reject"), async (c) => {
  const form = await readForm(c);
  const typed = { reason: form.text("reason"), text: form.text("text") };
  const review = { id: idParam(c), version: parseVersion(form.text("version")) };
  const result = await rejectListing(c.var.ctx, review, typed);
  if (result.ok) return continueReview(c, form, DONE.rejected[result.value.reviewed]);
  return showRefusal(c, { ...EMPTY_DECISION, ...typed, form: "reject" }, result.refusal);
});

reviewRoutes.post(paths.adminListingAction(":id", "suspend"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const typed = { reason: form.text("reason"), text: form.text("text") };
  const result = await suspendListing(c.var.ctx, id, typed);
  if (result.ok) return seeOther(c, paths.adminListing(id, { done: "suspended" }));
  return showRefusal(c, { ...EMPTY_DECISION, ...typed, form: "suspend" }, result.refusal);
});

reviewRoutes.post(paths.adminListingAction(":id", "reinstate"), async (c) => {
  const id = idParam(c);
  const result = await reinstateListing(c.var.ctx, id);
  if (result.ok) return seeOther(c, paths.adminListing(id, { done: "reinstated" }));
  return showRefusal(c, { ...EMPTY_DECISION, form: "reinstate" }, result.refusal);
});

/** Redirects to the next listing after the form's cursor, or to the queue if none waits. */
async function continueReview(c: C, form: FormFields, done: string) {
  const cursor = form.text("queue_cursor");
  const next = cursor ? await findNextToReview(c.var.ctx, cursor, idParam(c)) : null;
  return seeOther(c, next ? paths.adminListing(next, { done }) : paths.adminListings({ done }));
}

function showRefusal(c: C, typed: DecisionView, refusal: Refusal) {
  const { t } = c.var.ctx;
  const status = ERROR_STATUS[refusal.code];
  if (refusal.code === "invalid")
    return showReview(c, { ...typed, errors: toFormErrors(t, refusal.fields) }, status);
  if (refusal.code === "conflict")
    return showReview(c, { ...typed, errorMessage: formatRefusal(t, refusal) }, status);
  return refusalResponse(c, refusal);
}

async function showReview(c: C, decision: DecisionView, status = 200) {
  const review = await findListingReview(c.var.ctx, idParam(c));
  if (!review) throw new Refused({ code: "not_found" });
  const { ctx } = c.var;
  const { listing, revision } = review;
  const cursor = formatTimeCursor({ ts: revision?.submittedTs ?? listing.submittedTs ?? 0, id: listing.id });
  const next = await findNextToReview(ctx, cursor, listing.id);
  const head = { title: listing.title, noindex: true };
  const done = c.req.query("done") ?? "";
  const messages = ["admin.suspension.done", "admin.queue.done"].find((list) => ctx.t.has(`${list}.${done}`));
  const message = status === 200 && messages ? ctx.t(`${messages}.${done}`) : null;
  const page = <ReviewPage review={review} decision={decision} done={message} next={next} />;
  return renderPage(c, head, page, status);
}

import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import {
  approveListing,
  findDecisionUndo,
  reinstateListing,
  rejectListing,
  suspendListing,
  undoDecision,
} from "@/features/listings";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { formatRefusal, toFormErrors } from "@/ui/form";
import { type DecisionView, EMPTY_DECISION, FILL_INTENT } from "./decision-panel";
import { findDecision } from "./find-decision";
import { findListingReview } from "./find-listing-review";
import { findNextToReview, listPendingListings } from "./list-pending-listings";
import { ListingDecisionPage } from "./listing-decision-page";
import { PendingPage } from "./pending-page";
import { addReasonBlocks, getReasonBlocks } from "./reason-blocks";

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
  const [pending, decision] = await Promise.all([
    listPendingListings(ctx, after),
    findDecision(ctx, "queue", c.req.query()),
  ]);
  const head = { title: ctx.t("admin.queue.heading"), noindex: true };
  return renderPage(c, head, <PendingPage pending={pending} decision={decision} first={!after} />);
});

reviewRoutes.get(paths.adminListing(":id"), (c) => showReview(c, EMPTY_DECISION));

reviewRoutes.post(paths.adminListingAction(":id", "approve"), async (c) => {
  const form = await readForm(c);
  const result = await approveListing(c.var.ctx, {
    id: idParam(c),
    version: parseVersion(form.text("version")),
    canUndo: true,
  });
  if (result.ok) return continueReview(c, form, DONE.approved[result.value.reviewed]);
  return showRefusal(c, { ...EMPTY_DECISION, form: "approve" }, result.refusal);
});

reviewRoutes.post(paths.adminListingAction(":id", "reject"), async (c) => {
  const form = await readForm(c);
  const reasons = form.all("reason");
  const [reason = "", ...furtherReasons] = reasons;
  const typed = { ...EMPTY_DECISION, form: "reject", reason, reasons, text: form.text("text") } as const;
  if (form.text("intent") === FILL_INTENT) return showReview(c, typed, { fillsText: true });
  const result = await rejectListing(
    c.var.ctx,
    { id: idParam(c), version: parseVersion(form.text("version")), canUndo: true },
    { reason, further_reasons: furtherReasons, text: typed.text },
  );
  if (result.ok) return continueReview(c, form, DONE.rejected[result.value.reviewed]);
  return showRefusal(c, typed, result.refusal);
});

reviewRoutes.post(paths.adminListingAction(":id", "undo"), async (c) => {
  const id = idParam(c);
  const result = await undoDecision(c.var.ctx, id);
  if (result.ok) return seeOther(c, paths.adminListing(id, { done: "undone" }));
  return showRefusal(c, { ...EMPTY_DECISION, form: "approve" }, result.refusal);
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
  const decided = idParam(c);
  const next = cursor ? await findNextToReview(c.var.ctx, cursor, decided) : null;
  const query = { done, decided };
  return seeOther(c, next ? paths.adminListing(next, query) : paths.adminListings(query));
}

function showRefusal(c: C, typed: DecisionView, refusal: Refusal) {
  const { t } = c.var.ctx;
  const status = ERROR_STATUS[refusal.code];
  if (refusal.code === "invalid")
    return showReview(c, { ...typed, errors: toFormErrors(t, refusal.fields) }, { status });
  if (refusal.code === "conflict") {
    const errorMessage =
      refusal.reason === "undo_over" ? formatRefusal(t, refusal) : t("admin.review.changed");
    return showReview(c, { ...typed, errorMessage }, { status });
  }
  return refusalResponse(c, refusal);
}

/** `fillsText` adds the text blocks of the ticked reasons to the explanation. */
async function showReview(c: C, decision: DecisionView, { status = 200, fillsText = false } = {}) {
  const { ctx } = c.var;
  const review = await findListingReview(ctx, idParam(c));
  if (!review) throw new Refused({ code: "not_found" });
  const { listing, revision, waiting } = review;
  const cursor = formatTimeCursor({ ts: revision?.submittedTs ?? listing.submittedTs ?? 0, id: listing.id });
  const requested = status === 200 ? (c.req.query("done") ?? "") : "";
  const [next, previous, undo] = await Promise.all([
    findNextToReview(ctx, cursor, listing.id),
    findDecision(ctx, "queue", { ...c.req.query(), done: requested }),
    waiting ? null : findDecisionUndo(ctx, listing.id),
  ]);
  const blocks = getReasonBlocks(ctx.translator(listing.owner.locale));
  const text = fillsText ? addReasonBlocks(decision.text, blocks, decision.reasons) : decision.text;
  const done = ["admin.suspension.done", "admin.review.done"].find((list) =>
    ctx.t.has(`${list}.${requested}`),
  );
  const head = { title: listing.title, noindex: true };
  const page = (
    <ListingDecisionPage
      review={review}
      decision={{ ...decision, text }}
      blocks={blocks}
      done={done ? ctx.t(`${done}.${requested}`) : null}
      previous={previous}
      next={next}
      canUndo={undo !== null}
    />
  );
  return renderPage(c, head, page, status);
}

import { type Context, Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { VERIFICATION_STATES } from "@/shared/codes";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { parseVersion } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { findVerificationForReview, listVerificationsInState } from "./queries";
import { approveVerification } from "./review/approve-verification";
import { rejectVerification } from "./review/reject-verification";
import { type VerificationDecisionView, VerificationReviewPage } from "./review/verification-review-page";
import { VerificationsQueuePage } from "./review/verifications-queue-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const verificationsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

verificationsAdminRoutes.get(paths.adminVerifications(), async (c) => {
  const { ctx } = c.var;
  const state = VERIFICATION_STATES.find((code) => code === c.req.query("state")) ?? "pending";
  const after = c.req.query("after");
  const done = c.req.query("done") ?? "";
  const view = {
    state,
    page: await listVerificationsInState(ctx, state, after),
    isFirstPage: !after,
    done: ctx.t.has(`verifications.admin.done.${done}`) ? done : null,
  };
  const head = { title: ctx.t("verifications.admin.heading"), noindex: true };
  return renderPage(c, head, <VerificationsQueuePage view={view} />);
});

const EMPTY_DECISION: VerificationDecisionView = { form: null, values: {}, errors: {}, message: null };

verificationsAdminRoutes.get(paths.adminVerification(":id"), (c) => showReview(c, EMPTY_DECISION));

verificationsAdminRoutes.post(paths.adminVerificationAction(":id", "approve"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const values = {
    proves: form.text("proves"),
    issuer: form.text("issuer"),
    document_date: form.day("document_date"),
  };
  const version = parseVersion(form.text("version"));
  const result = await approveVerification(c.var.ctx, id, { ...values, version });
  if (result.ok) return seeOther(c, paths.adminVerifications({ done: "approved" }));
  return showRefusal(c, { ...EMPTY_DECISION, form: "approve", values }, result.refusal);
});

verificationsAdminRoutes.post(paths.adminVerificationAction(":id", "reject"), async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const values = { reason: form.text("reason"), text: form.text("text") };
  const version = parseVersion(form.text("version"));
  const result = await rejectVerification(c.var.ctx, id, { ...values, version });
  if (result.ok) return seeOther(c, paths.adminVerifications({ done: "rejected" }));
  return showRefusal(c, { ...EMPTY_DECISION, form: "reject", values }, result.refusal);
});

/** A reload of the page that a refused decision shows. */
for (const action of ["approve", "reject"] as const) {
  verificationsAdminRoutes.get(paths.adminVerificationAction(":id", action), (c) =>
    seeOther(c, paths.adminVerification(idParam(c))),
  );
}

function showRefusal(c: C, typed: VerificationDecisionView, refusal: Refusal) {
  if (refusal.code !== "invalid" && refusal.code !== "conflict") return refusalResponse(c, refusal);
  return showReview(c, { ...typed, ...explainFormRefusal(c, refusal) }, ERROR_STATUS[refusal.code]);
}

async function showReview(c: C, decision: VerificationDecisionView, status = 200) {
  const admin = requireAdmin(c.var.ctx);
  const review = await findVerificationForReview(c.var.ctx, idParam(c));
  if (!review) throw new Refused({ code: "not_found" });
  const head = { title: formatFullName(review.user), noindex: true };
  const isOwn = review.user.id === admin.id;
  const page = <VerificationReviewPage review={review} decision={decision} isOwn={isOwn} />;
  return renderPage(c, head, page, status);
}

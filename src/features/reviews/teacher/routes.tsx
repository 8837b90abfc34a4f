import { type Context, Hono } from "hono";
import { requireTeacher } from "@/auth/access";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { type Refusal, Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { findReview } from "../queries";
import { AnswerPage, type AnswerView } from "./answer-page";
import { findOwnReport, listOwnReviews } from "./list-own-reviews";
import { objectToDismissal } from "./object-to-dismissal";
import { canObjectToDismissal, OwnReviewsPage } from "./own-reviews-page";
import { getReplyEditEnd, replyToReview } from "./reply-to-review";

/** The reviews about the signed-in teacher: list, reply, objection. */
export const teacherReviewsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

teacherReviewsRoutes.get(paths.ownReviews(), async (c) => {
  const { ctx } = c.var;
  const user = requireTeacher(ctx);
  const doneKey = c.req.query("done") ?? "";
  const page = await listOwnReviews(ctx, { after: c.req.query("after"), before: c.req.query("before") });
  const view = {
    page,
    teacher: formatFullName(user),
    done: ctx.t.has(`reviews.teacher.done.${doneKey}`) ? doneKey : null,
    now: ctx.now,
  };
  const head = { title: ctx.t("reviews.teacher.heading"), noindex: true };
  return renderPage(c, head, <OwnReviewsPage view={view} />);
});

teacherReviewsRoutes.get(paths.reviewReply(":id"), (c) => showForm(c, "reply"));

teacherReviewsRoutes.post(paths.reviewReply(":id"), async (c) => {
  const text = (await readForm(c)).text("text");
  const result = await replyToReview(c.var.ctx, idParam(c), { text });
  if (result.ok) return seeOther(c, paths.ownReviews({ done: "replied" }));
  return showForm(c, "reply", { text, refusal: result.refusal });
});

teacherReviewsRoutes.get(paths.reviewObjection(":id"), (c) => showForm(c, "objection"));

teacherReviewsRoutes.post(paths.reviewObjection(":id"), async (c) => {
  const text = (await readForm(c)).text("text");
  const result = await objectToDismissal(c.var.ctx, idParam(c), { text });
  if (result.ok) return seeOther(c, paths.ownReviews({ done: "objected" }));
  return showForm(c, "objection", { text, refusal: result.refusal });
});

/** Shows a form, or why it can't be sent. `sent` is a refused form. */
async function showForm(c: C, kind: AnswerView["kind"], sent?: { text: string; refusal: Refusal }) {
  const { ctx } = c.var;
  const user = requireTeacher(ctx);
  const review = await findReview(ctx, idParam(c));
  if (review?.teacherId !== user.id) throw new Refused({ code: "not_found" });
  const report = kind === "objection" ? await findOwnReport(ctx, review.id) : null;
  if (!sent) {
    if (kind === "objection" && !(report && canObjectToDismissal(review, report))) {
      throw new Refused({ code: "conflict", reason: "no_objection" });
    }
    if (review.state !== "published") throw new Refused({ code: "conflict", reason: "review_hidden" });
    const end = kind === "reply" ? getReplyEditEnd(review) : null;
    if (end !== null && end <= ctx.now) throw new Refused({ code: "conflict", reason: "reply_period_over" });
  }
  const view = {
    kind,
    review,
    decisionText: report?.decisionText ?? "",
    text: sent?.text ?? (kind === "reply" ? review.replyText : ""),
    ...explainFormRefusal(c, sent?.refusal),
  };
  const head = { title: ctx.t(`reviews.teacher.${kind}.title`), noindex: true };
  return renderPage(c, head, <AnswerPage view={view} />, toFormStatus(sent?.refusal));
}

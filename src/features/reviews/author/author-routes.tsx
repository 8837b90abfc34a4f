import { type Context, Hono } from "hono";
import { toSightingNetworkKey } from "@/auth/sightings";
import type { AppEnv } from "@/context";
import { findReviewRefusal } from "@/features/enquiries";
import { findOrCreateDevice, setDeviceCookie } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { renderSignedOut } from "@/http/render-signed-out";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { toGradeLevel } from "@/shared/codes";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { formatRefusal } from "@/ui/form";
import { canEditReview, editReview, REVIEW_EDIT_PERIOD_MS } from "./edit-review";
import type { ReviewSender } from "./find-hold-rule";
import { findReviewContext, type OwnReview, type ReviewContext } from "./find-review-context";
import { canObjectToDecision, objectToDecision } from "./object-to-decision";
import { findKnownRole } from "./review-content";
import type { ReviewValues } from "./review-form";
import { AuthorReviewPage, UnsentReviewPage } from "./review-page";
import { submitReview } from "./submit-review";
import { withdrawReview } from "./withdraw-review";

/** The page and the forms of a review's author: a learner with an account, or a guest by the token of a mailed link. */
export const authorRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** A form that was refused, with what was typed. */
type RejectedForm = { refusal: Refusal } & ({ values: ReviewValues } | { objection: string });

const SAME_ORIGIN = routeOptions({ sameOriginOnly: true });
const WITHDRAW = paths.enquiryReviewAction(":id", "withdraw");
const OBJECT = paths.enquiryReviewAction(":id", "object");

authorRoutes.get(paths.enquiryReview(":id"), (c) => renderReview(c, idParam(c), c.req.query("token")));

authorRoutes.post(paths.enquiryReview(":id"), SAME_ORIGIN, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const token = readToken(c, form);
  if (token === undefined && !ctx.user) return renderSignedOut(c, paths.enquiryReview(id), form.values());
  const values = {
    rating: form.text("rating"),
    text: form.text("text"),
    lessons: form.text("lessons"),
    name: form.text("name"),
    level: form.text("level"),
  };
  const input = {
    ...values,
    rating: values.rating === "" ? undefined : Number(values.rating),
    level: values.level || null,
    token,
  };
  const sender = identifySender(c);
  const version = form.text("version");
  const result =
    version === ""
      ? await submitReview(ctx, id, { ...input, once: form.text("once") }, sender)
      : await editReview(ctx, id, { ...input, version: Number(version) }, sender);
  if (!result.ok) return renderReview(c, id, token, { refusal: result.refusal, values });
  return redirectToReview(c, id, token, result.value.state === "published" ? "published" : "held");
});

authorRoutes.post(WITHDRAW, SAME_ORIGIN, async (c) => {
  const id = idParam(c);
  const token = readToken(c, await readForm(c));
  const result = await withdrawReview(c.var.ctx, id, { token });
  // Pressed twice, it redirects as the first time.
  if (!result.ok && result.refusal.reason !== "no_review") throw new Refused(result.refusal);
  return redirectToReview(c, id, token, "withdrawn");
});

authorRoutes.post(OBJECT, SAME_ORIGIN, async (c) => {
  const id = idParam(c);
  const form = await readForm(c);
  const token = readToken(c, form);
  if (token === undefined && !c.var.ctx.user)
    return renderSignedOut(c, paths.enquiryReviewAction(id, "object"), form.values());
  const text = form.text("text");
  const result = await objectToDecision(c.var.ctx, id, { token, text });
  if (!result.ok) return renderReview(c, id, token, { refusal: result.refusal, objection: text });
  return redirectToReview(c, id, token, "objected");
});

const readToken = (c: C, form: FormFields): string | undefined =>
  form.text("token") || c.req.query("token") || undefined;

const redirectToReview = (c: C, id: string, token: string | undefined, done: string) =>
  seeOther(c, paths.enquiryReview(id, { ...(token === undefined ? {} : { token }), done }));

/** The browser and network of a review. The browser gets a device cookie. */
function identifySender(c: C): ReviewSender {
  const device = findOrCreateDevice(c);
  setDeviceCookie(c, device);
  return { deviceKey: device.key, networkKey: toSightingNetworkKey(c.var.ctx) };
}

/** Shows the author's page; after a rejected form with what was typed. */
async function renderReview(c: C, id: string, token: string | undefined, rejected?: RejectedForm) {
  const { ctx } = c.var;
  const found = await findReviewContext(ctx, id, token);
  if (!found.ok) return renderUnsent(c, id, found.refusal, rejected);
  const { enquiry, review } = found.value;
  const refusal = review ? null : findReviewRefusal(ctx, enquiry);
  const form = toFormView(c, found.value, { isRefused: refusal !== null, rejected });
  const done = c.req.query("done") ?? "";
  const teacherName = enquiry.names.teacher;
  const page = (
    <AuthorReviewPage
      view={{
        enquiryId: id,
        token: token ?? null,
        teacherName,
        done: !rejected && ctx.t.has(`reviews.done.${done}`) ? done : null,
        own:
          review && (rejected || !form)
            ? {
                review,
                teacherName,
                enquiryId: id,
                token: token ?? null,
                editableUntilTs: canEditReview(ctx, review) ? review.createdTs + REVIEW_EDIT_PERIOD_MS : null,
                objection: form || !canObjectToDecision(review) ? null : toObjectionView(c, rejected),
              }
            : null,
        form,
        refused: refusal && !rejected ? formatRefusal(ctx.t, refusal) : null,
      }}
    />
  );
  const head = {
    title: ctx.t("reviews.form.heading", { name: teacherName }),
    noindex: true,
    secret: true,
  };
  return renderPage(c, head, page, toFormStatus(rejected?.refusal));
}

/** The form for a new review or an edit, null if there is none; after a rejected form with what was typed. */
function toFormView(
  c: C,
  { author, enquiry, review }: ReviewContext,
  { isRefused, rejected }: { isRefused: boolean; rejected: RejectedForm | undefined },
) {
  const { ctx } = c.var;
  const typed = rejected && "values" in rejected ? rejected : null;
  const wantsEdit = review !== null && c.req.query("edit") !== undefined && canEditReview(ctx, review);
  if (!typed && (rejected || isRefused || (review && !wantsEdit))) return null;
  const { displayedName } = author;
  const { learnerWho, learnerGrade } = enquiry;
  const [onlyLevel, ...otherLevels] = enquiry.listing?.levels ?? [];
  const empty = {
    rating: "",
    text: "",
    lessons: "",
    name: displayedName === null || learnerWho === "child" ? "role" : "initial",
    level: learnerGrade === null ? (otherLevels.length === 0 && onlyLevel) || "" : toGradeLevel(learnerGrade),
  };
  return {
    values: typed?.values ?? (review ? toValues(review) : empty),
    ...explainFormRefusal(c, typed?.refusal),
    displayedName,
    knownRole: findKnownRole(author),
    once: ctx.newId(),
    version: review?.version ?? null,
  };
}

const toValues = (review: OwnReview): ReviewValues => ({
  rating: String(review.rating),
  text: review.text,
  lessons: review.lessons,
  name: review.authorName === null ? "role" : "initial",
  level: review.level ?? "",
});

function toObjectionView(c: C, rejected: RejectedForm | undefined) {
  const typed = rejected && "objection" in rejected ? rejected : null;
  return { text: typed?.objection ?? "", ...explainFormRefusal(c, typed?.refusal) };
}

/**
 * Shows the typed text to a reader who is not the author, for example by an invalid link, for which a guest can request
 * a new one.
 * @throws Refused `not_found` if nothing was typed
 */
function renderUnsent(c: C, enquiryId: string, refusal: Refusal, rejected: RejectedForm | undefined) {
  if (refusal.code === "not_found" && !rejected) throw new Refused(refusal);
  const text = !rejected ? null : "values" in rejected ? rejected.values.text : rejected.objection;
  const head = { title: c.var.ctx.t("reviews.form.refusedHeading"), noindex: true, secret: true };
  const isInvalidLink = refusal.reason === "invalid_token";
  const page = (
    <UnsentReviewPage
      message={isInvalidLink ? c.var.ctx.t("enquiries.link.invalid") : explainRefusal(c, refusal)}
      text={text}
      newLinkFor={isInvalidLink ? enquiryId : null}
    />
  );
  return renderPage(c, head, page, ERROR_STATUS[refusal.code]);
}

import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import { isCrossSite } from "@/http/csrf";
import { getGuestCookies } from "@/http/guest-cookies";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import type { FormErrors } from "@/ui/form";
import { AppointmentPanel, type PanelForm } from "../appointments/appointment-panel";
import { findProposal, loadLessons } from "../appointments/load-lessons";
import { findAppointmentRefusal } from "../appointments/queries";
import { confirmLinks, eraseLinked, renderConfirmPage } from "../confirmation/confirm-routes";
import { ERASE_INTENT } from "../confirmation/guest-link-page";
import { renderGuestLinkPage, renderInvalidLink } from "../confirmation/guest-link-routes";
import { listWaitingMessages } from "../confirmation/list-waiting-messages";
import { toLearnerValues } from "../form/learner-values";
import { loadSimilarTeachers } from "../form/load-similar-teachers";
import { needsFurtherHint } from "../form/message-hint";
import { isAddressProof } from "../guests/address-proof";
import { sendGuestLink } from "../guests/send-guest-link";
import { findOfferPath } from "../offers/find-offer";
import {
  type EnquiryView,
  findGuestEnquiry,
  findLiftedStop,
  findOwnEnquiry,
  listConversationReports,
  listMessages,
  type Message,
} from "../queries";
import { findReviewRefusal } from "../review-period";
import {
  explainHeld,
  type RefusedForm,
  readParentEmail,
  refusedFormProps,
  renderSignInToSend,
} from "../sending/enquire-routes";
import { correctParent } from "../threads/correct-parent";
import { markRead } from "../threads/mark-read";
import { sendMessage } from "../threads/send-message";
import { setEnquiryState } from "../threads/set-enquiry-state";
import { findUnansweredRefusal } from "../threads/unanswered-limit";
import type { AnswerFormProps } from "./answer-area";
import { ThreadPage } from "./thread-page";

/** Conversations, for guests by the token of their mailed link, or for accounts. */
export const threadRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

threadRoutes.get(paths.enquiry(":id"), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const token = c.req.query("token");
  if (token === undefined) return renderOwnThread(c, id);
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (enquiry)
    return enquiry.isUnconfirmed
      ? renderConfirmPage(c, [{ enquiry, token }])
      : renderThread(c, enquiry, { token });
  return (await isParticipant(c, id)) ? renderOwnThread(c, id) : renderInvalidLink(c, id);
});

threadRoutes.post(paths.enquiry(":id"), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const token = form.text("token") || c.req.query("token");
  if (!token) return sendFromAccount(c, id, form);
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (!enquiry) return handleInvalidLink(c, id, form);
  if (form.text("intent") === ERASE_INTENT) return eraseLinked(c, [{ enquiry, token }]);
  // The confirmation button sends no message. Pressed twice, it redirects as the first time.
  if (enquiry.isUnconfirmed || !form.has("message")) return confirmLinks(c, [{ id, token }]);

  const message = form.text("message");
  if (needsFurtherHint(ctx, form))
    return renderThread(c, enquiry, { token, asked: { values: { message }, isAsking: true } });
  const result = await sendMessage(ctx, id, {
    message,
    token,
    submissionId: form.text("once"),
    confirmContact: form.has("confirm_contact"),
  });
  if (result.ok) return seeOther(c, paths.enquiry(id, { token, done: "answered" }));
  return renderThread(c, enquiry, { token, refused: { refusal: result.refusal, values: { message } } });
});

/** Handles a form sent with an invalid link: its message must not be lost. */
async function handleInvalidLink(c: C, id: string, form: FormFields) {
  const [message, submissionId] = [form.text("message"), form.text("once")];
  const unsent = form.has("message") ? { message, submissionId } : null;
  if (await isParticipant(c, id)) return unsent ? sendFromAccount(c, id, form) : renderOwnThread(c, id);
  // Rejects cross-site posts: the visitor did not write the message.
  if (unsent && isCrossSite(c)) throw new Refused({ code: "forbidden", reason: "cross_site" });
  return renderInvalidLink(c, id, unsent);
}

/** Whether the visitor's account takes part. A guest enquiry may have moved to an account. */
async function isParticipant(c: C, id: string): Promise<boolean> {
  const { ctx } = c.var;
  return ctx.user !== null && (await findOwnEnquiry(ctx, ctx.user, id)) !== null;
}

/** Sends a message without a guest's token. */
async function sendFromAccount(c: C, id: string, form: FormFields) {
  const { ctx } = c.var;
  if (!ctx.user) {
    if (isCrossSite(c)) throw new Refused({ code: "forbidden", reason: "cross_site" });
    return renderSignInToSend(c, paths.enquiry(id), form);
  }
  const message = form.text("message");
  if (needsFurtherHint(ctx, form))
    return renderOwnThread(c, id, { asked: { values: { message }, isAsking: true } });
  const values = { message, ...readParentEmail(form) };
  const errors = askAboutEmail(ctx, form, "parent_email");
  if (errors) return renderOwnThread(c, id, { asked: { values, errors, ...explainHeld(c, form) } });
  const result = await sendMessage(ctx, id, {
    message,
    parentEmail: values.parent_email,
    submissionId: form.text("once"),
    confirmContact: form.has("confirm_contact"),
  });
  if (result.ok) {
    const done = result.value.isTooShort ? "answered_short" : "answered";
    return seeOther(c, paths.enquiry(id, { done }));
  }
  return renderOwnThread(c, id, { refused: { refusal: result.refusal, values } });
}

/** Mails the link to the guest of a conversation again. The page is the same for every conversation. */
threadRoutes.post(paths.enquiryLink(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  await sendGuestLink(c.var.ctx, idParam(c));
  return renderGuestLinkPage(c, { kind: "sent" });
});

threadRoutes.post(paths.enquiryParent(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const typed = readEmail(form, "parent_email");
  const errors = askAboutEmail(ctx, form, "parent_email");
  if (errors) return renderOwnThread(c, id, { parent: { typed, errors } });
  const result = await correctParent(ctx, id, { parent_email: typed });
  if (result.ok) return seeOther(c, paths.enquiry(id, { done: "parent_corrected" }));
  return renderOwnThread(c, id, { parent: { typed, refusal: result.refusal } });
});

threadRoutes.post(paths.enquiryState(":id"), async (c) => {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const state = (await readForm(c)).text("state");
  const result = await setEnquiryState(c.var.ctx, id, { state });
  if (!result.ok) throw new Refused(result.refusal);
  const done = state === "answered" ? "no_answer" : state === "new" ? "reopened" : "state_set";
  return seeOther(c, paths.enquiry(id, { done }));
});

/** A message that was not sent: it was refused, or its form asks about contact data or a parent's address. */
type UnsentReply = {
  refused?: RefusedForm | undefined;
  asked?: Pick<AnswerFormProps, "values" | "errors" | "isAsking" | "refused" | "isHeld">;
  /** Another address of a parent that was refused, or about which the form asks. */
  parent?: { typed: string; errors?: FormErrors; refusal?: Refusal };
};

/** Shows a conversation to a user who takes part with an account. */
async function renderOwnThread(c: C, id: string, unsent: UnsentReply = {}) {
  const { ctx } = c.var;
  const enquiry = await findOwnEnquiry(ctx, requireUser(ctx), id);
  if (!enquiry) throw new Refused({ code: "not_found" });
  return renderThread(c, enquiry, unsent);
}

/** The values of `done` right after the first message was sent. */
const SENT_NOW: ReadonlySet<string> = new Set(["sent", "confirmed"]);
/** Values of `done` after a form whose unsent input the browser stores. */
const DRAFT_SENT = new Set([...SENT_NOW, "answered", "answered_short", "lesson_proposed", "lesson_moved"]);

/** What fills in the form to write to other teachers, for the learner who has just sent the message. */
function toSent(enquiry: EnquiryView, [first]: readonly Message[]) {
  const { guestEmail, names } = enquiry;
  const guest = guestEmail === null ? {} : { name: names.learner, email: guestEmail, adult: "1" as const };
  return { message: first?.text ?? "", ...toLearnerValues(enquiry), ...guest };
}

/** Why the reader can't write now; null if nothing forbids it. */
function explainWaiting(
  c: C,
  { isStopped, awaitsDecision, isRequestClosed, requestId }: EnquiryView,
  unanswered: Awaited<ReturnType<typeof findUnansweredRefusal>>,
): string | null {
  const { t } = c.var.ctx;
  if (isStopped) return t("enquiries.thread.stopped");
  if (awaitsDecision) return t("general.refusals.awaits_decision");
  if (unanswered?.ok !== false) return null;
  return isRequestClosed || requestId === null
    ? t("enquiries.thread.request.ended")
    : explainRefusal(c, unanswered.refusal);
}

/** A form about the first lesson that was not accepted, and the status of its page. */
type UnsentLesson = { form: PanelForm; status: ReturnType<typeof toFormStatus> };

/** Shows a conversation to its reader. `token` is the token of a guest's link. */
export async function renderThread(
  c: C,
  enquiry: EnquiryView,
  {
    token,
    refused,
    asked,
    parent,
    unsent,
  }: UnsentReply & { token?: string | undefined; unsent?: UnsentLesson } = {},
) {
  const { ctx } = c.var;
  // A form that was not accepted is shown with what was typed, also if the conversation allows no lessons any more.
  const isClosed = unsent === undefined && findAppointmentRefusal(enquiry) !== null;
  const [messages, reports, liftedStop, lessons, unanswered] = await Promise.all([
    listMessages(ctx, enquiry),
    listConversationReports(ctx, enquiry),
    enquiry.isStoppedByTeam ? null : findLiftedStop(ctx, enquiry),
    loadLessons(ctx, enquiry),
    !enquiry.isUnrepliedAnswer || refused || asked ? null : findUnansweredRefusal(ctx, enquiry),
  ]);
  const isHeld = enquiry.isStopped || enquiry.awaitsDecision;
  const isWaiting = unsent === undefined && (unanswered !== null || isHeld);
  const { side, listing, guestEmail } = enquiry;
  const isProven = guestEmail !== null && isAddressProof(ctx, getGuestCookies(c).addressProof, guestEmail);
  // Mail programs open a guest's link too, so only the browser that confirmed the address proves that it was read.
  if (guestEmail === null || side === "teacher" || isProven) await markRead(ctx, enquiry);
  const doneKey = c.req.query("done") ?? "";
  // Said only until the other side answers, also when the page is loaded again.
  const isOver =
    (enquiry.isStopped && DRAFT_SENT.has(doneKey)) ||
    ((doneKey === "lesson_proposed" || doneKey === "lesson_moved") && findProposal(lessons)?.isOwn !== true);
  const done =
    !refused && !parent && !unsent && !isOver && ctx.t.has(`enquiries.done.${doneKey}`) ? doneKey : null;
  const similar =
    done && SENT_NOW.has(done) && side === "learner" && listing
      ? await loadSimilarTeachers(ctx, [listing.id], toSent(enquiry, messages), enquiry.guestEmail)
      : null;
  // The link may have been passed on; the browser that confirmed the address may see its other messages.
  const waiting = isProven && done === "confirmed" ? await listWaitingMessages(ctx, guestEmail) : [];
  const hasReviewLink =
    side === "learner" && (Boolean(enquiry.hasReview) || findReviewRefusal(ctx, enquiry) === null);
  // After the answer that the lesson took place, the same panel asks for a review.
  const isReviewAsked = hasReviewLink && !enquiry.hasReview && lessons.current?.tookPlace === true;
  const otherName = enquiry.side === "teacher" ? enquiry.names.learner : enquiry.names.teacher;
  return renderPage(
    c,
    {
      title: ctx.t("enquiries.thread.title", { name: otherName }),
      noindex: true,
      secret: token !== undefined,
      isAfterSending: done !== null && DRAFT_SENT.has(done),
    },
    <ThreadPage
      enquiry={enquiry}
      messages={messages}
      reports={reports}
      liftedStop={liftedStop}
      submissionId={ctx.newId()}
      offerPath={side === "learner" ? await findOfferPath(ctx, enquiry) : null}
      now={ctx.now}
      waitsText={(refused || asked) && !isHeld ? null : explainWaiting(c, enquiry, unanswered)}
      hasReviewLink={hasReviewLink && !isReviewAsked}
      token={token ?? null}
      done={done}
      lesson={lessons.current}
      parent={parent ? { ...explainFormRefusal(c, parent.refusal), ...parent } : null}
      lessons={
        !(isClosed || isWaiting) || lessons.current ? (
          <AppointmentPanel
            enquiry={enquiry}
            lessons={lessons}
            isClosed={isClosed}
            isWaiting={isWaiting}
            isReviewAsked={isReviewAsked}
            token={token ?? null}
            submissionId={ctx.newId()}
            form={unsent?.form ?? null}
            now={ctx.now}
          />
        ) : null
      }
      similar={similar}
      waiting={waiting}
      {...(asked ?? refusedFormProps(c, refused))}
    />,
    unsent?.status ?? toFormStatus(refused?.refusal ?? parent?.refusal),
  );
}

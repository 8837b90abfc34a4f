import { type Context, Hono } from "hono";
import { createGuestToken } from "@/auth/guest-token";
import type { AppEnv, Ctx } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import { getGuestCookies } from "@/http/guest-cookies";
import { deleteKeptMessage, getKeptMessage, keepMessage } from "@/http/kept-message";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { forgetGuest, setGuestContact } from "@/http/set-guest-cookies";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MessagePage } from "@/ui/message-page";
import { findBlockOfOwner } from "../blocks";
import { redirectToMailbox } from "../confirmation/pending-routes";
import { EnquirePage, SendAfterSignInForm, SignInToSend } from "../form/enquire-pages";
import {
  type EnquiryFormProps,
  type EnquiryValues,
  FORGET_INTENT,
  SIGN_IN_INSTEAD,
} from "../form/enquiry-form";
import { readLearnerValues } from "../form/learner-values";
import { loadSenderProps } from "../form/load-sender-props";
import { needsHint, readMessage } from "../form/message-hint";
import { findProvenAddress } from "../guests/address-proof";
import { formatTeacherName } from "../names";
import { findEarlierEnquiry } from "../queries";
import { HELD_REASONS, isContactOfMinorHeld } from "./is-contact-of-minor-held";
import { type EnquiryInput, findWrongFields, sendEnquiry } from "./send-enquiries";

/** Writing to the teacher of a listing, with an account or as a guest. */
export const enquireRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

enquireRoutes.get(paths.enquire(":id"), (c) => {
  const id = idParam(c);
  return renderEnquirePage(c, id, undefined, getKeptValues(c, paths.enquire(id)));
});

/** From another site, the app would send the message in the visitor's name. */
enquireRoutes.post(paths.enquire(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const listingId = idParam(c);
  const form = await readForm(c);
  if (mustSignIn(c, form)) return renderSignInToSend(c, paths.enquire(listingId), form);
  const values = readEnquiryValues(ctx, form);
  if (isForgotten(c, form))
    return renderEnquirePage(c, listingId, undefined, { values: withoutContact(values), ...FORGOTTEN });
  const questions = findQuestions(c, form, [listingId]);
  if (questions) return renderEnquirePage(c, listingId, undefined, { values, ...questions });
  const result = await sendEnquiry(ctx, ctx.user, listingId, readEnquiry(c, form));
  if (!result.ok) return renderEnquirePage(c, listingId, { refusal: result.refusal, values });
  const { id, guest } = result.value;
  deleteKeptMessage(c);
  if (!guest) return seeOther(c, paths.enquiry(id, { done: "sent" }));
  rememberGuest(c, form, guest.email);
  if (!guest.isConfirmed) return redirectToMailbox(c, [{ id }]);
  const token = createGuestToken(ctx, { id, email: guest.email });
  return seeOther(c, paths.enquiry(id, { token, done: "confirmed" }));
});

async function renderEnquirePage(
  c: C,
  listingId: string,
  refused?: RefusedForm,
  props: Partial<Omit<EnquiryFormProps, "listing">> = {},
) {
  const { ctx } = c.var;
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) throw new Refused({ code: "not_found" });
  // Owners cannot write to their own listing.
  if (listing.ownerId === ctx.user?.id) throw new Refused({ code: "forbidden", reason: "own_listing" });
  const cookies = getGuestCookies(c);
  const [sender, earlier, blockedIn] = await Promise.all([
    loadSenderProps(ctx, cookies),
    ...(refused
      ? []
      : ([
          findEarlierEnquiry(ctx, listingId, findProvenAddress(ctx, cookies)),
          findBlockOfOwner(ctx, listingId),
        ] as const)),
  ]);
  const head = {
    title: ctx.t("enquiries.form.title"),
    canonical: paths.listing(listingId),
    noindex: true,
    appCheck: ctx.user === null,
  };
  return renderPage(
    c,
    head,
    <EnquirePage
      listing={listing}
      teacher={formatTeacherName(listing.owner)}
      {...(ctx.user ? { submissionId: ctx.newId() } : {})}
      {...sender}
      {...props}
      earlier={earlier ?? null}
      blockedIn={blockedIn}
      {...refusedFormProps(c, refused)}
    />,
    toFormStatus(refused?.refusal),
  );
}

/** A refused form: the reason and the typed values. */
export type RefusedForm = { refusal: Refusal; values: EnquiryValues };

/** The field of a guest's name asks for the first name only. */
function explainEnquiryRefusal(c: C, refusal: Refusal | undefined) {
  const explained = explainFormRefusal(c, refusal);
  if (refusal?.fields?.some(({ field, code }) => field === "name" && code === "required"))
    explained.errors.name = c.var.ctx.t("enquiries.form.nameRequired");
  return explained;
}

/** Props that show a refused form with its values and errors. Sets Retry-After if a retry can succeed. */
export function refusedFormProps(c: C, refused: RefusedForm | undefined) {
  if (!refused) return {};
  const { refusal, values } = refused;
  if (refusal.code === "not_found") throw new Refused(refusal);
  const { errors, message } = explainEnquiryRefusal(c, refusal);
  const isAboutMessage = refusal.code === "invalid" && refusal.reason !== undefined;
  return {
    values,
    errors,
    refused: isAboutMessage ? explainRefusal(c, refusal) : message,
    isHeld: HELD_REASONS.has(refusal.reason),
  };
}

/**
 * What the form asks once before its message is sent: about the message, or the address of a guest or parent, together
 * with the errors of its fields and with why the message is held. Null for nothing, or for one of the last two alone.
 */
export function findQuestions(c: C, form: FormFields, listingIds: readonly string[]) {
  const { ctx } = c.var;
  const questions = askAboutEmail(ctx, form, ctx.user ? "parent_email" : "email");
  const held = explainHeld(c, form);
  const { errors } = explainEnquiryRefusal(c, findWrongFields(ctx, listingIds, readEnquiry(c, form)));
  const hasErrors = Object.keys(errors).length > 0;
  if (!questions && !needsHint(ctx, form) && !(held.isHeld && hasErrors)) return null;
  return { errors: { ...questions, ...errors }, isAsking: true, ...held };
}

/** What a form says of contact data of a learner under 18, which is held until it is confirmed. */
export function explainHeld(c: C, form: FormFields): Pick<EnquiryFormProps, "refused" | "isHeld"> {
  const typed = { message: form.text("message"), confirm_contact: form.has("confirm_contact") };
  return isContactOfMinorHeld(c.var.ctx, typed)
    ? { refused: explainRefusal(c, { code: "invalid", reason: "contact_data_under_18" }), isHeld: true }
    : {};
}

/** A guest whom the browser has just forgotten, whose cookies the request still has. */
export const FORGOTTEN = { isRemembered: false, isAddressConfirmed: false };

/** What was typed in a form to one or several teachers. */
export const readEnquiryValues = ({ t }: Ctx, form: FormFields): EnquiryValues => ({
  message: readMessage(t, form),
  ...readLearnerValues(form),
  ...readParentEmail(form),
  adult: form.has("adult"),
  name: form.text("name"),
  email: readEmail(form),
  remember: form.has("remember"),
});

/** A parent's address, if the form has one. */
export function readParentEmail(form: FormFields): Pick<EnquiryValues, "parent_email"> {
  const email = readEmail(form, "parent_email");
  return email === "" ? {} : { parent_email: email };
}

export function readEnquiry(c: C, form: FormFields): EnquiryInput {
  const values = readEnquiryValues(c.var.ctx, form);
  const { "learner.who": who, "learner.grade": grade } = values;
  return {
    ...values,
    learner: who || grade ? { who, grade } : undefined,
    parentEmail: values.parent_email,
    confirmContact: form.has("confirm_contact"),
    appCheck: form.text(APP_CHECK_FIELD),
    addressProof: getGuestCookies(c).addressProof,
    submissionId: form.text("once") || undefined,
  };
}

/** What a guest typed, without name and address, which the browser forgets. */
export const withoutContact = ({ name, email, remember, ...values }: EnquiryValues): EnquiryValues => values;

/** Whether a form without a session is not from a guest, or the guest chose to sign in. */
export const mustSignIn = (c: C, form: FormFields): boolean =>
  c.var.ctx.user === null && (form.text("intent") === SIGN_IN_INSTEAD || !form.has("email"));

/** Asks the sender of a message to sign in, and keeps the message: a guest's in a cookie, a long one in the page. */
export function renderSignInToSend(c: C, action: string, form: FormFields) {
  const { t } = c.var.ctx;
  const isRequested = form.text("intent") === SIGN_IN_INSTEAD;
  const title = t(isRequested ? "enquiries.signedOut.requested" : "enquiries.signedOut.title");
  const [message, name, email] = [readMessage(t, form), form.text("name"), readEmail(form)];
  const hidden = readLearnerValues(form);
  const isKept = isRequested && keepMessage(c, { path: action, values: { message, name, email, ...hidden } });
  return renderPage(
    c,
    { title, noindex: true, noStore: isKept },
    <MessagePage heading={title}>
      {isKept ? (
        <SignInToSend next={action} message={message} />
      ) : (
        <SendAfterSignInForm
          action={action}
          message={message}
          hidden={hidden}
          submissionId={form.text("once")}
          help={t("enquiries.signedOut.text")}
        />
      )}
    </MessagePage>,
    isRequested ? 200 : 401,
  );
}

/** The values of a form at `path` that the visitor left to sign in, if any. */
export function getKeptValues(c: C, path: string): { values?: EnquiryValues } {
  const kept = getKeptMessage(c);
  return kept?.path === path ? { values: { message: "", ...kept.values } } : {};
}

/** Whether the guest chose to be forgotten by this browser, which then forgets. */
export function isForgotten(c: C, form: FormFields): boolean {
  if (c.var.ctx.user || form.text("intent") !== FORGET_INTENT) return false;
  forgetGuest(c);
  deleteKeptMessage(c);
  return true;
}

/** Remembers the name and the confirmed form of the address in this browser, if the guest asked for it. */
export function rememberGuest(c: C, form: FormFields, email: string): void {
  setGuestContact(c, form.has("remember") ? { name: form.text("name").trim(), email } : null);
}

import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { getGuestCookies } from "@/http/guest-cookies";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { forgetGuest, setGuestContact } from "@/http/set-guest-cookies";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { createGuestToken } from "../guests/guest-token";
import { redirectToMailbox } from "../guests/pending-routes";
import { formatTeacherName } from "../names";
import { findEarlierEnquiry } from "../queries";
import { EnquirePage, SignInToSendPage, type SignInToSendPageProps } from "./enquire-pages";
import { type EnquiryValues, FORGET_INTENT, SIGN_IN_INSTEAD } from "./enquiry-form";
import { toGuestFormProps, toRememberedContact } from "./guest-form-props";
import { sendEnquiry } from "./send-enquiry";
import { sendGuestEnquiry } from "./send-guest-enquiry";

/** Writing to the teacher of a listing, with an account or as a guest. */
export const enquireRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

enquireRoutes.get(paths.enquire(":id"), (c) => renderEnquirePage(c, idParam(c)));

/** From another site, the app would send the message in the visitor's name. */
enquireRoutes.post(paths.enquire(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const listingId = idParam(c);
  const { ctx } = c.var;
  const form = await readForm(c);
  const values = readEnquiryValues(form);
  if (!ctx.user) return handleGuestForm(c, listingId, form, values);
  const result = await sendEnquiry(ctx, listingId, {
    message: values.message,
    submissionId: form.text("once"),
  });
  if (result.ok) return seeOther(c, paths.enquiry(result.value.id, { done: "sent" }));
  return renderEnquirePage(c, listingId, { refusal: result.refusal, values });
});

/** Handles a form without a session: from a guest, or from a user whose session ended. */
async function handleGuestForm(c: C, listingId: string, form: FormFields, values: Required<EnquiryValues>) {
  const { ctx } = c.var;
  const requested = form.text("intent") === SIGN_IN_INSTEAD;
  if (requested || !form.has("email")) {
    const { message } = values;
    const action = paths.enquire(listingId);
    return renderSignInToSend(c, { action, message, submissionId: form.text("once"), requested });
  }
  if (form.text("intent") === FORGET_INTENT) {
    forgetGuest(c);
    return renderEnquirePage(c, listingId, undefined, { values: { message: values.message } });
  }
  const result = await sendGuestEnquiry(ctx, listingId, {
    ...values,
    appCheck: form.text(APP_CHECK_FIELD),
    addressProof: getGuestCookies(c).addressProof,
  });
  if (!result.ok) return renderEnquirePage(c, listingId, { refusal: result.refusal, values });
  const { id, email, isConfirmed } = result.value;
  setGuestContact(c, toRememberedContact(values, email));
  if (!isConfirmed) return redirectToMailbox(c, [{ id }]);
  const token = createGuestToken(ctx, { id, email });
  return seeOther(c, paths.enquiry(id, { token, done: "confirmed" }));
}

/** What was typed in a form to write to one or several teachers. */
export const readEnquiryValues = (form: FormFields): Required<EnquiryValues> => ({
  message: form.text("message"),
  name: form.text("name"),
  email: form.text("email"),
  remember: form.has("remember"),
});

async function renderEnquirePage(
  c: C,
  listingId: string,
  refused?: RefusedForm,
  guest = toGuestFormProps(c.var.ctx, getGuestCookies(c)),
) {
  const { ctx } = c.var;
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) throw new Refused({ code: "not_found" });
  // Owners cannot write to their own listing.
  if (listing.ownerId === ctx.user?.id) throw new Refused({ code: "forbidden", reason: "own_listing" });
  const earlier = refused ? null : await findEarlierEnquiry(ctx, listingId);
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
      listing={{ title: listing.title, teacher: formatTeacherName(listing.owner) }}
      listingId={listingId}
      {...(ctx.user ? { submissionId: ctx.newId() } : guest)}
      earlier={earlier}
      {...refusedFormProps(c, refused)}
    />,
    refused ? ERROR_STATUS[refused.refusal.code] : 200,
  );
}

/** A refused form: the reason and the typed values. */
export type RefusedForm = { refusal: Refusal; values: EnquiryValues };

/** Props that show a refused form with its values and errors. Sets Retry-After if a retry can succeed. */
export function refusedFormProps(c: C, refused: RefusedForm | undefined) {
  if (!refused) return {};
  const { refusal, values } = refused;
  if (refusal.code === "not_found") throw new Refused(refusal);
  const { errors, message } = explainFormRefusal(c, refusal);
  return { values, errors, refused: message };
}

/** Asks the sender of a message to sign in, and keeps the message. */
export function renderSignInToSend(c: C, props: SignInToSendPageProps) {
  const { requested } = props;
  const title = c.var.ctx.t(requested ? "enquiries.signedOut.requested" : "enquiries.signedOut.title");
  return renderPage(c, { title, noindex: true }, <SignInToSendPage {...props} />, requested ? 200 : 401);
}

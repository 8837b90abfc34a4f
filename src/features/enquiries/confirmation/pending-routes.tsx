import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { getGuestCookies } from "@/http/guest-cookies";
import { deleteKeptMessage } from "@/http/kept-message";
import { getPendingTokens, setPendingTokens } from "@/http/pending-cookie";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { forgetGuest, setGuestContact } from "@/http/set-guest-cookies";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { type Refusal, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { FORGET_INTENT } from "../form/enquiry-form";
import { toLearnerValues } from "../form/learner-values";
import { loadSimilarTeachers } from "../form/load-similar-teachers";
import { findProvenAddress } from "../guests/address-proof";
import { parseLinkTokens } from "../guests/link-tokens";
import { loadRecipients } from "../load-recipients";
import { listMessages } from "../queries";
import { discardPending } from "./discard-pending";
import { ERASE_INTENT } from "./guest-link-page";
import { renderGuestLinkPage } from "./guest-link-routes";
import { MailboxPage } from "./mailbox-page";
import { findPendingEnquiries, listSenderTokens, type PendingEnquiry } from "./pending-enquiries";
import { resendConfirmation } from "./resend-confirmation";

/** The page after sending as a guest. It mails the link again, corrects the address, or discards the message. */
export const pendingRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** From another site, the app would mail to an address of that site's choice. */
pendingRoutes.post(paths.pendingEnquiries(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  if (form.text("intent") === FORGET_INTENT) {
    forgetGuest(c);
    deleteKeptMessage(c);
    return renderGuestLinkPage(c, { kind: "forgotten" });
  }
  const pending = await findPendingEnquiries(ctx, parseLinkTokens(form.all("token")));
  if (form.text("intent") === ERASE_INTENT) {
    // The page says that the link was opened.
    if (pending.some(({ confirmedTs }) => confirmedTs !== null)) return redirectToMailbox(c, pending);
    await discardPending(ctx, pending);
    forgetGuest(c);
    return renderGuestLinkPage(c, { kind: "discarded" });
  }
  const email = form.text("email");
  const result = await resendConfirmation(ctx, pending, { email, appCheck: form.text(APP_CHECK_FIELD) });
  if (!result.ok && result.refusal.code === "malformed") throw new Refused(result.refusal);
  if (!result.ok) return renderMailbox(c, pending, { typed: email, refusal: result.refusal });
  if (!result.value) return redirectToMailbox(c, pending);
  const { contact } = getGuestCookies(c);
  if (contact) setGuestContact(c, { ...contact, email: result.value.email });
  return redirectToMailbox(c, pending, { done: result.value.isCorrected ? "corrected" : "resent" });
});

/** The page of the message that this browser sent last; without one, the list. */
pendingRoutes.get(paths.pendingEnquiries(), async (c) => {
  const { ctx } = c.var;
  const pending = await findPendingEnquiries(ctx, parseLinkTokens(getPendingTokens(c)));
  if (pending.length === 0) return c.redirect(localizePath(ctx.locale, paths.listings()), 302);
  const last = pending.find(({ confirmedTs }) => confirmedTs === null);
  if (!last) return renderGuestLinkPage(c, { kind: "confirmed" });
  // The messages of one form have the same time.
  const isOfLast = ({ createdTs }: PendingEnquiry) => createdTs === last.createdTs;
  return renderMailbox(c, pending.filter(isOfLast), {
    others: pending.filter(
      (enquiry) => !isOfLast(enquiry) && enquiry.confirmedTs === null && enquiry.email === last.email,
    ),
  });
});

/** Leads the sender of unconfirmed enquiries to the page that asks to open the mail. */
export async function redirectToMailbox(c: C, sent: readonly { id: string }[], query?: { done?: string }) {
  await keepPendingTokens(c, sent);
  return seeOther(c, paths.pendingEnquiries(query));
}

/** Keeps what was sent for the page after sending, with earlier messages of the same address that wait. */
export async function keepPendingTokens(c: C, sent: readonly { id: string }[]): Promise<void> {
  const { ctx } = c.var;
  const tokens = listSenderTokens(ctx, sent);
  const all = await findPendingEnquiries(ctx, parseLinkTokens([...tokens, ...getPendingTokens(c)]));
  const ids = new Set(sent.map(({ id }) => id));
  const email = all.find(({ id }) => ids.has(id))?.email;
  const earlier = all.filter(
    (enquiry) => !ids.has(enquiry.id) && enquiry.email === email && enquiry.confirmedTs === null,
  );
  setPendingTokens(c, [...tokens, ...listSenderTokens(ctx, earlier)]);
}

/** The values of `done`: what the form of the page did. */
const DONE = ["resent", "corrected"] as const;

/** Shows the page after sending, for enquiries that were sent by one form. */
async function renderMailbox(
  c: C,
  pending: readonly PendingEnquiry[],
  {
    typed = null,
    refusal,
    others = [],
  }: { typed?: string | null; refusal?: Refusal; others?: readonly PendingEnquiry[] } = {},
) {
  const { ctx } = c.var;
  const [first] = pending;
  if (!first) throw new Refused({ code: "malformed", reason: "invalid_token" });
  const listingIds = pending.map(({ listingId }) => listingId ?? "");
  const [recipients, otherRecipients, messages] = await Promise.all([
    loadRecipients(ctx, listingIds),
    loadRecipients(
      ctx,
      others.map(({ listingId }) => listingId ?? ""),
    ),
    listMessages(ctx, { id: first.id, side: "learner" }),
  ]);
  const { errors, message } = explainFormRefusal(c, refusal);
  const { email, name } = first;
  const sent = {
    message: messages[0]?.text ?? "",
    ...toLearnerValues(first),
    name: name ?? "",
    email,
    adult: "1" as const,
  };
  const head = {
    title: ctx.t("enquiries.mailbox.heading"),
    noindex: true,
    noStore: true,
    appCheck: true,
    isAfterSending: true,
  };
  return renderPage(
    c,
    head,
    <MailboxPage
      email={email}
      recipients={recipients}
      others={otherRecipients.filter(({ status }) => status === "open").map(({ teacher }) => teacher)}
      done={(!refusal && DONE.find((done) => done === c.req.query("done"))) || null}
      resend={{ tokens: listSenderTokens(ctx, pending), email, typed, errors, refused: message }}
      similar={
        await loadSimilarTeachers(
          ctx,
          listingIds,
          sent,
          findProvenAddress(ctx, { ...getGuestCookies(c), contact: sent }),
        )
      }
    />,
    toFormStatus(refusal),
  );
}

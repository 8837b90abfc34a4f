import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { listSimilarTeachers } from "@/features/listings";
import { getGuestCookies } from "@/http/guest-cookies";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { setGuestContact } from "@/http/set-guest-cookies";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { listMessages } from "../queries";
import { loadRecipients } from "../several/load-recipients";
import { GuestLinkPage } from "./guest-link-page";
import { formatLinkToken, parseLinkTokens } from "./link-tokens";
import { MailboxPage } from "./mailbox-page";
import {
  createSenderToken,
  findPendingEnquiries,
  listSenderTokens,
  type PendingEnquiry,
} from "./pending-enquiries";
import { resendConfirmation } from "./resend-confirmation";

/** The page after sending as a guest: mails the link again, or corrects the address. */
export const pendingRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** From another site, the app would mail to an address of that site's choice. */
pendingRoutes.post(paths.pendingEnquiries(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const links = parseLinkTokens(form.all("token"));
  const email = form.text("email");
  const { contact, addressProof } = getGuestCookies(c);
  const result = await resendConfirmation(ctx, await findPendingEnquiries(ctx, links), {
    email,
    appCheck: form.text(APP_CHECK_FIELD),
    addressProof,
  });
  if (!result.ok && result.refusal.code === "malformed") throw new Refused(result.refusal);
  if (!result.ok) {
    const pending = await findPendingEnquiries(ctx, links);
    return renderMailbox(c, pending, { typed: email, refusal: result.refusal });
  }
  if (result.value.kind === "confirmed") {
    const head = { title: ctx.t("enquiries.mailbox.confirmedHeading"), noindex: true };
    return renderPage(c, head, <GuestLinkPage state={{ kind: "confirmed" }} />);
  }
  if (contact) setGuestContact(c, { ...contact, email: result.value.email });
  if (result.value.kind === "delivered") {
    const [link, ...others] = result.value.links;
    return seeOther(
      c,
      link && others.length === 0
        ? paths.enquiry(link.id, { token: link.token, done: "confirmed" })
        : paths.confirmEnquiries({ token: result.value.links.map(formatLinkToken) }),
    );
  }
  const done = result.value.isCorrected ? "corrected" : "resent";
  return renderMailbox(c, await findPendingEnquiries(ctx, links), { done });
});

/** The language switch on the page leads here, without the form. */
pendingRoutes.get(paths.pendingEnquiries(), (c) =>
  c.redirect(localizePath(c.var.ctx.locale, paths.listings()), 302),
);

type MailboxState = { done?: "resent" | "corrected"; typed?: string; refusal?: Refusal };

/** Shows the page after sending, for enquiries that were sent by one form. */
async function renderMailbox(
  c: C,
  pending: readonly PendingEnquiry[],
  { done, typed, refusal }: MailboxState = {},
) {
  const { ctx } = c.var;
  const [first] = pending;
  if (!first) throw new Refused({ code: "malformed", reason: "invalid_token" });
  const listingIds = pending.map(({ listingId }) => listingId ?? "");
  const [recipients, cards, messages] = await Promise.all([
    loadRecipients(ctx, listingIds),
    listSimilarTeachers(ctx, listingIds),
    listMessages(ctx, first.id),
  ]);
  const { errors, message } = refusal ? explainFormRefusal(c, refusal) : { errors: {}, message: null };
  const { email, name } = first;
  const head = { title: ctx.t("enquiries.mailbox.heading"), noindex: true, appCheck: true };
  return renderPage(
    c,
    head,
    <MailboxPage
      email={email}
      recipients={recipients}
      done={done ?? null}
      resend={{ tokens: listSenderTokens(ctx, pending), email: typed ?? email, errors, refused: message }}
      similar={{
        cards,
        now: ctx.now,
        sent: { message: messages[0]?.text ?? "", name: name ?? "", email },
      }}
    />,
    refusal ? ERROR_STATUS[refusal.code] : done ? 200 : 202,
  );
}

/** Shows the page after sending one enquiry. */
export async function renderSentToMailbox(c: C, id: string) {
  const { ctx } = c.var;
  return renderMailbox(c, await findPendingEnquiries(ctx, [{ id, token: createSenderToken(ctx, id) }]));
}

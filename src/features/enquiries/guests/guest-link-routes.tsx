import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { explainRefusal, seeOther } from "@/http/responses";
import { forgetGuest, setAddressProof } from "@/http/set-guest-cookies";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { type GuestEnquiry, listMessages } from "../queries";
import { confirmEnquiry } from "./confirm-enquiry";
import { eraseGuestData } from "./erase-guest-data";
import {
  GuestLinkPage,
  type GuestLinkState,
  getGuestLinkHeading,
  type UnsentMessage,
} from "./guest-link-page";
import { issueAddressProof } from "./issue-address-proof";
import { sendGuestLink } from "./send-guest-link";

type C = Context<AppEnv>;

/** Confirms a guest's enquiry by the token of the mailed link. */
export async function confirmByLink(c: C, enquiry: GuestEnquiry, token: string) {
  const confirmed = await confirmEnquiry(c.var.ctx, enquiry.id, token);
  if (confirmed.ok) {
    setAddressProof(c, issueAddressProof(c.var.ctx, enquiry));
    return seeOther(c, paths.enquiry(enquiry.id, { token, done: "confirmed" }));
  }
  return confirmed.refusal.reason === "invalid_token"
    ? renderInvalidLink(c, enquiry.id)
    : renderConfirmation(c, enquiry, token, confirmed.refusal);
}

/** Erases a guest's data by the token of the mailed link. */
export async function eraseByLink(c: C, id: string, token: string) {
  const erased = await eraseGuestData(c.var.ctx, id, token);
  if (erased.ok) forgetGuest(c);
  return erased.ok ? renderGuestLinkPage(c, { kind: "erased" }) : renderInvalidLink(c, id);
}

/** Shows a guest's message with the button that confirms it. */
export async function renderConfirmation(c: C, enquiry: GuestEnquiry, token: string, refusal?: Refusal) {
  const messages = await listMessages(c.var.ctx, enquiry.id);
  const refused = refusal ? explainRefusal(c, refusal) : null;
  const status = refusal ? ERROR_STATUS[refusal.code] : 200;
  return renderGuestLinkPage(c, { kind: "unconfirmed", enquiry, messages, token, refused }, status);
}

/** Shows that a link is invalid, and the message that was sent with it. */
export const renderInvalidLink = (c: C, id: string, unsent: UnsentMessage | null = null) =>
  renderGuestLinkPage(c, { kind: "invalid", id, unsent }, ERROR_STATUS.malformed);

/** Mails the link to the guest of a conversation again. The page is the same for every conversation. */
export async function sendNewLink(c: C, id: string) {
  await sendGuestLink(c.var.ctx, id);
  return renderGuestLinkPage(c, { kind: "sent" });
}

export const renderGuestLinkPage = (c: C, state: GuestLinkState, status = 200) =>
  renderPage(
    c,
    {
      title: c.var.ctx.t(getGuestLinkHeading(state.kind)),
      secret: true,
      isAfterDeletion: state.kind === "erased",
    },
    <GuestLinkPage state={state} />,
    status,
  );

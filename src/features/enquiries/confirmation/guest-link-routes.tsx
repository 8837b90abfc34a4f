import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import { getGuestCookies } from "@/http/guest-cookies";
import { hasPendingTokens } from "@/http/pending-cookie";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { findProvenAddress } from "../guests/address-proof";
import { findConversationsPath } from "../guests/send-guest-link";
import {
  GuestLinkPage,
  type GuestLinkState,
  getGuestLinkHeading,
  type UnsentMessage,
} from "./guest-link-page";
import { GuestLinksPage, type GuestLinksPageProps } from "./guest-links-page";
import { sendGuestLinks } from "./send-guest-links";

/** The page of a guest's messages, for guests who have lost their links. */
export const guestLinkRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Leads to the conversations themselves if the account or the browser proves whose they are. */
guestLinkRoutes.get(paths.guestLinks(), async (c) => {
  const { ctx } = c.var;
  const cookies = getGuestCookies(c);
  const provenAddress = findProvenAddress(ctx, cookies);
  const ownPath = provenAddress === null ? null : await findConversationsPath(ctx, provenAddress);
  const path = ctx.user ? paths.inbox() : ownPath;
  if (path) return c.redirect(localizePath(ctx.locale, path), 302);
  return renderGuestLinksPage(c, { email: cookies.contact?.email ?? "" });
});

/** From another site, the app would mail to addresses of that site's choice. */
guestLinkRoutes.post(paths.guestLinks(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const email = readEmail(form);
  const errors = askAboutEmail(ctx, form);
  if (errors) return renderGuestLinksPage(c, { email, errors });
  const result = await sendGuestLinks(ctx, { email, appCheck: form.text(APP_CHECK_FIELD) });
  if (result.ok) return renderGuestLinkPage(c, { kind: "sent" });
  const { refusal } = result;
  return renderGuestLinksPage(c, { email, ...explainFormRefusal(c, refusal) }, ERROR_STATUS[refusal.code]);
});

function renderGuestLinksPage(c: C, props: Omit<GuestLinksPageProps, "isWaiting">, status = 200) {
  const head = { title: c.var.ctx.t("enquiries.link.lostHeading"), noindex: true, appCheck: true };
  return renderPage(c, head, <GuestLinksPage {...props} isWaiting={hasPendingTokens(c)} />, status);
}

/** Shows that a link is invalid, and the message that was sent with it. */
export const renderInvalidLink = (c: C, id: string, unsent: UnsentMessage | null = null) =>
  renderGuestLinkPage(c, { kind: "invalid", id, unsent }, ERROR_STATUS.malformed);

export const renderGuestLinkPage = (c: C, state: GuestLinkState, status = 200) =>
  renderPage(
    c,
    {
      title: c.var.ctx.t(getGuestLinkHeading(state.kind)),
      secret: true,
      isAfterDeletion: ["erased", "discarded", "forgotten"].includes(state.kind),
    },
    <GuestLinkPage state={state} />,
    status,
  );

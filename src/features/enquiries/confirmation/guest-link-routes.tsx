import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  GuestLinkPage,
  type GuestLinkState,
  getGuestLinkHeading,
  type UnsentMessage,
} from "./guest-link-page";
import { GuestLinksPage, type GuestLinksPageProps } from "./guest-links-page";
import { sendGuestLinks } from "./send-guest-links";

/** The page for guests who lost the link to their message. */
export const guestLinkRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

guestLinkRoutes.get(paths.guestLinks(), (c) => renderGuestLinksPage(c, { email: "" }));

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

function renderGuestLinksPage(c: C, props: GuestLinksPageProps, status = 200) {
  const head = { title: c.var.ctx.t("enquiries.link.lostHeading"), noindex: true, appCheck: true };
  return renderPage(c, head, <GuestLinksPage {...props} />, status);
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
      isAfterDeletion: state.kind === "erased" || state.kind === "forgotten",
    },
    <GuestLinkPage state={state} />,
    status,
  );

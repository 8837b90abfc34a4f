import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import {
  deleteSignUpCookie,
  endGuestShortlist,
  findOrCreateDevice,
  getGuestShortlist,
  getSignUpCookie,
  setDeviceCookie,
  setSignInCookie,
} from "@/http/cookies";
import { isCrossSite } from "@/http/csrf";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainRefusal, seeOther } from "@/http/responses";
import { getDevice } from "@/http/user-agent";
import { ERROR_STATUS } from "@/shared/errors";
import { localizePathOnce } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { resendVerification } from "../sign-up/resend-verification";
import { type AccountLink, AccountLinkPage, type AccountLinkState } from "./account-link-page";
import { changeEmail } from "./change-email";
import { invalidToken } from "./one-time-token";
import { reactivate } from "./reactivate";
import { verifyEmail } from "./verify-email";
import { VerifyEmailPage, type VerifyEmailState } from "./verify-email-page";

/** The pages that mailed links open, except the one for a new password. Each asks for confirmation. */
export const accountLinkRoutes = new Hono<AppEnv>();

accountLinkRoutes.get(paths.verifyEmail(), (c) => {
  const token = c.req.query("token");
  return verifyEmailPage(c, token ? { kind: "confirm", token } : getStateWithoutLink(c));
});

accountLinkRoutes.post(paths.verifyEmail(), async (c) => {
  const form = await readForm(c);
  const { ctx } = c.var;
  const device = findOrCreateDevice(c);
  const result = await verifyEmail(ctx, form.text("token"), {
    signUpCookie: isCrossSite(c) ? "" : getSignUpCookie(c),
    device: { ...getDevice(c), key: device.key },
    shortlist: getGuestShortlist(c),
  });
  if (!result.ok) {
    // A used link needs no error for a signed-in user whose address is already confirmed.
    if (ctx.user?.emailVerified) return seeOther(c, paths.verifiedEmail());
    return verifyEmailPage(c, { kind: "refused" }, ERROR_STATUS[result.refusal.code]);
  }
  const { role, signedIn, next } = result.value;
  const start = role === "u" ? "" : paths.createListing({ confirmed: true });
  if (!signedIn) return seeOther(c, paths.verifiedEmail({ next: ctx.user ? null : start }));
  setSignInCookie(c, signedIn.refreshToken, signedIn.cookieSeconds);
  setDeviceCookie(c, device);
  endGuestShortlist(c, signedIn.shortlistLeftOut);
  deleteSignUpCookie(c);
  return c.redirect(localizePathOnce(ctx.locale, start || next || paths.verifiedEmail()), 303);
});

accountLinkRoutes.get(paths.verifiedEmail(), (c) =>
  verifyEmailPage(c, { kind: "done", next: safeNext(c.req.query("next"), paths.profile()) }),
);

accountLinkRoutes.post(paths.resendVerification(), async (c) => {
  const result = await resendVerification(c.var.ctx);
  if (result.ok) return seeOther(c, paths.verifyEmail({ sent: true }));
  const message = explainRefusal(c, result.refusal);
  return verifyEmailPage(c, { kind: "limited", message }, ERROR_STATUS[result.refusal.code]);
});

/** The state of the page for visitors who came without a link. */
function getStateWithoutLink(c: Context<AppEnv>): VerifyEmailState {
  const { user } = c.var.ctx;
  if (user?.emailVerified) return { kind: "done", next: paths.profile() };
  return { kind: user && c.req.query("sent") ? "sent" : "waiting" };
}

function verifyEmailPage(c: Context<AppEnv>, state: VerifyEmailState, status = 200) {
  const head = { title: c.var.ctx.t("accounts.verify.title"), canonical: paths.verifyEmail(), noindex: true };
  return renderPage(c, head, <VerifyEmailPage state={state} email={c.var.ctx.user?.email ?? null} />, status);
}

for (const { link, apply } of [
  { link: "reactivate", apply: reactivate },
  { link: "changeEmail", apply: changeEmail },
] as const) {
  const page = paths[link];

  accountLinkRoutes.get(page(), (c) => {
    const token = c.req.query("token");
    if (token) return accountLinkPage(c, link, { kind: "confirm", token });
    if (c.req.query("done")) return accountLinkPage(c, link, { kind: "done" });
    return accountLinkPage(
      c,
      link,
      { kind: "refused", message: explainRefusal(c, invalidToken().refusal) },
      400,
    );
  });

  accountLinkRoutes.post(page(), async (c) => {
    const form = await readForm(c);
    const result = await apply(c.var.ctx, form.text("token"));
    if (result.ok) return seeOther(c, page({ done: true }));
    const message = explainRefusal(c, result.refusal);
    return accountLinkPage(c, link, { kind: "refused", message }, ERROR_STATUS[result.refusal.code]);
  });
}

function accountLinkPage(c: Context<AppEnv>, link: AccountLink, state: AccountLinkState, status = 200) {
  const head = { title: c.var.ctx.t(`accounts.${link}.title`), canonical: paths[link](), noindex: true };
  return renderPage(c, head, <AccountLinkPage link={link} state={state} />, status);
}

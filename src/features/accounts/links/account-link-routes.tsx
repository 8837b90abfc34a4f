import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import {
  endGuestShortlist,
  findOrCreateDevice,
  getGuestShortlist,
  setDeviceCookie,
  setSignInCookie,
} from "@/http/cookies";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getSignUpCookie } from "@/http/sign-up-cookie";
import { getDevice } from "@/http/user-agent";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { localizePathOnce } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { resendVerification } from "../sign-up/resend-verification";
import { type AccountLink, AccountLinkPage, type AccountLinkState } from "./account-link-page";
import { changeEmail } from "./change-email";
import { invalidToken } from "./one-time-token";
import { reactivate } from "./reactivate";
import { findUnverifiedAccount, verifyEmail } from "./verify-email";
import { VerifyEmailPage, type VerifyEmailState } from "./verify-email-page";

/** The pages that mailed links open, except the one for a new password. Each asks for confirmation. */
export const accountLinkRoutes = new Hono<AppEnv>();

accountLinkRoutes.get(paths.verifyEmail(), (c) => {
  const token = c.req.query("token");
  return token ? confirmPage(c, token) : verifyEmailPage(c, getStateWithoutLink(c));
});

/** From another site, the app would sign the visitor in to an account of that site's choice. */
accountLinkRoutes.post(paths.verifyEmail(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const { ctx } = c.var;
  const token = form.text("token");
  const device = findOrCreateDevice(c);
  const result = await verifyEmail(ctx, token, {
    signUpCookie: getSignUpCookie(c),
    password: form.text("password"),
    device: { ...getDevice(c), key: device.key },
    shortlist: getGuestShortlist(c),
  });
  if (!result.ok) return confirmPage(c, token, result.refusal);
  const { role, signedIn, next } = result.value;
  const start = role === "u" ? "" : paths.createListing({ confirmed: true });
  if (!signedIn) return seeOther(c, paths.verifiedEmail({ next: ctx.user ? null : start }));
  setSignInCookie(c, signedIn.refreshToken, signedIn.cookieSeconds);
  setDeviceCookie(c, device);
  endGuestShortlist(c, signedIn.shortlistLeftOut);
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

/** The page of a link, with the reason if the confirmation was refused. */
async function confirmPage(c: Context<AppEnv>, token: string, refusal?: Refusal) {
  const { ctx } = c.var;
  const account = await findUnverifiedAccount(ctx, token, getSignUpCookie(c));
  if (account) {
    const form = refusal ? explainFormRefusal(c, refusal, { invalid_password: "password" }) : {};
    const status = refusal ? ERROR_STATUS[refusal.code] : 200;
    return verifyEmailPage(c, { kind: "confirm", token, account, ...form }, status);
  }
  // A used link needs no error for a signed-in user whose address is already confirmed.
  if (ctx.user?.emailVerified) return seeOther(c, paths.verifiedEmail());
  return verifyEmailPage(c, { kind: "refused" }, ERROR_STATUS.malformed);
}

/** The state of the page for visitors who came without a link. */
function getStateWithoutLink(c: Context<AppEnv>): VerifyEmailState {
  const { user } = c.var.ctx;
  if (user?.emailVerified) return { kind: "done", next: paths.profile() };
  return { kind: user && c.req.query("sent") ? "sent" : "waiting" };
}

function verifyEmailPage(c: Context<AppEnv>, state: VerifyEmailState, status = 200) {
  const head = {
    title: c.var.ctx.t("accounts.verify.title"),
    canonical: paths.verifyEmail(),
    secret: state.kind === "confirm",
    noindex: true,
  };
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
  const head = {
    title: c.var.ctx.t(`accounts.${link}.title`),
    canonical: paths[link](),
    noindex: true,
    secret: state.kind === "confirm",
  };
  return renderPage(c, head, <AccountLinkPage link={link} state={state} />, status);
}

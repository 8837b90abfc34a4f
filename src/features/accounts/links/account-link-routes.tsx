import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { findOrCreateDevice, getGuestShortlist, setSessionCookies } from "@/http/cookies";
import { getKeptMessage } from "@/http/kept-message";
import { renderPage } from "@/http/render";
import { type FormFields, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getSignUpCookie } from "@/http/sign-up-cookie";
import { getDevice } from "@/http/user-agent";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { localizePathOnce } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { invalidToken } from "../one-time-token";
import { hasGuestConversations } from "../queries";
import { resendVerification } from "../sign-up/resend-verification";
import { type AccountLink, AccountLinkPage, type AccountLinkState } from "./account-link-page";
import type { AddressConfirmationProps } from "./address-confirmation";
import { changeEmail, refuseEmailChange } from "./change-email";
import { type AccountProof, findAccountToConfirm } from "./prove-account";
import { reactivate } from "./reactivate";
import { verifyEmail } from "./verify-email";
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
  const result = await verifyEmail(ctx, token, readProof(c, form), {
    device: { ...getDevice(c), key: device.key },
    shortlist: getGuestShortlist(c),
  });
  if (!result.ok) return confirmPage(c, token, result.refusal);
  const { role, signedIn, next } = result.value;
  const start = role === "u" ? "" : paths.createListing({ confirmed: true });
  // A learner who wrote a message before the sign-up goes on with it, also after a sign-in in between.
  const message = role === "u" ? (getKeptMessage(c)?.path ?? "") : "";
  if (!signedIn)
    return ctx.user && message
      ? c.redirect(localizePathOnce(ctx.locale, message), 303)
      : seeOther(c, paths.verifiedEmail({ next: ctx.user ? null : start || message }));
  setSessionCookies(c, signedIn, device);
  return c.redirect(localizePathOnce(ctx.locale, start || next || message || paths.verifiedEmail()), 303);
});

accountLinkRoutes.get(paths.verifiedEmail(), async (c) => {
  const hasConversations = await hasGuestConversations(c.var.ctx);
  return verifyEmailPage(c, {
    kind: "done",
    next: safeNext(c.req.query("next"), paths.profile()),
    hasConversations,
  });
});

accountLinkRoutes.post(paths.resendVerification(), async (c) => {
  const result = await resendVerification(c.var.ctx);
  if (result.ok) return seeOther(c, paths.verifyEmail({ sent: true }));
  const message = explainRefusal(c, result.refusal);
  return verifyEmailPage(c, { kind: "limited", message }, ERROR_STATUS[result.refusal.code]);
});

/** The page of a link, with the reason if the confirmation was refused. */
async function confirmPage(c: Context<AppEnv>, token: string, refusal?: Refusal) {
  const { ctx } = c.var;
  const confirmation = await findConfirmation(c, "verify_email", token, refusal);
  if (confirmation) {
    return verifyEmailPage(
      c,
      { kind: "confirm", ...confirmation },
      refusal ? ERROR_STATUS[refusal.code] : 200,
    );
  }
  // A used link needs no error for a signed-in user whose address is already confirmed.
  if (ctx.user?.emailVerified) return seeOther(c, paths.verifiedEmail());
  return verifyEmailPage(c, { kind: "refused" }, ERROR_STATUS.malformed);
}

/** The state of the page for visitors who came without a link. */
function getStateWithoutLink(c: Context<AppEnv>): VerifyEmailState {
  const { user } = c.var.ctx;
  if (user?.emailVerified) return { kind: "done", next: paths.profile(), hasConversations: false };
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

accountLinkRoutes.get(paths.changeEmail(), (c) => {
  const token = c.req.query("token");
  if (token) return changeEmailPage(c, token);
  if (c.req.query("refused")) return accountLinkPage(c, "changeEmail", { kind: "dropped" });
  return pageWithoutToken(c, "changeEmail");
});

/** From another site, a signed-in visitor would confirm without having seen the page. */
accountLinkRoutes.post(paths.changeEmail(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const token = form.text("token");
  const result = await changeEmail(c.var.ctx, token, readProof(c, form));
  return result.ok
    ? seeOther(c, paths.changeEmail({ done: true }))
    : changeEmailPage(c, token, result.refusal);
});

accountLinkRoutes.post(paths.refuseEmailChange(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const result = await refuseEmailChange(c.var.ctx, form.text("token"));
  return result.ok
    ? seeOther(c, paths.changeEmail({ refused: true }))
    : refusedPage(c, "changeEmail", result.refusal);
});

/** The page of a link, with the reason if the change was refused. */
async function changeEmailPage(c: Context<AppEnv>, token: string, refusal?: Refusal) {
  const confirmation = await findConfirmation(c, "change_email", token, refusal);
  if (!confirmation || refusal?.code === "conflict") {
    return refusedPage(c, "changeEmail", refusal ?? invalidToken().refusal);
  }
  const status = refusal ? ERROR_STATUS[refusal.code] : 200;
  return accountLinkPage(c, "changeEmail", { kind: "confirmAddress", confirmation }, status);
}

accountLinkRoutes.get(paths.reactivate(), (c) => {
  const token = c.req.query("token");
  return token
    ? accountLinkPage(c, "reactivate", { kind: "confirm", token })
    : pageWithoutToken(c, "reactivate");
});

accountLinkRoutes.post(paths.reactivate(), async (c) => {
  const form = await readForm(c);
  const result = await reactivate(c.var.ctx, form.text("token"));
  return result.ok
    ? seeOther(c, paths.reactivate({ done: true }))
    : refusedPage(c, "reactivate", result.refusal);
});

const readProof = (c: Context<AppEnv>, form: FormFields): AccountProof => ({
  signUpCookie: getSignUpCookie(c),
  password: form.text("password"),
});

/** What the page of a link that confirms an address shows; null if the link is not valid. */
async function findConfirmation(
  c: Context<AppEnv>,
  purpose: "verify_email" | "change_email",
  token: string,
  refusal?: Refusal,
): Promise<AddressConfirmationProps | null> {
  const account = await findAccountToConfirm(c.var.ctx, token, purpose, getSignUpCookie(c));
  if (!account) return null;
  const form = refusal ? explainFormRefusal(c, refusal, { invalid_password: "password" }) : {};
  return { token, account, ...form };
}

function pageWithoutToken(c: Context<AppEnv>, link: AccountLink) {
  if (c.req.query("done")) return accountLinkPage(c, link, { kind: "done" });
  return refusedPage(c, link, invalidToken().refusal);
}

const refusedPage = (c: Context<AppEnv>, link: AccountLink, refusal: Refusal) =>
  accountLinkPage(
    c,
    link,
    { kind: "refused", message: explainRefusal(c, refusal) },
    ERROR_STATUS[refusal.code],
  );

function accountLinkPage(c: Context<AppEnv>, link: AccountLink, state: AccountLinkState, status = 200) {
  const head = {
    title: c.var.ctx.t(`accounts.${link}.title`),
    canonical: paths[link](),
    noindex: true,
    secret: state.kind === "confirm" || state.kind === "confirmAddress",
  };
  return renderPage(c, head, <AccountLinkPage link={link} state={state} />, status);
}

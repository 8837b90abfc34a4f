import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import {
  deleteRefreshCookies,
  findOrCreateDevice,
  getAdminPage,
  getGuestShortlist,
  getRefreshCookies,
  setSessionCookies,
} from "@/http/cookies";
import { isCrossSite } from "@/http/csrf";
import { getKeptMessage } from "@/http/kept-message";
import { renderPage } from "@/http/render";
import { type FormFields, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getSignUpCookie, setSignUpCookie } from "@/http/sign-up-cookie";
import { getDevice } from "@/http/user-agent";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { localizePathOnce, splitLocale } from "@/shared/i18n/locales";
import { getFirstPage, paths, safeNext } from "@/shared/paths";
import { toFormErrors } from "@/ui/form";
import { accountLinkRoutes } from "./links/account-link-routes";
import { resetPasswordRoutes } from "./password/reset-password-routes";
import { continueSignIn, signIn } from "./sign-in/sign-in";
import { SignInCodePage, type SignInCodePageProps } from "./sign-in/sign-in-code-page";
import { SignInPage, type SignInPageProps } from "./sign-in/sign-in-page";
import { signOut } from "./sign-in/sign-out";
import type { SignedIn } from "./sign-in/start-session";
import { correctSignUpEmail } from "./sign-up/correct-sign-up-email";
import { signUp, validateSignUp } from "./sign-up/sign-up";
import { getSignedUpEmail, replaceSignedUpEmail } from "./sign-up/sign-up-browser";
import {
  NO_SIGN_UP_VALUES,
  SIGN_UP_FIELDS,
  SignedUpPage,
  type SignedUpPageProps,
  SignUpPage,
  type SignUpPageProps,
  type SignUpValues,
} from "./sign-up/sign-up-page";

export const accountsRoutes = new Hono<AppEnv>();

accountsRoutes.route("/", accountLinkRoutes);
accountsRoutes.route("/", resetPasswordRoutes);

/** The path after sign-up: the requested page, or else the profile. */
const toNextPath = (requested: string | undefined) => safeNext(requested, paths.profile());

/** What a guest typed into the form of a message, at the path to which the sign-in leads back. */
function getKeptValue(c: Context<AppEnv>, next: string, name: string): string {
  const kept = getKeptMessage(c);
  return (kept?.path === next && kept.values[name]) || "";
}

accountsRoutes.get(paths.signIn(), routeOptions({ sitemap: {} }), (c) => {
  const requested = c.req.query("next") ?? getAdminPage(c);
  const next = safeNext(requested, "");
  const { user } = c.var.ctx;
  return user
    ? redirectTo(c, next || getFirstPage(user.role), 302)
    : signInPage(c, { next, email: getKeptValue(c, next, "email"), redirected: Boolean(requested) });
});

accountsRoutes.post(paths.signIn(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const next = safeNext(form.text("next"), "");
  if (form.has("token")) return continueByCode(c, form, next);
  const email = form.text("email");
  const password = form.text("password");
  const missing = toFormErrors(
    c.var.ctx.t,
    ["email", "password"]
      .filter((name) => form.text(name) === "")
      .map((field) => ({ field, code: "required" })),
  );
  if (Object.keys(missing).length > 0) return signInPage(c, { next, email, errors: missing }, 422);
  const device = findOrCreateDevice(c);
  const result = await signIn(c.var.ctx, {
    email,
    password,
    remember: form.has("remember_me"),
    otp: form.text("otp"),
    device: { ...getDevice(c), key: device.key },
    shortlist: getGuestShortlist(c),
  });
  if (!result.ok) {
    const message = explainRefusal(c, result.refusal);
    return signInPage(
      c,
      { next, email, message, remember: form.has("remember_me") },
      ERROR_STATUS[result.refusal.code],
    );
  }
  const { value } = result;
  if (value.kind === "closed") {
    return seeOther(c, paths.reactivate({ token: value.reactivationToken }));
  }
  return value.kind === "codeRequired"
    ? signInCodePage(c, { next, token: value.token })
    : finishSignIn(c, value, device, next);
});

/** The second form of two-step sign-in. It does not have the password. */
async function continueByCode(c: Context<AppEnv>, form: FormFields, next: string) {
  const token = form.text("token");
  const otp = form.text("otp");
  const device = findOrCreateDevice(c);
  const result = await continueSignIn(c.var.ctx, {
    token,
    otp,
    device: { ...getDevice(c), key: device.key },
    shortlist: getGuestShortlist(c),
  });
  if (result.ok) return finishSignIn(c, result.value, device, next);
  const { refusal } = result;
  const status = ERROR_STATUS[refusal.code];
  if (refusal.reason === "sign_in_expired") {
    return signInPage(c, { next, email: "", message: explainRefusal(c, refusal) }, status);
  }
  return signInCodePage(
    c,
    { next, token, ...explainFormRefusal(c, refusal, { invalid_otp: "otp" }) },
    status,
  );
}

async function finishSignIn(
  c: Context<AppEnv>,
  signedIn: SignedIn,
  device: ReturnType<typeof findOrCreateDevice>,
  next: string,
) {
  // End the previous session of this browser.
  if (c.var.ctx.user) await signOut(c.var.ctx, { cookies: getRefreshCookies(c) });
  setSessionCookies(c, signedIn, device);
  return redirectTo(c, next || getFirstPage(signedIn.role), 303);
}

const signInCodePage = (c: Context<AppEnv>, state: SignInCodePageProps, status = 200) =>
  renderPage(
    c,
    { title: c.var.ctx.t("accounts.signInCode.title"), noindex: true },
    <SignInCodePage {...state} />,
    status,
  );

function signInPage(c: Context<AppEnv>, state: SignInPageProps, status = 200) {
  const { t, config } = c.var.ctx;
  const head = {
    title: t("accounts.signIn.title"),
    description: t("accounts.signIn.description", { site: config.SITE_NAME }),
    canonical: paths.signIn(),
  };
  return renderPage(c, head, <SignInPage {...state} />, status);
}

accountsRoutes.post(paths.signOut(), async (c) => {
  await signOut(c.var.ctx, { cookies: getRefreshCookies(c) });
  // A cross-site request arrives without the cookie; it must not clear the visitor's cookie.
  if (!isCrossSite(c)) deleteRefreshCookies(c);
  return seeOther(c, safeNext(c.req.query("next"), paths.home()));
});

accountsRoutes.get(paths.signUp(), routeOptions({ sitemap: {} }), (c) => {
  const next = toNextPath(c.req.query("next"));
  if (c.var.ctx.user) return redirectTo(c, next, 302);
  // Visitors who were about to create a listing want to teach.
  const teaches = splitLocale(next).path === paths.createListing() || c.req.query("role") === "t";
  const values = {
    ...NO_SIGN_UP_VALUES,
    role: teaches ? "t" : "u",
    first_name: getKeptValue(c, next, "name"),
    email: getKeptValue(c, next, "email"),
  };
  return signUpPage(c, { next, values });
});

accountsRoutes.post(paths.signUp(), async (c) => {
  const form = await readForm(c);
  const next = toNextPath(form.text("next"));
  const submitted = Object.fromEntries(SIGN_UP_FIELDS.map((name) => [name, form.text(name)])) as SignUpValues;
  const values = { ...submitted, email: readEmail(form), birth_date: form.day("birth_date") };
  const consent = form.has("terms");
  const input = {
    ...values,
    password: form.text("password"),
    role: values.role || undefined,
    [APP_CHECK_FIELD]: form.text(APP_CHECK_FIELD),
  };
  const question = askAboutEmail(c.var.ctx, form);
  if (question) {
    const checked = await validateSignUp(c.var.ctx, input, consent);
    const { errors } = explainSignUpRefusal(c, checked.ok ? undefined : checked.refusal, values);
    return signUpPage(c, { next, values, consent, errors: { ...errors, ...question } });
  }
  const result = await signUp(c.var.ctx, input, {
    next: next === paths.profile() ? "" : next,
    hasConsent: consent,
  });
  if (result.ok) {
    // Another site must not decide to which account a later confirmation in this browser signs in.
    if (!isCrossSite(c)) setSignUpCookie(c, result.value.cookie);
    return seeOther(c, paths.signedUp({ next: form.text("next") ? next : null }));
  }
  const state = { next, values, consent, ...explainSignUpRefusal(c, result.refusal, values) };
  return signUpPage(c, state, ERROR_STATUS[result.refusal.code]);
});

/** Who is too young to learn with an account reads what a parent can do. */
function explainSignUpRefusal(c: Context<AppEnv>, refusal: Refusal | undefined, { role }: SignUpValues) {
  const explained = explainFormRefusal(c, refusal);
  if (role !== "t" && refusal?.fields?.some(({ code }) => code === "too_young"))
    explained.errors.birth_date += ` ${c.var.ctx.t("accounts.signUp.parent")}`;
  return explained;
}

function signUpPage(c: Context<AppEnv>, state: SignUpPageProps, status = 200) {
  const { t, config } = c.var.ctx;
  const head = {
    title: t("accounts.signUp.title"),
    description: t("accounts.signUp.description", { site: config.SITE_NAME }),
    canonical: paths.signUp(),
    appCheck: true,
  };
  return renderPage(c, head, <SignUpPage {...state} />, status);
}

accountsRoutes.get(paths.signedUp(), (c) => {
  const next = toNextPath(c.req.query("next"));
  return signedUpPage(c, { email: getSignedUpEmail(getSignUpCookie(c)), next, typed: null });
});

/** Corrects the address of the sign-up in this browser. Another site could make a browser send this form. */
accountsRoutes.post(paths.signedUp(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const next = toNextPath(form.text("next"));
  const email = form.text("signed_up_email");
  const typed = form.text("email");
  const cookie = getSignUpCookie(c);
  const result = await correctSignUpEmail(c.var.ctx, { email: typed, signed_up_email: email }, cookie);
  if (!result.ok) {
    const state = { email, next, typed, ...explainFormRefusal(c, result.refusal) };
    return signedUpPage(c, state, ERROR_STATUS[result.refusal.code]);
  }
  setSignUpCookie(c, replaceSignedUpEmail(cookie, result.value));
  return seeOther(c, paths.signedUp({ next: form.text("next") ? next : null }));
});

function signedUpPage(c: Context<AppEnv>, state: SignedUpPageProps, status = 200) {
  const head = { title: c.var.ctx.t("accounts.signedUp.title"), noindex: true, noStore: true };
  return renderPage(c, head, <SignedUpPage {...state} />, status);
}

/** Redirects to a path. A path without a locale prefix gets the page's locale. */
function redirectTo(c: Context<AppEnv>, next: string, status: 302 | 303): Response {
  return c.redirect(localizePathOnce(c.var.ctx.locale, next), status);
}

import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { seeOther } from "@/http/answers";
import { clearRefreshCookie, refreshCookie, setRefreshCookie } from "@/http/cookies";
import { deviceOf } from "@/http/device";
import { type FormFields, readForm } from "@/http/forms";
import { renderPage } from "@/http/render";
import { isForeign } from "@/http/same-origin";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, invalid, type Refusal } from "@/shared/errors";
import { localisedOnce } from "@/shared/i18n/locales";
import { paths, safeNext } from "@/shared/paths";
import { forgotPasswordSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";
import { errorTexts, type FormErrors, refusalText } from "@/ui/form";
import { changeEmail } from "./change-email";
import { forgotPassword } from "./forgot-password";
import { type MailedDeed, MailedLinkPage, type MailedLinkState } from "./mailed-link-page";
import { invalidToken } from "./one-time-token";
import { reactivate } from "./reactivate";
import { resendVerification } from "./resend-verification";
import { resetPassword } from "./reset-password";
import { ResetPasswordPage, type ResetPasswordState } from "./reset-password-page";
import { signIn } from "./sign-in";
import { SignInPage, type SignInPageProps } from "./sign-in-page";
import { signOut } from "./sign-out";
import { checkSignUp, signUp } from "./sign-up";
import {
  NO_VALUES,
  SIGN_UP_FIELDS,
  SignUpPage,
  type SignUpPageProps,
  type SignUpValues,
} from "./sign-up-page";
import { SignedUpPage } from "./signed-up-page";
import { verifyEmail } from "./verify-email";
import { VerifyEmailPage, type VerifyEmailState } from "./verify-email-page";

export const accountsRoutes = new Hono<AppEnv>();

/** Where a sign-in leads: to the page that asked for it, else to one's own. */
const nextOf = (given: string | undefined) => safeNext(given, paths.profile());

accountsRoutes.get(paths.signIn(), (c) => {
  const next = nextOf(c.req.query("next"));
  return c.var.ctx.user ? goTo(c, next, 302) : signInPage(c, { next, email: "" });
});

accountsRoutes.post(paths.signIn(), async (c) => {
  const form = await readForm(c);
  const next = nextOf(form.text("next"));
  const email = form.text("email");
  const password = form.text("password");
  const missing = errorTexts(
    c.var.ctx.t,
    ["email", "password"]
      .filter((name) => form.text(name) === "")
      .map((field) => ({ field, code: "required" })),
  );
  if (Object.keys(missing).length > 0) return signInPage(c, { next, email, errors: missing }, 422);
  const result = await signIn(c.var.ctx, {
    email,
    password,
    remember: form.has("remember_me"),
    device: deviceOf(c),
  });
  if (!result.ok) {
    const message = tellRefusal(c, result.refusal);
    return signInPage(
      c,
      { next, email, message, remember: form.has("remember_me") },
      ERROR_STATUS[result.refusal.code],
    );
  }
  // Whoever was signed in at this browser is not any more.
  if (c.var.ctx.user) await signOut(c.var.ctx, { cookie: refreshCookie(c) });
  setRefreshCookie(c, result.value.refreshToken, result.value.cookieSeconds);
  return goTo(c, next, 303);
});

function signInPage(c: Context<AppEnv>, state: SignInPageProps, status = 200) {
  const head = { title: c.var.ctx.t("accounts.signIn.title"), canonical: paths.signIn() };
  return renderPage(c, head, <SignInPage {...state} />, status);
}

accountsRoutes.post(paths.signOut(), async (c) => {
  await signOut(c.var.ctx, { cookie: refreshCookie(c) });
  // Another site can send the visitor here, though without the cookie: the visitor's own is left alone.
  if (!isForeign(c)) clearRefreshCookie(c);
  return seeOther(c, safeNext(c.req.query("next"), paths.home()));
});

accountsRoutes.get(paths.signUp(), (c) => {
  const next = nextOf(c.req.query("next"));
  if (c.var.ctx.user) return goTo(c, next, 302);
  const values = { ...NO_VALUES, role: c.req.query("role") === "t" ? "t" : "u" };
  return signUpPage(c, { next, values });
});

accountsRoutes.post(paths.signUp(), async (c) => {
  const form = await readForm(c);
  const next = nextOf(form.text("next"));
  const values = Object.fromEntries(SIGN_UP_FIELDS.map((name) => [name, form.text(name)])) as SignUpValues;
  const input = {
    ...values,
    password: form.text("password"),
    role: values.role || undefined,
    [APP_CHECK_FIELD]: form.text(APP_CHECK_FIELD),
  };
  const result = form.has("terms") ? await signUp(c.var.ctx, input) : withoutConsent(c.var.ctx, input);
  if (result.ok) return seeOther(c, paths.signedUp({ next: form.text("next") ? next : null }));
  const state = { next, values, consent: form.has("terms"), ...whatIsWrong(c, result.refusal) };
  return signUpPage(c, state, ERROR_STATUS[result.refusal.code]);
});

/** Nothing is written for somebody who did not agree; what else is wrong is said at the same time. */
function withoutConsent(ctx: Ctx, input: Record<string, unknown>) {
  const checked = checkSignUp(ctx, input);
  const others = checked.ok ? [] : (checked.refusal.fields ?? []);
  return invalid([...others, { field: "terms", code: "consent_required" }]);
}

function signUpPage(c: Context<AppEnv>, state: SignUpPageProps, status = 200) {
  const head = { title: c.var.ctx.t("accounts.signUp.title"), canonical: paths.signUp(), appCheck: true };
  return renderPage(c, head, <SignUpPage {...state} />, status);
}

accountsRoutes.get(paths.signedUp(), (c) => {
  const next = nextOf(c.req.query("next"));
  const head = { title: c.var.ctx.t("accounts.signedUp.title"), noindex: true };
  return renderPage(c, head, <SignedUpPage next={next} />);
});

accountsRoutes.get(paths.verifyEmail(), (c) => {
  const token = c.req.query("token");
  return verifyEmailPage(c, token ? { kind: "asks", token } : { kind: restingState(c) });
});

accountsRoutes.post(paths.verifyEmail(), async (c) => {
  const form = await readForm(c);
  const result = await verifyEmail(c.var.ctx, form.text("token"));
  if (result.ok) return seeOther(c, paths.verifiedEmail());
  return verifyEmailPage(c, { kind: "refused" }, ERROR_STATUS[result.refusal.code]);
});

accountsRoutes.get(paths.verifiedEmail(), (c) => verifyEmailPage(c, { kind: "done" }));

accountsRoutes.post(paths.resendVerification(), async (c) => {
  const result = await resendVerification(c.var.ctx);
  if (result.ok) return seeOther(c, paths.verifyEmail({ sent: true }));
  const message = tellRefusal(c, result.refusal);
  return verifyEmailPage(c, { kind: "limited", message }, ERROR_STATUS[result.refusal.code]);
});

/** What the page says to somebody who came without a link. */
function restingState(c: Context<AppEnv>): "done" | "sent" | "waiting" {
  if (c.var.ctx.user?.emailVerified) return "done";
  return c.req.query("sent") ? "sent" : "waiting";
}

function verifyEmailPage(c: Context<AppEnv>, state: VerifyEmailState, status = 200) {
  const head = { title: c.var.ctx.t("accounts.verify.title"), canonical: paths.verifyEmail(), noindex: true };
  return renderPage(c, head, <VerifyEmailPage state={state} />, status);
}

accountsRoutes.get(paths.resetPassword(), (c) => {
  const token = c.req.query("token");
  const email = c.var.ctx.user?.email ?? "";
  return resetPasswordPage(c, token ? { kind: "asks-password", token } : { kind: "asks-email", email });
});

accountsRoutes.post(paths.resetPassword(), async (c) => {
  const form = await readForm(c);
  return form.has("token") ? setPassword(c, form) : sendLink(c, form);
});

async function sendLink(c: Context<AppEnv>, form: FormFields) {
  const email = form.text("email");
  const asked = check(forgotPasswordSchema, { email });
  const result = asked.ok
    ? await forgotPassword(c.var.ctx, { ...asked.value, appCheck: form.text(APP_CHECK_FIELD) })
    : asked;
  if (result.ok) return seeOther(c, paths.resetPasswordSent());
  const state = { kind: "asks-email", email, ...whatIsWrong(c, result.refusal) } as const;
  return resetPasswordPage(c, state, ERROR_STATUS[result.refusal.code]);
}

async function setPassword(c: Context<AppEnv>, form: FormFields) {
  const token = form.text("token");
  const result = await resetPassword(c.var.ctx, { token, password: form.text("password") });
  if (result.ok) {
    // The visitor's own session ended with the others.
    if (c.var.ctx.user?.id === result.value.userId) clearRefreshCookie(c);
    return seeOther(c, paths.resetPasswordDone());
  }
  const { refusal } = result;
  if (refusal.code === "malformed") return resetPasswordPage(c, { kind: "refused" }, 400);
  const state = { kind: "asks-password", token, ...whatIsWrong(c, refusal) } as const;
  return resetPasswordPage(c, state, ERROR_STATUS[refusal.code]);
}

accountsRoutes.get(paths.resetPasswordSent(), (c) => resetPasswordPage(c, { kind: "sent" }));
accountsRoutes.get(paths.resetPasswordDone(), (c) => resetPasswordPage(c, { kind: "done" }));

function resetPasswordPage(c: Context<AppEnv>, state: ResetPasswordState, status = 200) {
  const asks = state.kind === "asks-email";
  const head = {
    title: c.var.ctx.t(state.kind === "sent" ? "accounts.reset.sentHeading" : "accounts.reset.title"),
    canonical: paths.resetPassword(),
    noindex: !asks,
    appCheck: asks,
  };
  return renderPage(c, head, <ResetPasswordPage state={state} />, status);
}

for (const { deed, act } of [
  { deed: "reactivate", act: reactivate },
  { deed: "changeEmail", act: changeEmail },
] as const) {
  const page = paths[deed];

  accountsRoutes.get(page(), (c) => {
    const token = c.req.query("token");
    if (token) return mailedLinkPage(c, deed, { kind: "asks", token });
    if (c.req.query("done")) return mailedLinkPage(c, deed, { kind: "done" });
    return mailedLinkPage(c, deed, { kind: "refused", message: tellRefusal(c, invalidToken().refusal) }, 400);
  });

  accountsRoutes.post(page(), async (c) => {
    const form = await readForm(c);
    const result = await act(c.var.ctx, form.text("token"));
    if (result.ok) return seeOther(c, page({ done: true }));
    const message = tellRefusal(c, result.refusal);
    return mailedLinkPage(c, deed, { kind: "refused", message }, ERROR_STATUS[result.refusal.code]);
  });
}

function mailedLinkPage(c: Context<AppEnv>, deed: MailedDeed, state: MailedLinkState, status = 200) {
  const head = { title: c.var.ctx.t(`accounts.${deed}.title`), canonical: paths[deed](), noindex: true };
  return renderPage(c, head, <MailedLinkPage deed={deed} state={state} />, status);
}

/** What a form's page says of a refusal: at the fields, else above them. */
function whatIsWrong(c: Context<AppEnv>, refusal: Refusal): { errors: FormErrors; message?: string } {
  const errors = errorTexts(c.var.ctx.t, refusal.fields);
  return refusal.code === "invalid" ? { errors } : { errors, message: tellRefusal(c, refusal) };
}

/** A refusal in words, with the header that says when to come back. */
function tellRefusal(c: Context<AppEnv>, refusal: Refusal): string {
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  return refusalText(c.var.ctx.t, refusal);
}

/** To a path that may name its locale itself; one that does not gets the page's. */
function goTo(c: Context<AppEnv>, next: string, status: 302 | 303): Response {
  return c.redirect(localisedOnce(c.var.ctx.locale, next), status);
}

import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { deleteRefreshCookies } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { type FormFields, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { forgotPasswordSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import { forgotPassword } from "./forgot-password";
import { findResetAccount, resetPassword } from "./reset-password";
import { ResetPasswordPage, type ResetPasswordState } from "./reset-password-page";

/** Reset a password: the form that requests the link, and the page that the link opens. */
export const resetPasswordRoutes = new Hono<AppEnv>();

resetPasswordRoutes.get(paths.resetPassword(), async (c) => {
  const { ctx } = c.var;
  const token = c.req.query("token");
  if (!token) return resetPasswordPage(c, { kind: "email-form", email: ctx.user?.email ?? "" });
  // Refuse an invalid link before the user types a new password.
  if (!(await findResetAccount(ctx, token))) return resetPasswordPage(c, { kind: "refused" }, 400);
  return resetPasswordPage(c, { kind: "password-form", token });
});

resetPasswordRoutes.post(paths.resetPassword(), async (c) => {
  const form = await readForm(c);
  return form.has("token") ? setPassword(c, form) : sendLink(c, form);
});

async function sendLink(c: Context<AppEnv>, form: FormFields) {
  const email = form.text("email");
  const parsed = validate(forgotPasswordSchema, { email });
  const result = parsed.ok
    ? await forgotPassword(c.var.ctx, { ...parsed.value, appCheck: form.text(APP_CHECK_FIELD) })
    : parsed;
  if (result.ok) return seeOther(c, paths.resetPasswordSent());
  const state = { kind: "email-form", email, ...explainFormRefusal(c, result.refusal) } as const;
  return resetPasswordPage(c, state, ERROR_STATUS[result.refusal.code]);
}

async function setPassword(c: Context<AppEnv>, form: FormFields) {
  const token = form.text("token");
  const result = await resetPassword(c.var.ctx, { token, password: form.text("password") });
  if (result.ok) {
    // The reset ended the visitor's own session, too.
    if (c.var.ctx.user?.id === result.value.userId) deleteRefreshCookies(c);
    return seeOther(c, paths.resetPasswordDone());
  }
  const { refusal } = result;
  if (refusal.code === "malformed") return resetPasswordPage(c, { kind: "refused" }, 400);
  const state = { kind: "password-form", token, ...explainFormRefusal(c, refusal) } as const;
  return resetPasswordPage(c, state, ERROR_STATUS[refusal.code]);
}

resetPasswordRoutes.get(paths.resetPasswordSent(), (c) => resetPasswordPage(c, { kind: "sent" }));
resetPasswordRoutes.get(paths.resetPasswordDone(), (c) => resetPasswordPage(c, { kind: "done" }));

function resetPasswordPage(c: Context<AppEnv>, state: ResetPasswordState, status = 200) {
  const showsEmailForm = state.kind === "email-form";
  const head = {
    title: c.var.ctx.t(state.kind === "sent" ? "accounts.reset.sentHeading" : "accounts.reset.title"),
    canonical: paths.resetPassword(),
    // Users reach this page from the sign-in page.
    noindex: true,
    appCheck: showsEmailForm,
  };
  return renderPage(c, head, <ResetPasswordPage state={state} />, status);
}

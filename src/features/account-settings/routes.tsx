import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { TEACHER_SECTION } from "@/features/profile";
import { listRunningOrders } from "@/features/promotions";
import { deleteRefreshCookies, setLocaleCookie } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { becomeTeacher } from "./become-teacher";
import { changeLocale } from "./change-locale";
import { changePassword } from "./change-password";
import { disableAccount } from "./disable-account";
import { endOtherSessions, endOwnSession } from "./end-sessions";
import { findAccountSettings, listDevices } from "./queries";
import { RecoveryCodesPage } from "./recovery-codes-page";
import { requestEmailChange } from "./request-email-change";
import type { RejectedForm, SettingName } from "./settings-form";
import { AccountSettingsPage, DisabledPage, SETTINGS_DONE } from "./settings-page";
import { createTwoStepSetUp, turnOffTwoStep, turnOnTwoStep } from "./two-step";

export const accountSettingsRoutes = new Hono<AppEnv>();

accountSettingsRoutes.get(paths.settings(), (c) => settingsPage(c));

accountSettingsRoutes.post(paths.settingsAction("email"), async (c) => {
  const form = await readForm(c);
  const email = form.text("email");
  const result = await requestEmailChange(c.var.ctx, {
    email,
    current_password: form.text("current_password"),
  });
  if (result.ok) return seeOther(c, paths.settings({ done: "email" }));
  return settingsPage(c, { form: "email", refusal: result.refusal, values: { email } });
});

accountSettingsRoutes.post(paths.settingsAction("password"), async (c) => {
  const form = await readForm(c);
  const result = await changePassword(c.var.ctx, {
    current_password: form.text("current_password"),
    password: form.text("password"),
  });
  if (result.ok) return seeOther(c, paths.settings({ done: "password" }));
  return settingsPage(c, { form: "password", refusal: result.refusal });
});

accountSettingsRoutes.post(paths.settingsAction("two-step"), async (c) => {
  const form = await readForm(c);
  const key = form.text("key");
  const result = await turnOnTwoStep(c.var.ctx, { key, otp: form.text("otp") });
  if (result.ok) {
    const head = { title: c.var.ctx.t("account-settings.recovery.title"), noindex: true };
    return renderPage(c, head, <RecoveryCodesPage codes={result.value} />);
  }
  if (result.refusal.code === "conflict") return seeOther(c, paths.settings());
  return settingsPage(c, { form: "two-step", refusal: result.refusal, values: { key } });
});

accountSettingsRoutes.post(paths.settingsAction("two-step-off"), async (c) => {
  const form = await readForm(c);
  const result = await turnOffTwoStep(c.var.ctx, { password: form.text("password"), otp: form.text("otp") });
  if (result.ok) return seeOther(c, paths.settings({ done: "two-step-off" }));
  return settingsPage(c, { form: "two-step-off", refusal: result.refusal });
});

accountSettingsRoutes.post(paths.settingsAction("locale"), async (c) => {
  const form = await readForm(c);
  const result = await changeLocale(c.var.ctx, { locale: form.text("locale") });
  if (!result.ok) return settingsPage(c, { form: "locale", refusal: result.refusal });
  setLocaleCookie(c, result.value);
  return c.redirect(localizePath(result.value, paths.settings({ done: "locale" })), 303);
});

accountSettingsRoutes.post(paths.settingsAction("teacher"), async (c) => {
  const form = await readForm(c);
  const birthDate = form.day("birth_date");
  const result = await becomeTeacher(c.var.ctx, { birth_date: birthDate });
  if (result.ok) return seeOther(c, `${paths.profile()}#${TEACHER_SECTION}`);
  return settingsPage(c, {
    form: "teacher",
    refusal: result.refusal,
    values: { birth_date: birthDate },
  });
});

accountSettingsRoutes.post(paths.settingsAction("end-session"), async (c) => {
  const form = await readForm(c);
  const { isCurrent } = await endOwnSession(c.var.ctx, form.text("session"));
  if (!isCurrent) return seeOther(c, paths.settings({ done: "session" }));
  deleteRefreshCookies(c);
  return seeOther(c, paths.home());
});

accountSettingsRoutes.post(paths.settingsAction("end-other-sessions"), async (c) => {
  await endOtherSessions(c.var.ctx);
  return seeOther(c, paths.settings({ done: "sessions" }));
});

accountSettingsRoutes.post(paths.settingsAction("disable"), async (c) => {
  const form = await readForm(c);
  const result = await disableAccount(c.var.ctx, { password: form.text("password") });
  if (!result.ok) return settingsPage(c, { form: "disable", refusal: result.refusal });
  deleteRefreshCookies(c);
  return seeOther(c, paths.disabled());
});

accountSettingsRoutes.get(paths.disabled(), (c) =>
  renderPage(
    c,
    { title: c.var.ctx.t("account-settings.disabled.heading"), noindex: true, isAfterDeletion: true },
    <DisabledPage />,
  ),
);

/** The field of each form that holds the current password. */
const PASSWORD_FIELDS: Partial<Record<SettingName, string>> = {
  email: "current_password",
  password: "current_password",
  disable: "password",
  "two-step-off": "password",
};

type Rejection = { form: SettingName; refusal: Refusal; values?: Record<string, string> };

async function settingsPage(c: Context<AppEnv>, rejection?: Rejection) {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const [account, devices, orders] = await Promise.all([
    findAccountSettings(ctx, user.id),
    listDevices(ctx, user),
    listRunningOrders(ctx),
  ]);
  if (!account) throw new Refused({ code: "unauthenticated" });
  const done = c.req.query("done");
  return renderPage(
    c,
    { title: ctx.t("account-settings.title"), canonical: paths.settings(), noindex: true },
    <AccountSettingsPage
      account={account}
      setUp={account.twoStep ? null : createTwoStepSetUp(ctx, user, rejection?.values?.key)}
      isRequired={user.lacksTwoStep && c.req.query("required") === "two-step"}
      devices={devices}
      orders={orders}
      now={ctx.now}
      done={rejection ? null : (SETTINGS_DONE.find((value) => value === done) ?? null)}
      rejected={rejection ? toRejectedForm(c, rejection) : null}
    />,
    rejection ? ERROR_STATUS[rejection.refusal.code] : 200,
  );
}

/** The rejected form, to be shown again. A wrong password is an error of the password field. */
const toRejectedForm = (c: Context<AppEnv>, { form, refusal, values = {} }: Rejection): RejectedForm => ({
  form,
  values,
  ...explainFormRefusal(c, refusal, { invalid_password: PASSWORD_FIELDS[form], invalid_otp: "otp" }),
});

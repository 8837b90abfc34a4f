import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { understandQuery } from "@/features/search";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import { renderPage } from "@/http/render";
import { type FormFields, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import type { FormErrors } from "@/ui/form";
import { renderAlerts } from "../manage/manage-routes";
import { AlertFormPage, type AlertFormValues, CheckAlertMailboxPage } from "./alert-form-page";
import { createAlert } from "./create-alert";
import { requestAlert } from "./request-alert";

/** Creating an alert: by the form of the list, or by the page that completes it for a visitor without an account. */
export const createAlertRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** From another site, the app would send mail in the visitor's name. */
createAlertRoutes.post(paths.alerts(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const search = parseSearch(new URLSearchParams(form.text("filters")));
  const { filters } = await understandQuery(search, ctx);
  if (!ctx.user) return handleGuestForm(c, form, filters);
  const result = await createAlert(ctx, { filters, frequency: form.text("frequency") });
  if (result.ok) return seeOther(c, paths.alerts({ done: "created" }));
  if (result.refusal.code === "invalid") throw new Refused(result.refusal);
  return renderAlerts(c, { userId: ctx.user.id, email: ctx.user.email }, result.refusal);
});

/** Handles a form without a session: from a guest, or from a user whose session ended. */
async function handleGuestForm(c: C, form: FormFields, filters: SearchFilters) {
  const { ctx } = c.var;
  const values = { filters, email: readEmail(form), frequency: form.text("frequency") };
  // The form of the list has neither the address nor the widget of the app check: the next page asks for both.
  const lacksAppCheck = ctx.config.TURNSTILE_SITE_KEY !== undefined && !form.has(APP_CHECK_FIELD);
  if (!form.has("email") || lacksAppCheck) return renderAlertForm(c, values);
  const errors = askAboutEmail(ctx, form);
  if (errors) return renderAlertForm(c, values, undefined, errors);
  const result = await requestAlert(ctx, { ...values, appCheck: form.text(APP_CHECK_FIELD) });
  if (!result.ok) return renderAlertForm(c, values, result.refusal);
  const head = { title: ctx.t("alerts.mailbox.heading"), noindex: true };
  const page = <CheckAlertMailboxPage values={{ ...values, email: result.value.email }} />;
  return renderPage(c, head, page, 202);
}

function renderAlertForm(c: C, values: AlertFormValues, refusal?: Refusal, questions?: FormErrors) {
  const head = { title: c.var.ctx.t("alerts.form.heading"), noindex: true, appCheck: true };
  const page = (
    <AlertFormPage
      values={values}
      {...(questions ? { errors: questions } : explainFormRefusal(c, refusal))}
    />
  );
  return renderPage(c, head, page, toFormStatus(refusal));
}

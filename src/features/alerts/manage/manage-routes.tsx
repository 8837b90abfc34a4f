import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { toSavedSearchQuery } from "@/features/search";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainRefusal, seeOther, toFormStatus } from "@/http/responses";
import { ERROR_STATUS, type Refusal, type Result } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createAlertToken } from "../alert-token";
import { type Alert, hasAlertMailOff, listAlerts } from "../queries";
import { AlertsPage, type AlertsView, isAlertsDone } from "./alerts-page";
import { changeAlert } from "./change-alert";
import { confirmAlert } from "./confirm-alert";
import { endAlert } from "./end-alert";
import { findAlertByToken, findManagedAlert } from "./find-managed-alert";
import { ConfirmAlertPage, InvalidAlertLinkPage } from "./link-pages";
import { recordOpening } from "./record-opening";

/** The pages of alerts: of the signed-in user, or of the recipient of a mailed link. */
export const manageAlertRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

manageAlertRoutes.get(paths.alerts(), async (c) => {
  const { ctx } = c.var;
  const token = c.req.query("token");
  if (token === undefined) return renderOwnAlerts(c);
  const alert = await findAlertByToken(ctx, token);
  if (!alert) return renderInvalidLink(c);
  if (alert.confirmedTs === null) return renderConfirmation(c, alert, token);
  if (c.req.method === "GET") await recordOpening(ctx, alert);
  return renderAlerts(c, alert);
});

manageAlertRoutes.post(paths.alertAction(":id", "confirm"), (c) =>
  changeByForm(c, "confirmed", (alert) => confirmAlert(c.var.ctx, alert)),
);
manageAlertRoutes.post(paths.alertAction(":id", "pause"), (c) =>
  changeByForm(c, "paused", (alert) => changeAlert(c.var.ctx, alert, { paused: true })),
);
manageAlertRoutes.post(paths.alertAction(":id", "resume"), (c) =>
  changeByForm(c, "resumed", (alert) => changeAlert(c.var.ctx, alert, { paused: false })),
);
manageAlertRoutes.post(paths.alertAction(":id", "frequency"), (c) =>
  changeByForm(c, "changed", (alert, form) =>
    changeAlert(c.var.ctx, alert, { frequency: form.text("frequency") }),
  ),
);
manageAlertRoutes.post(paths.alertAction(":id", "delete"), (c) =>
  changeByForm(c, "deleted", (alert) => endAlert(c.var.ctx, alert)),
);

/** A link of a digest: records that it was opened, and leads to a listing or to the list of the alert. */
manageAlertRoutes.get(paths.alertAction(":id", "open"), async (c) => {
  const { ctx } = c.var;
  const alert = await findAlertByToken(ctx, c.req.query("token") ?? "");
  const isOpened = alert !== null && alert.id === idParam(c);
  if (isOpened && c.req.method === "GET") await recordOpening(ctx, alert);
  const listingId = c.req.query("listing") ?? "";
  const path = ID_PATTERN.test(listingId)
    ? paths.listing(listingId)
    : paths.listings(isOpened ? toSavedSearchQuery(alert.filters) : {});
  return c.redirect(localizePath(ctx.locale, path), 302);
});

/** Applies a button of the page to an alert, by the token of its mailed link or for its account. */
async function changeByForm(
  c: C,
  done: NonNullable<AlertsView["done"]>,
  change: (alert: Alert, form: FormFields) => Promise<Result<unknown>>,
) {
  const { ctx } = c.var;
  const form = await readForm(c);
  const token = form.text("token");
  const alert = await findManagedAlert(ctx, idParam(c), token);
  if (!alert) return token ? renderInvalidLink(c) : renderOwnAlerts(c);
  const result = await change(alert, form);
  if (!result.ok) return renderAlerts(c, alert, result.refusal);
  if (ctx.user?.id === alert.userId) return seeOther(c, paths.alerts({ done }));
  // The token of an ended alert is void, so the page opens with that of another one.
  const rest = await listAlerts(ctx, alert);
  const next = rest.find(({ id }) => id === alert.id) ?? rest[0];
  return seeOther(c, paths.alerts({ token: next && createAlertToken(ctx, next), done }));
}

/** The alerts of the signed-in user. */
function renderOwnAlerts(c: C) {
  const { user } = c.var.ctx;
  return user ? renderAlerts(c, { userId: user.id, email: user.email }) : renderSignedOut(c);
}

/** The alerts of a recipient. The buttons of an account's own page need no token. */
export async function renderAlerts(
  c: C,
  recipient: { userId: string | null; email: string },
  refusal?: Refusal,
) {
  const { ctx } = c.var;
  const isOwn = ctx.user !== null && ctx.user.id === recipient.userId;
  const [alerts, isMailOff] = await Promise.all([
    listAlerts(ctx, recipient),
    hasAlertMailOff(ctx, recipient),
  ]);
  const view = {
    alerts: alerts.map((alert) => ({ ...alert, token: isOwn ? null : createAlertToken(ctx, alert) })),
    email: recipient.email,
    isMailOff,
    ...describeOutcome(c, refusal),
  };
  return renderAlertsPage(c, view, refusal);
}

/** For visitors who came without a link and are not signed in. */
const renderSignedOut = (c: C) =>
  renderAlertsPage(c, { alerts: [], email: null, isMailOff: false, ...describeOutcome(c) });

function describeOutcome(c: C, refusal?: Refusal) {
  const done = c.req.query("done");
  return {
    done: !refusal && isAlertsDone(done) ? done : null,
    refused: refusal ? explainRefusal(c, refusal) : null,
  };
}

const renderAlertsPage = (c: C, view: AlertsView, refusal?: Refusal) =>
  renderPage(
    c,
    {
      title: c.var.ctx.t("alerts.page.heading"),
      canonical: paths.alerts(),
      noindex: true,
      secret: c.req.query("token") !== undefined || c.req.method === "POST",
    },
    <AlertsPage view={view} />,
    toFormStatus(refusal),
  );

const renderConfirmation = (c: C, alert: Alert, token: string) =>
  renderPage(
    c,
    { title: c.var.ctx.t("alerts.confirm.heading"), secret: true },
    <ConfirmAlertPage alert={alert} token={token} />,
  );

const renderInvalidLink = (c: C) =>
  renderPage(
    c,
    { title: c.var.ctx.t("alerts.link.invalidHeading"), secret: true },
    <InvalidAlertLinkPage />,
    ERROR_STATUS.malformed,
  );

import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { applyChoices, CHOICE_FIELDS } from "./choices/choices-form";
import { getNotificationSettings } from "./choices/get-notification-settings";
import { saveNotificationSettings } from "./choices/save-notification-settings";
import { NOTIFICATIONS_DONE, NotificationsPage } from "./notifications-page";
import { deletePushSubscription } from "./push/delete-push-subscription";
import { listPushDevices } from "./push/queries";

export const notificationsRoutes = new Hono<AppEnv>();

notificationsRoutes.get(paths.notifications(), (c) => notificationsPage(c));

notificationsRoutes.post(paths.notifications(), async (c) => {
  const { ctx } = c.var;
  const settings = await getNotificationSettings(ctx);
  const form = await readForm(c);
  const choices = applyChoices(settings, {
    shown: form.all(CHOICE_FIELDS.shown),
    on: form.all(CHOICE_FIELDS.on),
  });
  const saved = await saveNotificationSettings(ctx, choices);
  // Every form of the page is valid.
  if (!saved.ok) throw new Refused(saved.refusal);
  return seeOther(c, paths.notifications({ done: "saved" }));
});

notificationsRoutes.post(paths.removePushDevice(), async (c) => {
  const form = await readForm(c);
  // Also for a device that was removed in the meantime.
  await deletePushSubscription(c.var.ctx, { _id: form.text("device") });
  return seeOther(c, paths.notifications({ done: "removed" }));
});

async function notificationsPage(c: Context<AppEnv>) {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const [settings, devices] = await Promise.all([getNotificationSettings(ctx), listPushDevices(ctx, user)]);
  const done = c.req.query("done");
  return renderPage(
    c,
    { title: ctx.t("notifications.title"), canonical: paths.notifications(), noindex: true },
    <NotificationsPage
      done={NOTIFICATIONS_DONE.find((value) => value === done) ?? null}
      choices={{ settings, teaches: user.role !== "u", hasPush: ctx.push !== null }}
      push={{ publicKey: ctx.config.VAPID_PUBLIC_KEY ?? null, devices }}
    />,
  );
}

import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { paths } from "@/shared/paths";
import { NOTIFICATIONS_DONE, NotificationsPage } from "./notifications-page";
import { deletePushSubscription } from "./push/delete-push-subscription";
import { listPushDevices } from "./push/queries";

export const notificationsRoutes = new Hono<AppEnv>();

notificationsRoutes.get(paths.notifications(), (c) => notificationsPage(c));

notificationsRoutes.post(paths.removePushDevice(), async (c) => {
  const form = await readForm(c);
  // Also for a device that was removed in the meantime.
  await deletePushSubscription(c.var.ctx, { _id: form.text("device") });
  return seeOther(c, paths.notifications({ done: "removed" }));
});

async function notificationsPage(c: Context<AppEnv>) {
  const { ctx } = c.var;
  const devices = await listPushDevices(ctx, requireUser(ctx));
  const done = c.req.query("done");
  return renderPage(
    c,
    { title: ctx.t("notifications.title"), canonical: paths.notifications(), noindex: true },
    <NotificationsPage
      done={NOTIFICATIONS_DONE.find((value) => value === done) ?? null}
      push={{ publicKey: ctx.config.VAPID_PUBLIC_KEY ?? null, devices }}
    />,
  );
}

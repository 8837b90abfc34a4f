import { startStubs } from "../stubs";
import type { LocalSettings } from "./settings";

/** Starts the local stubs in this process for the site of these settings; `vars` are the site's. */
export function startLocalStubs(settings: LocalSettings, vars: Record<string, string>) {
  return startStubs({
    port: settings.stubsPort,
    dataDir: settings.dataDir,
    webhookUrl: `${settings.workerUrl}/webhooks/stripe`,
    webhookSecret: vars.STRIPE_WEBHOOK_SECRET as string,
    secretKey: vars.STRIPE_SECRET_KEY as string,
    siteUrl: settings.siteUrl,
    vapidPublicKey: vars.VAPID_PUBLIC_KEY,
    eFacturaClient: { id: vars.EFACTURA_CLIENT_ID as string, secret: vars.EFACTURA_CLIENT_SECRET as string },
  });
}

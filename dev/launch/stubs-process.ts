import { startStubs } from "../stubs";
import { checkedVars } from "./checked-vars";
import { fireCron } from "./crons";
import { asScript } from "./script";
import { readSettings } from "./settings";

/** The stubs of a local run, in a process of their own. Says "ready" when they answer. */
await asScript(async () => {
  const settings = readSettings(process.env);
  const vars = checkedVars(settings, process.env);
  await startStubs({
    port: settings.stubsPort,
    dataDir: settings.dataDir,
    webhookUrl: `${settings.workerUrl}/webhooks/stripe`,
    webhookSecret: vars.STRIPE_WEBHOOK_SECRET as string,
    secretKey: vars.STRIPE_SECRET_KEY as string,
    siteUrl: settings.siteUrl,
    runJob: (name) => fireCron(settings.workerUrl, name),
  });
  console.log("ready");
});

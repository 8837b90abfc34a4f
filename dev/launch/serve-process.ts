import { buildAll } from "./build";
import { checkedVars } from "./checked-vars";
import { runScript } from "./run-script";
import { serveWorker } from "./serve-worker";
import { readSettings } from "./settings";

/** Builds the site for production and serves it on PORT. */
await runScript(async () => {
  const settings = readSettings(process.env);
  const vars = checkedVars(settings, process.env);
  await buildAll();
  const served = await serveWorker({ port: settings.port, dataDir: settings.dataDir, vars });
  const stop = () => served.stop().finally(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
});

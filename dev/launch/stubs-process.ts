import { checkedVars } from "./checked-vars";
import { startLocalStubs } from "./local-stubs";
import { runScript } from "./run-script";
import { readSettings } from "./settings";

/** The stubs of a local run, in a process of their own. Says "ready" when they answer. */
await runScript(async () => {
  const settings = readSettings(process.env);
  await startLocalStubs(settings, checkedVars(settings, process.env));
  console.log("ready");
});

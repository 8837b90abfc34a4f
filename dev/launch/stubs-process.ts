import { checkedVars } from "./checked-vars";
import { startLocalStubs } from "./local-stubs";
import { asScript } from "./script";
import { readSettings } from "./settings";

/** The stubs of a local run, in a process of their own. Says "ready" when they answer. */
await asScript(async () => {
  const settings = readSettings(process.env);
  await startLocalStubs(settings, checkedVars(settings, process.env));
  console.log("ready");
});

import { handleHelp } from "./launch/help";
import { ensureInstalled } from "./launch/install";
import { runTool } from "./launch/tools";

handleHelp(
  "bun run audit",
  `Runs Lighthouse (mobile) and then axe on every page of the seeded production bundle.

Environment: CHROMIUM_PATH (an installed Chromium)`,
);
await ensureInstalled(console.log);
const lighthouse = await runTool("playwright", ["test", "--workers=1"], {
  env: { AUDIT: "1", BUN_PATH: process.execPath },
  show: true,
});
const axe = await runTool("playwright", ["test", "axe"], { env: { BUN_PATH: process.execPath }, show: true });
process.exit(lighthouse.code || axe.code);

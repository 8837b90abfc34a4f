import { ensureInstalled } from "./launch/install";
import { runTool } from "./launch/tools";

// `bun run audit`: Lighthouse (mobile) and then axe on every page, over the seeded production bundle.
await ensureInstalled(console.log);
const lighthouse = await runTool("playwright", ["test", "--workers=1"], {
  env: { AUDIT: "1", BUN_PATH: process.execPath },
  show: true,
});
const axe = await runTool("playwright", ["test", "axe"], { env: { BUN_PATH: process.execPath }, show: true });
process.exit(lighthouse.code || axe.code);

import { ensureInstalled } from "./launch/install";
import { wranglerConfig } from "./launch/paths";
import { runBun, runTool } from "./launch/tools";

// `bun run deploy`: to the account that wrangler is signed in to. The database goes first, because the new code may
// need what a migration adds, while migrations leave in place what the old code reads.
await ensureInstalled(console.log);
const steps = [
  () => runBun(["dev/launch/client-build.ts"], { show: true }),
  () =>
    runTool("wrangler", ["d1", "migrations", "apply", "DB", "--remote", "--config", wranglerConfig], {
      show: true,
    }),
  () =>
    runTool("wrangler", ["deploy", "--minify", "--config", wranglerConfig], {
      env: { NODE_ENV: "production" },
      show: true,
    }),
];
for (const step of steps) {
  const { code } = await step();
  if (code !== 0) process.exit(code);
}

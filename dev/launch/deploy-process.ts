import { deploymentSteps, readWranglerToml, requireOwnConfig, runSteps } from "./deployment";
import { runScript } from "./run-script";
import { UserError } from "./settings";

/** Deploys to the account that wrangler is signed in to; with --dry-run it only builds. */
await runScript(async () => {
  const [option, ...others] = process.argv.slice(2);
  if ((option && option !== "--dry-run") || others.length > 0) {
    throw new UserError("Usage: bun run deploy [--dry-run]");
  }
  const dryRun = option !== undefined;
  if (!dryRun) requireOwnConfig(readWranglerToml());
  process.exitCode = await runSteps(deploymentSteps({ rehearsal: dryRun }));
});

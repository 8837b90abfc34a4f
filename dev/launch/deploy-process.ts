import { deploymentSteps, readWranglerToml, requireOwnConfig, runSteps } from "./deployment";
import { runScript } from "./run-script";
import { UserError } from "./settings";

/** Deploys to the account that wrangler is signed in to; with --dry-run it only builds. */
await runScript(async () => {
  const [given, ...others] = process.argv.slice(2);
  if ((given && given !== "--dry-run") || others.length > 0) {
    throw new UserError("Usage: bun run deploy [--dry-run]");
  }
  const rehearsal = given !== undefined;
  if (!rehearsal) requireOwnConfig(readWranglerToml());
  process.exitCode = await runSteps(deploymentSteps({ rehearsal }));
});

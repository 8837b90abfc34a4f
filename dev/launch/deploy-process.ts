import { deploymentSteps, inOrder, ownToml, requireOwnConfig } from "./deployment";
import { asScript } from "./script";
import { Complaint } from "./settings";

/** Deploys to the account that wrangler is signed in to; with --dry-run only builds all that would be. */
await asScript(async () => {
  const [given, ...others] = process.argv.slice(2);
  if ((given && given !== "--dry-run") || others.length > 0) {
    throw new Complaint("Usage: bun run deploy [--dry-run]");
  }
  const rehearsal = given !== undefined;
  if (!rehearsal) requireOwnConfig(ownToml());
  process.exitCode = await inOrder(deploymentSteps({ rehearsal }));
});

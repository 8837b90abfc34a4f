import { readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { openCloudflareApi } from "./cloudflare-api";
import { deploymentSteps, runSteps } from "./deployment";
import {
  type DeployConfig,
  listAccountProblems,
  listConfigProblems,
  listNeededSecrets,
  listStoredSecrets,
  readDeployConfig,
} from "./deployment-check";
import { runScript } from "./run-script";
import { UserError } from "./settings";

/** Checks wrangler.toml and the account, then deploys; --check only checks, --dry-run only builds. */
await runScript(async () => {
  const options = readOptions();
  const config = readDeployConfig();
  if (options["dry-run"]) {
    process.exitCode = await runSteps(deploymentSteps({ rehearsal: true }));
    const problems = listConfigProblems(config, { stored: listNeededSecrets(config), given: {} });
    if (problems.length > 0) console.log(`\nNot ready to be deployed:\n${problems.join("\n")}`);
    return;
  }
  const secretsFile = options["secrets-file"];
  const given = secretsFile ? readSecrets(secretsFile) : {};
  const account = await readAccount(config);
  const problems = [...listConfigProblems(config, { stored: account.secrets, given }), ...account.problems];
  if (problems.length > 0) throw new UserError(problems.join("\n"));
  console.log("wrangler.toml, the secrets and the account have what a deployment needs.");
  if (options.check) return;
  process.exitCode = await runSteps(deploymentSteps({ rehearsal: false, secretsFile }));
});

/** Without access to the account, its secrets are assumed: the other problems are named all the same. */
async function readAccount(
  config: DeployConfig,
): Promise<{ secrets: readonly string[]; problems: string[] }> {
  try {
    const api = await openCloudflareApi();
    return {
      secrets: await listStoredSecrets(config, api),
      problems: await listAccountProblems(config, api),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { secrets: listNeededSecrets(config), problems: [error.message] };
  }
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        check: { type: "boolean" },
        "dry-run": { type: "boolean" },
        "secrets-file": { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message} See bun run deploy --help.`);
  }
}

/** @throws UserError when there is no such file */
function readSecrets(file: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(file, "utf8")) as Record<string, string>;
  } catch (error) {
    throw new UserError(`The secrets can't be read: ${(error as Error).message}`);
  }
}

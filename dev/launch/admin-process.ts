import { unstable_readConfig } from "wrangler";
import { readArguments } from "./admin-arguments";
import { localTarget, newAdminRows, promotionRows, remoteTarget } from "./admin-target";
import { checkedVars } from "./checked-vars";
import { wranglerConfig } from "./paths";
import { runScript } from "./run-script";
import { readSettings, UserError } from "./settings";

/** Makes an admin who may make others, and prints the link by which they choose a password within seven days. */
await runScript(async () => {
  const asked = readArguments(process.argv.slice(2));
  const settings = readSettings(process.env);
  const siteUrl = asked.remote ? remoteUrl() : checkedVars(settings, process.env).SITE_URL;
  const target = asked.remote ? remoteTarget() : await localTarget(settings);
  try {
    const found = await target.findUser(asked.admin.email);
    if (found && !asked.promote) {
      throw new UserError(
        `${asked.admin.email} has an account already: add --promote to make an admin of it, or use another address`,
      );
    }
    const now = Date.now();
    const made = found ? promotionRows(target.db, found, now) : newAdminRows(target.db, asked.admin, now);
    await target.write(made.statements);
    console.log(`${asked.admin.email} is an admin now, and may make others.`);
    console.log(`To choose a password, open within seven days:\n\n  ${siteUrl}${made.path}\n`);
  } finally {
    await target.close();
  }
});

/** Where the deployed site answers, as wrangler.toml says. */
const remoteUrl = (): string => String(unstable_readConfig({ config: wranglerConfig }).vars.SITE_URL);

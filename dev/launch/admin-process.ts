import { readArguments } from "./admin-arguments";
import { localTarget, newAdminRows, promotionRows, remoteTarget } from "./admin-target";
import { checkedVars } from "./checked-vars";
import { readDeployConfig } from "./deployment-check";
import { runScript } from "./run-script";
import { readSettings, UserError } from "./settings";

/** Creates an admin who may create other admins, and prints the link to choose a password, valid for seven days. */
await runScript(async () => {
  const { admin, remote, promote } = readArguments(process.argv.slice(2));
  const settings = readSettings(process.env);
  const siteUrl = remote
    ? String(readDeployConfig().vars.SITE_URL)
    : checkedVars(settings, process.env).SITE_URL;
  const target = remote ? remoteTarget() : await localTarget(settings);
  try {
    const user = await target.findUser(admin.email);
    if (user && !promote) {
      throw new UserError(
        `${admin.email} already has an account: add --promote to make it an admin, or use another address`,
      );
    }
    const now = Date.now();
    const created = user ? promotionRows(target.db, user, now) : newAdminRows(target.db, admin, now);
    await target.write(created.statements);
    console.log(`${admin.email} is now an admin and can create other admins.`);
    console.log(`Open this link within seven days to choose a password:\n\n  ${siteUrl}${created.path}\n`);
  } finally {
    await target.close();
  }
});

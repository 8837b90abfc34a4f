import { readArguments } from "./admin-arguments";
import { newAdminRows, promotionRows } from "./admin-rows";
import { checkedVars } from "./checked-vars";
import { readDeployConfig } from "./deployment-check";
import { runScript } from "./run-script";
import { readSettings, UserError } from "./settings";
import { openSiteDatabase } from "./site-database";
import { inlineParams } from "./sql-text";

/** Creates an admin who may create other admins, and prints the link to choose a password, valid for seven days. */
await runScript(async () => {
  const { admin, remote, promote } = readArguments(process.argv.slice(2));
  const { vars } = remote
    ? readDeployConfig()
    : { vars: checkedVars(readSettings(process.env), process.env) };
  const database = await openSiteDatabase({ remote });
  try {
    const find = inlineParams("select id from users where email = ?", [admin.email]);
    const [user] = await database.query<{ id: string }>(find);
    if (user && !promote) {
      throw new UserError(
        `${admin.email} already has an account: add --promote to make it an admin, or use another address`,
      );
    }
    const now = Date.now();
    const created = user ? promotionRows(user, now) : newAdminRows(admin, now);
    await database.write(created.statements);
    console.log(`${admin.email} is now an admin and can create other admins.`);
    console.log(
      `Open this link within seven days to choose a password:\n\n  ${vars.SITE_URL}${created.path}\n`,
    );
  } finally {
    await database.close();
  }
});

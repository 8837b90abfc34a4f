import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run admin:create EMAIL [options]",
  `Creates an admin who may create other admins, and prints a link to choose a password. The link is valid for seven days.

  --first-name NAME, --last-name NAME
  --locale en|ro  language of the account (ro)
  --promote       makes an existing account an admin
  --remote        uses the deployed database instead of the local one (DATA_DIR)`,
);
await runInstalled("admin-process.ts");

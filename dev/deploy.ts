import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run deploy [--dry-run]",
  `Builds the client, migrates the remote database and deploys the worker to the account of wrangler.

  --dry-run  only builds`,
);
await runInstalled("deploy-process.ts");

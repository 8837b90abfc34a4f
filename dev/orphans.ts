import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run orphans [--delete] [--remote]",
  `Says how many files no row refers to. After a restore, the job sweep-orphans counts them.

  --delete  lets the job delete them
  --remote  uses the deployed database instead of the local one (DATA_DIR)`,
);
await runInstalled("orphans-process.ts");

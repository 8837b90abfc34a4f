import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run restore [YYYY-MM-DD] [--remote]",
  `Loads a backup into an empty database: that of a day, or the newest. Then it computes what is derived from the rows,
and compares rows, hashes, counts and a sample of searches. A filled database is refused.

The local database (DATA_DIR/state/v3/d1) is new once that folder is deleted, while the site is stopped.

  --remote  uses the deployed database and bucket instead of the local ones (DATA_DIR)`,
);
await runInstalled("restore-process.ts");

import { handleHelp } from "./launch/help";
import { runLocal } from "./launch/run-local";

handleHelp(
  "bun run serve [--no-seed]",
  `Like bun start, but with the production bundle and without watching files.

  --no-seed  starts with an empty database

Environment: PORT (8787), STUBS_PORT (8788), DATA_DIR (.data)`,
);
await runLocal("serve", process.argv.slice(2));

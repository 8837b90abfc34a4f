import { handleHelp } from "./launch/help";
import { runLocal } from "./launch/run-local";

handleHelp(
  "bun start [--no-seed]",
  `Starts the site and the local stubs on this machine, and rebuilds as files change.
Installs packages, migrates the database of DATA_DIR and fills an empty one with demo data.

  --no-seed  starts with an empty database

Environment: PORT (8787), STUBS_PORT (8788), DATA_DIR (.data)`,
);
await runLocal("start", process.argv.slice(2));

import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run job [NAME]",
  `Runs a scheduled job on the running site. Without NAME it lists the jobs and their schedules.

Environment: PORT (8787) of the site`,
);
await runInstalled("job-process.ts");

import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run job [NAME]",
  `Runs a scheduled job of the site that runs on PORT (8787). Without NAME it lists the jobs and their schedules.`,
);
await runInstalled("job-process.ts");

import { runInstalled } from "./launch/installed";

// `bun run job NAME` runs one job of the site that runs on PORT; `bun run job` lists the names.
await runInstalled("job-process.ts");

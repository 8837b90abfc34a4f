import { runInstalled } from "./launch/installed";

// `bun run admin:create EMAIL` makes the first admin of a site: of this machine's, or with --remote of the deployed one.
await runInstalled("admin-process.ts");

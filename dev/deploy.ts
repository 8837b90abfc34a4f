import { runInstalled } from "./launch/installed";

// `bun run deploy`: migrates the remote database, then deploys; with --dry-run it only builds what would be deployed.
await runInstalled("deploy-process.ts");

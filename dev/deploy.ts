import { handleHelp } from "./launch/help";
import { runInstalled } from "./launch/install";

handleHelp(
  "bun run deploy [--check | --dry-run] [--secrets-file FILE]",
  `Checks wrangler.toml and the account of wrangler, builds, migrates the remote database and deploys the worker.

  --check              only checks, and names each missing step
  --dry-run            only builds
  --secrets-file FILE  secrets of the new version (NAME=value lines), for the first deployment

Environment: CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_BASE_URL`,
);
await runInstalled("deploy-process.ts");

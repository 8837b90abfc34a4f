import { copyFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths";

/** `[build]` of wrangler.toml: all that wrangler runs or uploads. */
if (!process.env.SKIP_CLIENT_BUILD) {
  if (process.env.WRANGLER_COMMAND === "dev") createDevVars();
  const { buildClient } = await import("./client-build");
  await buildClient();
}
const { buildWorker } = await import("./worker-bundle");
await buildWorker();

/** Copies the shipped example to .dev.vars. Leaves settings alone that the developer keeps in .dev.vars.* or .env. */
function createDevVars(): void {
  const existing = globSync([".dev.vars*", ".env*"], { cwd: root }).filter(
    (name) => !name.endsWith(".example"),
  );
  if (existing.length > 0) return;
  copyFileSync(join(root, ".dev.vars.example"), join(root, ".dev.vars"));
  console.log("Created .dev.vars from .dev.vars.example.");
}

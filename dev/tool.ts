import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./launch/install";
import { root } from "./launch/paths";
import { toolEnv, toolFile } from "./launch/tools";

// Runs a tool of node_modules on the pinned Node, whatever PATH contains.
const [name, ...args] = process.argv.slice(2);
if (!name) throw new Error("Usage: bun dev/tool.ts <tool> <arguments…>");
await ensureInstalled(console.log);
const { status } = spawnSync(toolFile(name), args, {
  cwd: root,
  env: toolEnv(),
  stdio: "inherit",
});
process.exit(status ?? 1);

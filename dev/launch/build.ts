import { join } from "node:path";
import { withLock } from "./lock";
import { root } from "./paths";
import { UserError } from "./settings";
import { runTool } from "./tools";

/** Builds the client and the worker into dist/. @throws UserError with the build's output */
export async function buildAll(): Promise<void> {
  await withLock(join(root, "dist/build-lock.sqlite"), async () => {
    const { code, output } = await runTool("vite", ["build"]);
    if (code !== 0) throw new UserError(`The build failed:\n${output}`);
  });
}

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./paths";

/** The packages with Node for this platform; see optionalDependencies in package.json. */
const NODE_PACKAGES = [
  `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
  `node-bin-${process.platform}-${process.arch}`,
];

/**
 * The environment for tools: their own commands first, then the pinned Node, then PATH.
 * wrangler needs a newer Node than many machines have, and some machines have none.
 */
export function toolEnv(extra: Record<string, string> = {}): Record<string, string> {
  const modules = join(root, "node_modules");
  const nodes = NODE_PACKAGES.flatMap((name) => [join(modules, name, "bin"), join(modules, name)]).filter(
    (folder) => existsSync(folder),
  );
  return {
    ...(process.env as Record<string, string>),
    PATH: [join(modules, ".bin"), ...nodes, process.env.PATH ?? ""].join(delimiter),
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_WRITE_LOGS: "false",
    ...extra,
  };
}

/** The file that starts a tool of node_modules/.bin on this platform. */
export function toolFile(name: string): string {
  const file = join(root, "node_modules/.bin", name);
  const candidates = process.platform === "win32" ? [`${file}.exe`, `${file}.cmd`] : [file];
  return candidates.find((path) => existsSync(path)) ?? name;
}

export type ToolRun = {
  /** Exit code; 1 when the tool was stopped by a signal. */
  code: number;
  /** stdout and stderr, in order of arrival. */
  output: string;
};

/**
 * Runs a tool to its end, or that of this process. With `show` it has this process's terminal: it prints there, not into
 * `output`, and may ask.
 */
export function runTool(
  name: string,
  args: string[],
  { env = {}, show = false }: { env?: Record<string, string>; show?: boolean } = {},
): Promise<ToolRun> {
  return run(toolFile(name), args, env, show);
}

/** Runs a script of this checkout with the current bun. */
export const runBun = (args: string[]): Promise<ToolRun> => run(process.execPath, args, {}, false);

function run(command: string, args: string[], env: Record<string, string>, show: boolean): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      // Without a terminal nothing may ask.
      env: toolEnv(show ? env : { CI: "1", ...env }),
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
      shell: command.endsWith(".cmd"),
    });
    const stop = () => child.kill();
    process.on("exit", stop);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("exit", stop);
      resolve({ code: code ?? 1, output });
    });
  });
}

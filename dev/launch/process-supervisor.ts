import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./paths";
import { toolEnv, toolFile } from "./tools";

export type RunningProcess = {
  /** Resolves with the exit code. */
  exited: Promise<number>;
  /** What it has printed so far. */
  output(): string;
};

const STOP_TIMEOUT_MS = 6_000;

/**
 * The processes of one local run. None outlives this process, even if it is killed (child-process.ts). It has no
 * dependencies, so it works before packages are installed.
 */
export class ProcessSupervisor {
  readonly #running = new Set<ChildProcess>();
  #stopping = false;

  /** True once `stop` was called: from then on, exits are expected. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Starts a script of this checkout with the Bun that runs this process. */
  startBun(script: string, args: string[], onLine: (line: string) => void): RunningProcess {
    return this.#start([process.execPath, join(root, script), ...args], onLine);
  }

  /** Starts a tool of node_modules. */
  startTool(name: string, args: string[], onLine: (line: string) => void): RunningProcess {
    return this.#start([toolFile(name), ...args], onLine);
  }

  #start(command: string[], onLine: (line: string) => void): RunningProcess {
    const childScript = join(root, "dev/launch/child-process.ts");
    const child = spawn(process.execPath, [childScript, ...command], {
      cwd: root,
      env: toolEnv(),
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    this.#running.add(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        onLine(line);
      });
    }
    const exited = new Promise<number>((resolve) => {
      child.on("close", (code) => {
        this.#running.delete(child);
        resolve(code ?? 1);
      });
    });
    return { exited, output: () => lines.join("\n") };
  }

  /** Ends every process and waits for their end, at most STOP_TIMEOUT_MS. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const children = [...this.#running];
    const closed = children.map((child) => new Promise((resolve) => child.once("close", resolve)));
    for (const child of children) child.stdin?.end();
    await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS))]);
  }
}

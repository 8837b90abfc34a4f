import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { root, stateDirs } from "../../dev/launch/paths";

/** A worker, its bindings, and the directory of its local data. */
export type WorkerSetup = { name: string; dataDir: string; worker: V4WorkerOptions };

/** A configuration that workerd can be started with again and again. */
export type WorkerdConfig = { name: string; dir: string };

/** workerd with one worker. `url` leads directly into it: no proxy and no Node.js in the path. */
export type Workerd = {
  name: string;
  url: string;
  /** When the process was started (ms of `performance.now`). */
  startedAt: number;
  /** CPU seconds of the process so far. */
  cpuSeconds(): number;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

const HOST = "127.0.0.1";
/** The worker's name in Miniflare. */
const WORKER = "measured";
/** Clock ticks per second of /proc/PID/stat on Linux. */
const TICKS_PER_S = 100;

const requireFromMiniflare = createRequire(createRequire(import.meta.url).resolve("miniflare"));
const workerdFile: string = requireFromMiniflare("workerd").default;

/** Runs in place of workerd while Miniflare starts: stores the configuration from stdin, then runs workerd. */
const CAPTURE_SCRIPT = `#!/bin/sh
cat > "$CAPTURE_DIR/config.bin"
exec "$CAPTURE_WORKERD" "$@" < "$CAPTURE_DIR/config.bin"
`;

/** Starts Miniflare once to make the configuration of a worker with its local bindings. */
export async function createConfig({ name, dataDir, worker }: WorkerSetup): Promise<WorkerdConfig> {
  const dir = join(root, ".data", "bench-workerd", name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const script = join(dir, "capture.sh");
  writeFileSync(script, CAPTURE_SCRIPT);
  chmodSync(script, 0o755);
  const env = {
    CAPTURE_DIR: dir,
    CAPTURE_WORKERD: workerdFile,
    MINIFLARE_WORKERD_PATH: script,
    MINIFLARE_WORKERD_CONFIG_DEBUG: join(dir, "config.json"),
  };
  Object.assign(process.env, env);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: HOST,
      port: 0,
      cf: false,
      logRequests: false,
      resourcePersistencePath: stateDirs(dataDir).resources,
      resourceTmpPath: join(dir, "tmp"),
      workers: [
        { ...worker, name: WORKER },
        // A socket of another worker leads past Miniflare's own entry and its asset router.
        {
          name: "front",
          modules: true,
          script: "export default {}",
          compatibilityDate: "2026-11-01",
          unsafeDirectSockets: [{ host: HOST, port: 0, serviceName: WORKER }],
        },
      ],
    }),
  );
  try {
    await miniflare.ready;
  } finally {
    await miniflare.dispose();
    for (const key of Object.keys(env)) delete process.env[key];
  }
  const { services } = JSON.parse(readFileSync(join(dir, "config.json"), "utf8")) as {
    services: { disk?: { path: string } }[];
  };
  // Miniflare deletes its temporary directories when it ends.
  for (const { disk } of services) if (disk) mkdirSync(disk.path, { recursive: true });
  return { name, dir };
}

/** @throws Error with workerd's output if it does not start */
export async function startWorkerd({ name, dir }: WorkerdConfig): Promise<Workerd> {
  const logFile = join(dir, "workerd.log");
  const log = openSync(logFile, "w");
  const startedAt = performance.now();
  const child = spawn(
    workerdFile,
    [
      "serve",
      "--binary",
      "--experimental",
      `--socket-addr=entry=${HOST}:0`,
      `--external-addr=loopback=${HOST}:9`,
      "--control-fd=3",
      join(dir, "config.bin"),
    ],
    { stdio: ["ignore", log, log, "pipe"] },
  );
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const port = await readDirectPort(child);
  if (port === null) {
    kill();
    throw new Error(`workerd of ${name} did not start:\n${readFileSync(logFile, "utf8").slice(0, 2000)}`);
  }
  return {
    name,
    url: `http://${HOST}:${port}`,
    startedAt,
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      kill();
      await ended;
    },
  };
}

/** The port of the direct socket, as workerd reports it; null if the process ends before. */
async function readDirectPort(child: ChildProcess): Promise<number | null> {
  const events = createInterface(child.stdio[3] as NodeJS.ReadableStream);
  for await (const line of events) {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket?: string; port?: number };
    if (event === "listen" && socket?.startsWith("direct:")) return port ?? null;
  }
  return null;
}

/** User and system time of all threads (proc_pid_stat(5)). */
function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

/** The SQLite file of the D1 database in a data directory. Miniflare creates it when the database is first used. */
export function findDatabaseFile(dataDir: string): string {
  const dir = join(stateDirs(dataDir).resources, "d1/miniflare-D1DatabaseObject");
  const files = readdirSync(dir).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  if (files.length !== 1) throw new Error(`${files.length} databases in ${dir}, expected 1`);
  return join(dir, files[0] ?? "");
}

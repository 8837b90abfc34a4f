import { readdirSync, readFileSync } from "node:fs";
import { demoVars } from "../dev/launch/local-vars";
import { type ServedWorker, type ServeOptions, serveWorker } from "../dev/launch/serve-worker";

/** Header of requests whose views are not counted, so that a benchmark only reads the database. */
export const PREFETCH = { "sec-purpose": "prefetch" };

/** The site's settings in a benchmark. Nothing answers at `stubsUrl`. */
export const siteVars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });

/** `url` leads directly into the worker; `pid` is its workerd process. */
export type BenchWorker = ServedWorker & { url: string; pid: string };

/** Serves the production bundle over `dataDir` in its own workerd process. */
export async function serveBundle(
  dataDir: string,
  { vars = {}, ...options }: Partial<ServeOptions> = {},
): Promise<BenchWorker> {
  const before = new Set(listWorkerds());
  const served = await serveWorker({
    port: 0,
    directPort: 0,
    dataDir,
    vars: { ...siteVars, ...vars },
    // The worker writes a line for each request; printing it would be measured too.
    onLog() {},
    ...options,
  });
  const [pid] = listWorkerds().filter((id) => !before.has(id));
  if (!pid) throw new Error("No workerd was started");
  return { ...served, url: served.directUrl ?? served.url, pid };
}

/** Ids of the workerd processes that this process started. */
const listWorkerds = (): string[] =>
  readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const stat = readStat(pid);
    return stat?.name === "workerd" && stat.parent === process.pid;
  });

/** A process's name and parent (proc_pid_stat(5)). */
function readStat(pid: string): { name: string; parent: number } | null {
  try {
    const [, name = "", rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) (.*)/s) ?? [];
    return { name, parent: Number(rest.split(" ")[1]) };
  } catch {
    return null;
  }
}

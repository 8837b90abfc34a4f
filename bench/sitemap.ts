import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildClient } from "../dev/launch/client-build";
import { ensureInstalled } from "../dev/launch/install";
import { demoVars } from "../dev/launch/local-vars";
import { serveWorker } from "../dev/launch/serve-worker";
import { buildWorker } from "../dev/launch/worker-bundle";
import { paths } from "../src/shared/paths";
import { benchData } from "./data";

/*
 * What the parts of the sitemap cost: seconds until the last byte of each, asked of the production bundle (the least of
 * some tries, since other work on the machine only adds), and the memory that workerd holds at most meanwhile beyond what
 * it held before (VmHWM of proc_pid_status(5), which is reset before).
 */
const { values } = parseArgs({ options: { listings: { type: "string", default: "60000" } } });
const TRIES = 5;
const MOST_SECONDS = 1;
/** A part of 50,000 addresses is 24 MB. */
const MOST_MEGABYTES = 64;
const MOST_URLS = 50_000;

await ensureInstalled(console.log);
await buildClient();
await buildWorker();
const { dataDir } = await benchData(Number(values.listings));
const vars = demoVars({ siteUrl: "http://localhost:8787", stubsUrl: "http://127.0.0.1:8788" });
const before = new Set(workerds());
// The worker writes a line for each request; a terminal would be what is measured.
const served = await serveWorker({ port: 0, directPort: 0, dataDir, vars, onLog() {} });
try {
  process.exitCode = (await measure(served.directUrl ?? served.url)) ? 0 : 1;
} finally {
  await served.stop();
}

/** Prints what each part took; false when one took more than it may. */
async function measure(site: string): Promise<boolean> {
  const index = await (await fetch(site + paths.sitemap())).text();
  const parts = [...index.matchAll(/<loc>[^<]*?(\/sitemap\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
  const table: Record<string, Record<string, number>> = {};
  let right = true;
  let urls = 0;
  // A first one warms the isolate and SQLite.
  await read(site + parts[0]);
  for (const path of parts) {
    const resting = memory("VmRSS");
    forgetPeak();
    const part = await quickest(site + path);
    const peak = Math.max(0, memory("VmHWM") - resting);
    urls += part.urls;
    right &&= part.seconds <= MOST_SECONDS && part.urls <= MOST_URLS && peak <= MOST_MEGABYTES;
    table[path] = {
      URLs: part.urls,
      MB: Number((part.bytes / 1e6).toFixed(1)),
      seconds: Number(part.seconds.toFixed(2)),
      "more memory, MB": Math.round(peak),
    };
  }
  console.table(table);
  console.log(
    `${urls} URLs; a part may take ${MOST_SECONDS} s and ${MOST_MEGABYTES} MB, and hold ${MOST_URLS}.`,
  );
  return right;
}

type Part = { seconds: number; urls: number; bytes: number };

async function quickest(url: string): Promise<Part> {
  const tries: Part[] = [];
  for (let n = 0; n < TRIES; n++) tries.push(await read(url));
  return tries.reduce((best, one) => (one.seconds < best.seconds ? one : best));
}

/** Reads an answer to its end. */
async function read(url: string): Promise<Part> {
  const started = performance.now();
  const answer = await fetch(url);
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answered ${answer.status}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const seconds = (performance.now() - started) / 1000;
  const xml = Buffer.concat(chunks);
  return { seconds, urls: xml.toString().split("<loc>").length - 1, bytes: xml.length };
}

/** Ids of the workerd processes that this one started. */
function workerds(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, name, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\((.*)\) (.*)/s) ?? [];
      return name === "workerd" && Number(rest.split(" ")[1]) === process.pid;
    } catch {
      return false;
    }
  });
}

function ownWorkerd(): string {
  const [pid] = workerds().filter((one) => !before.has(one));
  if (!pid) throw new Error("No workerd was started");
  return pid;
}

/** A memory figure of the process, as the kernel reports it (MB). */
function memory(name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${ownWorkerd()}/status`, "utf8");
  return Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024;
}

/** From now on VmHWM tells the most since now: "5" of proc_pid_clear_refs(5). */
function forgetPeak(): void {
  writeFileSync(`/proc/${ownWorkerd()}/clear_refs`, "5");
}

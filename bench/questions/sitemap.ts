import { readFileSync, writeFileSync } from "node:fs";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import { type BenchWorker, serveBundle } from "../serve-bundle";

const TRIES = 5;
const MAX_SECONDS = 1;
/** A part of 50,000 URLs has 24 MB. */
const MAX_MEGABYTES = 64;
const MAX_URLS = 50_000;

/**
 * Measures the seconds until the last byte of each part, the shortest of some tries, because other work on the machine
 * only adds. Also the peak memory of workerd beyond what it used before (VmHWM of proc_pid_status(5), reset before).
 */
export async function run({ listings }: { listings: number }): Promise<boolean> {
  const site = await serveBundle((await benchData(listings)).dataDir);
  try {
    return await measure(site);
  } finally {
    await site.stop();
  }
}

/** Prints the figures of each part. Returns false if one exceeds its bound. */
async function measure({ url: site, pid }: BenchWorker): Promise<boolean> {
  const index = await (await fetch(site + paths.sitemap())).text();
  const parts = [...index.matchAll(/<loc>[^<]*?(\/sitemap\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
  const table: Record<string, Record<string, number>> = {};
  let isWithinBound = true;
  let urls = 0;
  // The first request warms the isolate and SQLite.
  await read(site + parts[0]);
  for (const path of parts) {
    const atRest = readMemory(pid, "VmRSS");
    resetPeak(pid);
    const part = await readFastest(site + path);
    const peak = Math.max(0, readMemory(pid, "VmHWM") - atRest);
    urls += part.urls;
    isWithinBound &&= part.seconds <= MAX_SECONDS && part.urls <= MAX_URLS && peak <= MAX_MEGABYTES;
    table[path] = {
      URLs: part.urls,
      MB: Number((part.bytes / 1e6).toFixed(1)),
      seconds: Number(part.seconds.toFixed(2)),
      "additional MB": Math.round(peak),
    };
  }
  console.table(table);
  console.log(
    `${urls} URLs; a part may take ${MAX_SECONDS} s and ${MAX_MEGABYTES} MB, and hold ${MAX_URLS}.`,
  );
  return isWithinBound;
}

type Part = { seconds: number; urls: number; bytes: number };

async function readFastest(url: string): Promise<Part> {
  const tries: Part[] = [];
  for (let n = 0; n < TRIES; n++) tries.push(await read(url));
  return tries.reduce((best, next) => (next.seconds < best.seconds ? next : best));
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

/** A memory figure of a process, as the kernel reports it (MB). */
function readMemory(pid: string, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024;
}

/** Resets VmHWM to the memory in use: "5" of proc_pid_clear_refs(5). */
function resetPeak(pid: string): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

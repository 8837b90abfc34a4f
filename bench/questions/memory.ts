import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../../src/shared/paths";
import { LISTINGS, serveWithUsers } from "../catalogue/serve-with-users";
import { readHeap } from "../memory/heap-snapshot";
import { connectInspector, type Inspector } from "../memory/inspector";
import { largestHolders } from "../memory/largest-holders";
import { type LoadResult, startLoad } from "../memory/mixed-load";

/** Half of what Cloudflare gives an isolate. */
const MAX_MB = 64;
const USERS = 400;
const TEACHERS = 200;
/** How often the heap is measured between the samples, for its peak (ms). */
const POLL_MS = 5_000;
const MB = 1024 ** 2;

/** Bounds of the mean memory of the last third over that of the third before, and of a read's p99 over its p50. */
const MAX_GROWTH = 1.05;
const MAX_TAIL = 5;

type Options = {
  minutes: number;
  readers: number;
  writers: number;
  rate: number;
  samples: number;
  holders: number;
};

/**
 * Measures the isolate alone through V8's inspector: idle, under load, and after it, with its largest holders.
 * workerd's process uses much more memory: D1, R2 and Miniflare's own workers. Variables have the short names of the
 * bundle.
 */
export async function run(options: Options): Promise<boolean> {
  // V8 ends an isolate that needs more, and its requests fail.
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${MAX_MB}`;
  const site = await serveWithUsers(USERS, { teachers: TEACHERS, inspector: true });
  try {
    const wake = async () => (await fetch(site.url + paths.robots())).arrayBuffer();
    // The isolate starts with its first request.
    await wake();
    return await measure(site.url, await connectInspector(site.inspectorUrl ?? "", wake), options);
  } finally {
    await site.stop();
  }
}

type Sample = {
  minute: number;
  /** MB before the collector ran, and after. */
  before: number;
  used: number;
  total: number;
  buffers: number;
  wasm: number;
  /** After the collector ran: heap, the runtime's objects, buffers and WebAssembly memory. */
  live: number;
};

async function takeSample(inspector: Inspector, minute: number): Promise<Sample> {
  const before = await inspector.heapUsage();
  await inspector.collectGarbage();
  const usage = await inspector.heapUsage();
  const wasm = await inspector.wasmMemory();
  const live = usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize + wasm;
  return {
    minute,
    before: toMb(before.usedSize + before.backingStorageSize),
    used: toMb(usage.usedSize),
    total: toMb(usage.totalSize),
    buffers: toMb(usage.backingStorageSize),
    wasm: toMb(wasm),
    live: toMb(live),
  };
}

function toMb(bytes: number): number {
  return Number((bytes / MB).toFixed(1));
}

/** Prints samples and holders. Returns false if the isolate exceeds its bound or the load was not served. */
async function measure(url: string, inspector: Inspector, options: Options): Promise<boolean> {
  const { minutes, readers, writers, rate, samples, holders: max } = options;
  const taken: Sample[] = [await takeSample(inspector, 0)];
  const load = startLoad({
    url,
    readers,
    rate,
    writers,
    users: USERS,
    teachers: TEACHERS,
    listings: LISTINGS,
  });
  let peak = 0;
  const started = Date.now();
  for (let n = 1; n <= samples; n++) {
    const until = started + (n * minutes * 60_000) / samples;
    while (Date.now() < until) {
      await pause(Math.min(POLL_MS, Math.max(0, until - Date.now())));
      const { usedSize, backingStorageSize } = await inspector.heapUsage();
      peak = Math.max(peak, toMb(usedSize + backingStorageSize));
    }
    const sample = await takeSample(inspector, (n * minutes) / samples);
    console.log(`${sample.minute.toFixed(1)} min: ${sample.live} MB`);
    taken.push(sample);
  }
  const result = await load.stop();
  const atRest = await takeSample(inspector, minutes);
  const heap = readHeap(await inspector.heapSnapshot());
  inspector.close();

  console.log("\nMB of the isolate: at rest, under load, at rest again");
  console.table([...taken, atRest]);
  console.log(`The ${max} largest holders at the end, MB`);
  console.table(
    Object.fromEntries(
      largestHolders(heap, max).map(({ name, bytes }) => [name, Number((bytes / MB).toFixed(2))]),
    ),
  );
  const peakLive = Math.max(...[...taken, atRest].map(({ live }) => live));
  peak = Math.max(peak, ...[...taken, atRest].map(({ before }) => before));
  const growth = computeGrowth(taken.slice(1).map(({ live }) => live));
  const [p50, p99] = [0.5, 0.99].map((share) => findPercentile(result.readTimes, share)) as [number, number];
  console.log(formatLoad(result));
  console.log(
    `Peak of heap and buffers before the collector ran: ${peak} MB. Highest after it: ${peakLive} MB; allowed: ${MAX_MB} MB`,
  );
  console.log(
    `Mean of the last third of the samples over the third before: ${growth.toFixed(3)}; allowed: ${MAX_GROWTH}`,
  );
  console.log(
    `Reads: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms: ${(p99 / p50).toFixed(1)} times; allowed: ${MAX_TAIL}`,
  );
  const errors = formatCounts(result.errors);
  console.log(`Errors: ${errors || "none"}`);
  return peakLive <= MAX_MB && growth <= MAX_GROWTH && p99 <= MAX_TAIL * p50 && errors === "";
}

/** Of 30 minutes, compares the last ten with the ten before. */
function computeGrowth(samples: readonly number[]): number {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const mean = (part: readonly number[]) => part.reduce((sum, mb) => sum + mb, 0) / part.length;
  return mean(samples.slice(-third)) / mean(samples.slice(-2 * third, -third));
}

function findPercentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;
}

const formatCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

const formatLoad = ({ sent, statuses, seconds }: LoadResult): string =>
  `${Math.round(seconds)} s: ${formatCounts(sent)}; answered ${formatCounts(statuses)}`;

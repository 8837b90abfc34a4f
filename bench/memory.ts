import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { paths } from "../src/shared/paths";
import { readHeap } from "./heap-snapshot";
import { largestHolders } from "./holders";
import { connectInspector, type Inspector } from "./inspector";
import { type LoadResult, startLoad } from "./mixed-load";
import { LISTINGS, serveWithUsers } from "./users";

/*
 * The memory of the worker's isolate alone, asked of V8's inspector: idle, under reads and writes at a bounded rate, and
 * after them, with its largest holders. workerd's process holds much more: D1, R2 and Miniflare's own workers.
 * Variables have the short names of the production bundle; properties keep theirs.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    rate: { type: "string", default: "30" },
    samples: { type: "string", default: "10" },
    holders: { type: "string", default: "10" },
  },
});
const [minutes, rate, samples, most] = (["minutes", "rate", "samples", "holders"] as const).map(
  aboveZero,
) as [number, number, number, number];

/** Half of what Cloudflare gives an isolate. */
const MOST_MB = 64;
const USERS = 400;
const TEACHERS = 200;
/** How often (ms) the heap is looked at between the samples, for its peak. */
const LOOK_MS = 5_000;
const MB = 1024 ** 2;

// An isolate that needs more is ended by V8 then, and its requests fail.
process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${MOST_MB}`;
const site = await serveWithUsers(USERS, { teachers: TEACHERS, inspector: true });
try {
  const wake = async () => (await fetch(site.url + paths.robots())).arrayBuffer();
  // The isolate begins with its first request.
  await wake();
  process.exitCode = (await measure(await connectInspector(site.inspectorUrl ?? "", wake))) ? 0 : 1;
} finally {
  await site.stop();
}

type Sample = {
  minute: number;
  /** MB before the collector ran, and after. */
  before: number;
  used: number;
  total: number;
  buffers: number;
  wasm: number;
  /** What stays after the collector ran: heap, the runtime's objects, buffers and WebAssembly memory. */
  live: number;
};

async function take(inspector: Inspector, minute: number): Promise<Sample> {
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

/** Prints the samples and the holders; false when the isolate held more than it may, or the load was not served. */
async function measure(inspector: Inspector): Promise<boolean> {
  const taken = [await take(inspector, 0)];
  const load = startLoad({ url: site.url, rate, users: USERS, teachers: TEACHERS, listings: LISTINGS });
  let peak = 0;
  const started = Date.now();
  for (let n = 1; n <= samples; n++) {
    const until = started + (n * minutes * 60_000) / samples;
    while (Date.now() < until) {
      await pause(Math.min(LOOK_MS, Math.max(0, until - Date.now())));
      const { usedSize, backingStorageSize } = await inspector.heapUsage();
      peak = Math.max(peak, toMb(usedSize + backingStorageSize));
    }
    const sample = await take(inspector, (n * minutes) / samples);
    console.log(`${sample.minute.toFixed(1)} min: ${sample.live} MB`);
    taken.push(sample);
  }
  const result = await load.stop();
  const rested = await take(inspector, minutes);
  const heap = readHeap(await inspector.heapSnapshot());
  inspector.close();

  console.log("\nMB of the isolate: at rest, under load, and at rest again");
  console.table([...taken, rested]);
  console.log(`The ${most} largest holders at the end, MB`);
  console.table(
    Object.fromEntries(
      largestHolders(heap, most).map(({ name, bytes }) => [name, Number((bytes / MB).toFixed(2))]),
    ),
  );
  const peakLive = Math.max(...[...taken, rested].map(({ live }) => live));
  peak = Math.max(peak, ...[...taken, rested].map(({ before }) => before));
  console.log(summary(result));
  console.log(
    `Peak of heap and buffers before the collector ran: ${peak} MB. Most that stayed after it: ${peakLive} MB; allowed: ${MOST_MB} MB`,
  );
  return peakLive <= MOST_MB && wasServed(result);
}

function summary({ sent, statuses, seconds, skipped }: LoadResult): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return `${Math.round(seconds)} s: ${list(sent)}; answered ${list(statuses)}; left out ${skipped}`;
}

/** An isolate that answers errors holds little. Share images are rendered a few at a time; other requests are redirected. */
function wasServed({ statuses, sent }: LoadResult): boolean {
  const all = Object.values(sent).reduce((sum, count) => sum + count, 0);
  const good = Object.entries(statuses)
    .filter(([status]) => Number(status) < 500)
    .reduce((sum, [, count]) => sum + count, 0);
  if (good < all * 0.99) console.log(`Only ${good} of ${all} requests were answered`);
  return good >= all * 0.99;
}

function aboveZero(name: "minutes" | "rate" | "samples" | "holders"): number {
  const value = Number(values[name]);
  if (value > 0) return value;
  console.error(`--${name} must be a number above 0`);
  return process.exit(1);
}

import { setTimeout as pause } from "node:timers/promises";
import { DEMO_SECRETS } from "@/shared/demo-secrets";
import { demoVars } from "../../dev/launch/local-vars";
import { serveWorker } from "../../dev/launch/serve-worker";
import { startStubs } from "../../dev/stubs";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData } from "../harness/app";
import { connectInspector, type Inspector } from "../harness/inspector";
import { startLoad } from "../harness/mixed-load";
import { addUsers } from "../harness/users";
import { percentile } from "../median";

/** Half of what Cloudflare gives an isolate. */
const MAX_MB = 64;
const LISTINGS = 10_000;
const USERS = 400;
const TEACHERS = 200;
const MB = 1024 ** 2;

type Options = { minutes: number; readers: number; writers: number; rate: number; samples: number };

/**
 * Measures the isolate alone through V8's inspector, under load. workerd's process uses much more memory: D1, R2 and
 * Miniflare's own workers.
 */
export async function run(options: Options): Promise<Figure[]> {
  // V8 ends an isolate that needs more, and its requests fail.
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${MAX_MB}`;
  const dataDir = copyData((await benchData(LISTINGS)).dataDir, "memory");
  await addUsers(dataDir, USERS, TEACHERS);
  const siteUrl = "http://localhost:8787";
  const stubs = await startStubs({
    port: 0,
    dataDir,
    webhookUrl: `${siteUrl}/webhooks/stripe`,
    webhookSecret: "",
    secretKey: DEMO_SECRETS.STRIPE_SECRET_KEY,
    siteUrl,
  });
  const site = await serveWorker({
    port: 0,
    directPort: 0,
    dataDir,
    vars: demoVars({ siteUrl, stubsUrl: stubs.url }),
    onLog() {},
    inspector: true,
  });
  try {
    const url = site.directUrl ?? "";
    const wake = async () => (await fetch(url + paths.robots())).arrayBuffer();
    // The isolate starts with its first request.
    await wake();
    return await measure(url, await connectInspector(site.inspectorUrl ?? "", wake), options);
  } finally {
    await site.stop();
    await stubs.stop();
  }
}

async function measure(url: string, inspector: Inspector, options: Options): Promise<Figure[]> {
  const { minutes, readers, writers, rate, samples } = options;
  const atRest = await measureLive(inspector);
  const load = startLoad({
    url,
    readers,
    rate,
    writers,
    users: USERS,
    teachers: TEACHERS,
    listings: LISTINGS,
  });
  const live: number[] = [];
  for (let n = 1; n <= samples; n++) {
    await pause((minutes * 60_000) / samples);
    const mb = await measureLive(inspector);
    console.log(`${((n * minutes) / samples).toFixed(1)} min: ${mb.toFixed(1)} MB`);
    live.push(mb);
  }
  const { answers, errors, readTimes } = await load.stop();
  inspector.close();
  const [p50, p99] = [percentile(readTimes, 0.5), percentile(readTimes, 0.99)];
  return [
    {
      what: "memory of the isolate, highest (MB)",
      value: Math.max(...live),
      bound: MAX_MB,
      note: `${atRest.toFixed(1)} MB before the load`,
    },
    {
      what: "memory in the last third over the third before",
      value: computeGrowth(live),
      bound: 1.05,
    },
    { what: "p99 of reads over p50", value: p99 / p50, bound: 5, note: `p50 ${p50.toFixed(1)} ms` },
    { what: "errors", value: errors, bound: 0, note: formatCounts(answers) },
  ];
}

/** MB of heap, the runtime's objects and buffers, after the collector ran. WebAssembly has 8 MB more. */
async function measureLive(inspector: Inspector): Promise<number> {
  await inspector.collectGarbage();
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await inspector.heapUsage();
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / MB;
}

/** Of 30 minutes, compares the last ten with the ten before. */
function computeGrowth(samples: readonly number[]): number {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const sum = (part: readonly number[]) => part.reduce((total, mb) => total + mb, 0);
  return sum(samples.slice(-third)) / sum(samples.slice(-2 * third, -third));
}

const formatCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

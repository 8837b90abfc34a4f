import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon, { type Result } from "autocannon";
import { paths } from "../src/shared/paths";
import { serveWithPeople } from "./people";

/** So slow (ms) the list may be for one visitor in a hundred while people sign in without end. */
const BOUND_MS = 1000;
const PEOPLE = 200;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    clients: { type: "string", default: "8" },
  },
});
const seconds = Number(values.seconds);

const site = await serveWithPeople(PEOPLE);
try {
  process.exitCode = (await measure(site.url)) ? 0 : 1;
} finally {
  await site.stop();
}

/** Prints how the list answers one visitor, alone and beside the hammering; false when it is too slow then. */
async function measure(url: string): Promise<boolean> {
  const target = url + paths.listings();
  await load(target, 2);
  const alone = await load(target, seconds);
  // They begin before the measuring does and end after it.
  const hammering = hammer(url, seconds + 2);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const beside = await load(target, seconds);
  const answers = await hammering;
  console.log(
    `\n${paths.listings()}, one visitor after another, ${seconds} s; sign-ins by ${values.clients} clients without a pause`,
  );
  console.table({ alone: figures(alone), "beside sign-ins": figures(beside) });
  const count = (status: number) => answers[status] ?? 0;
  console.log(
    `Sign-ins: ${count(200)} let in, ${count(401)} refused, ${count(503)} sent away (503), ${count(429)} limited (429)`,
  );
  const failed = beside.errors + beside.timeouts + beside.non2xx;
  const others = Object.keys(answers).filter((status) => !["200", "401", "429", "503"].includes(status));
  if (others.length > 0) console.log(`Sign-ins were answered by ${others.join(", ")} too`);
  console.log(`The list's p99 beside sign-ins: ${beside.latency.p99} ms; allowed: ${BOUND_MS} ms`);
  return beside.latency.p99 < BOUND_MS && failed === 0 && others.length === 0 && count(200) > 0;
}

function load(url: string, duration: number): Promise<Result> {
  return autocannon({ url, connections: 1, duration });
}

function figures({ requests, latency, errors, timeouts, non2xx }: Result) {
  return {
    requests: requests.total,
    "p50 ms": latency.p50,
    "p99 ms": latency.p99,
    failed: errors + timeouts + non2xx,
  };
}

/** The statuses that the sign-ins got, each with how often. */
function hammer(url: string, duration: number): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, "hammer.ts");
  const args = [script, url, values.clients, String(PEOPLE), String(duration)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`hammer.ts ended with code ${code}`)),
    );
  });
}

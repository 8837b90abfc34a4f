import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon, { type Result } from "autocannon";
import { paths } from "../src/shared/paths";
import { median } from "./median";
import { addressOf, emailOf, PASSWORD, serveWithUsers } from "./users";

/*
 * Measures the list's p99 while clients sign in without a pause, and whether another address can still sign in. Fails
 * where the list takes a second or one of 20 sign-ins takes longer than three.
 */

/** The list's p99 (ms) while users sign in without a pause. */
const LIST_BOUND_MS = 1000;
/** The longest sign-in (ms) of a visitor while another address signs in without a pause, and how many are measured. */
const VISITOR_BOUND_MS = 3000;
const VISITORS = 20;
const USERS = 200;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    clients: { type: "string", default: "8" },
  },
});
const seconds = Number(values.seconds);

const site = await serveWithUsers(USERS);
try {
  const quickList = await measureList(site.url);
  const fairSignIns = await measureVisitors(site.url);
  process.exitCode = quickList && fairSignIns ? 0 : 1;
} finally {
  await site.stop();
}

/**
 * Prints the list's latency for one visitor, with and without the sign-in load. False when it is too slow under load.
 */
async function measureList(url: string): Promise<boolean> {
  const target = url + paths.listings();
  await load(target, 2);
  const alone = await load(target, seconds);
  // They begin before the measuring does and end after it.
  const hammering = hammer(url, seconds + 2, "many");
  await pause(1000);
  const beside = await load(target, seconds);
  const answers = await hammering.answers;
  console.log(
    `\n${paths.listings()}, one visitor after another, ${seconds} s; sign-ins by ${values.clients} clients without a pause`,
  );
  console.table({ alone: figures(alone), "beside sign-ins": figures(beside) });
  const expected = countAnswers(answers);
  const failed = beside.errors + beside.timeouts + beside.non2xx;
  console.log(`The list's p99 beside sign-ins: ${beside.latency.p99} ms; allowed: ${LIST_BOUND_MS} ms`);
  return beside.latency.p99 < LIST_BOUND_MS && failed === 0 && expected;
}

/** Prints how long visitors from other addresses wait to sign in while one address never pauses. */
async function measureVisitors(url: string): Promise<boolean> {
  const alone = await timeSignIns(url, 5);
  const attack = hammer(url, 10 * VISITORS, "one");
  await pause(2000);
  const times = await timeSignIns(url, VISITORS);
  attack.stop();
  const answers = await attack.answers;
  const withinBound = times.filter((ms) => ms <= VISITOR_BOUND_MS).length;
  console.log(`\nSign-ins alone: median ${median(alone)} ms`);
  console.log(
    `Sign-ins beside ${values.clients} loops of one address: ${withinBound} of ${VISITORS} within ${VISITOR_BOUND_MS} ms; ` +
      `median ${median(times)} ms, longest ${Math.max(...times)} ms`,
  );
  return countAnswers(answers) && withinBound === VISITORS;
}

/** How long sign-ins take (ms), one after the other, each from an address of its own; infinite for one that is refused. */
async function timeSignIns(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    const begun = performance.now();
    const answer = await fetch(url + paths.authToken(), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "cf-connecting-ip": addressOf(1_000_000 + n),
      },
      body: new URLSearchParams({ username: emailOf(n), password: PASSWORD }),
    });
    await answer.arrayBuffer();
    times.push(answer.status === 200 ? Math.round(performance.now() - begun) : Number.POSITIVE_INFINITY);
  }
  return times;
}

/** Prints what sign-ins were answered; false for none let in, or an answer that should not be. */
function countAnswers(answers: Record<string, number>): boolean {
  const count = (status: number) => answers[status] ?? 0;
  console.log(
    `Sign-ins: ${count(200)} let in, ${count(401)} refused, ${count(503)} sent away (503), ${count(429)} limited (429)`,
  );
  const others = Object.keys(answers).filter((status) => !["200", "401", "429", "503"].includes(status));
  if (others.length > 0) console.log(`Sign-ins were answered by ${others.join(", ")} too`);
  return others.length === 0 && count(200) > 0;
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

/** `answers` are the statuses that the sign-ins got, each with how often; `stop` ends them sooner. */
function hammer(url: string, duration: number, from: "one" | "many") {
  const script = join(import.meta.dirname, "hammer.ts");
  const args = [script, url, values.clients, String(USERS), String(duration), from];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const answers = new Promise<Record<string, number>>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`hammer.ts ended with code ${code}`)),
    );
  });
  return { answers, stop: () => child.kill("SIGTERM") };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { spawn } from "node:child_process";
import { join } from "node:path";
import autocannon, { type Result } from "autocannon";
import { paths } from "../../src/shared/paths";
import { PASSWORD, serveWithUsers, userEmail, visitorAddress } from "../catalogue/serve-with-users";
import { median } from "../median";

/** Highest allowed p99 of the list while users sign in without a pause (ms). */
const LIST_BOUND_MS = 1000;
/**
 * Longest allowed sign-in of a visitor while another address signs in without a pause (ms), and how many are measured.
 */
const VISITOR_BOUND_MS = 3000;
const VISITORS = 20;
const USERS = 200;

type Options = { seconds: number; clients: number };

export async function run(options: Options): Promise<boolean> {
  const site = await serveWithUsers(USERS);
  try {
    const isListFast = await measureList(site.url, options);
    const areSignInsFair = await measureVisitors(site.url, options);
    return isListFast && areSignInsFair;
  } finally {
    await site.stop();
  }
}

/**
 * Prints the list's latency for one visitor, with and without the sign-in load. False when it is too slow under load.
 */
async function measureList(url: string, { seconds, clients }: Options): Promise<boolean> {
  const target = url + paths.listings();
  await load(target, 2);
  const alone = await load(target, seconds);
  // The load starts before the measurement and ends after it.
  const signIns = startSignIns(url, clients, seconds + 2, "many");
  await pause(1000);
  const underLoad = await load(target, seconds);
  const answers = await signIns.answers;
  console.log(
    `\n${paths.listings()}, one visitor after another, ${seconds} s; sign-ins by ${clients} clients without a pause`,
  );
  console.table({ alone: figures(alone), "with sign-ins": figures(underLoad) });
  const isExpected = countAnswers(answers);
  const failed = underLoad.errors + underLoad.timeouts + underLoad.non2xx;
  console.log(`The list's p99 with sign-ins: ${underLoad.latency.p99} ms; allowed: ${LIST_BOUND_MS} ms`);
  return underLoad.latency.p99 < LIST_BOUND_MS && failed === 0 && isExpected;
}

/** Prints how long visitors from other addresses wait to sign in while one address signs in without a pause. */
async function measureVisitors(url: string, { clients }: Options): Promise<boolean> {
  const alone = await timeSignIns(url, 5);
  const attack = startSignIns(url, clients, 10 * VISITORS, "one");
  await pause(2000);
  const times = await timeSignIns(url, VISITORS);
  attack.stop();
  const answers = await attack.answers;
  const withinBound = times.filter((ms) => ms <= VISITOR_BOUND_MS).length;
  console.log(`\nSign-ins alone: median ${median(alone)} ms`);
  console.log(
    `Sign-ins with ${clients} loops of one address: ${withinBound} of ${VISITORS} within ${VISITOR_BOUND_MS} ms; ` +
      `median ${median(times)} ms, longest ${Math.max(...times)} ms`,
  );
  return countAnswers(answers) && withinBound === VISITORS;
}

/** How long consecutive sign-ins take (ms), each from its own address; infinite for a refused one. */
async function timeSignIns(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    const started = performance.now();
    const answer = await fetch(url + paths.authToken(), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "cf-connecting-ip": visitorAddress(1_000_000 + n),
      },
      body: new URLSearchParams({ username: userEmail(n), password: PASSWORD }),
    });
    await answer.arrayBuffer();
    times.push(answer.status === 200 ? Math.round(performance.now() - started) : Number.POSITIVE_INFINITY);
  }
  return times;
}

/** Prints the answers by status. Returns false if no sign-in succeeded or a status is unexpected. */
function countAnswers(answers: Record<string, number>): boolean {
  const count = (status: number) => answers[status] ?? 0;
  console.log(
    `Sign-ins: ${count(200)} succeeded, ${count(401)} refused, ${count(503)} deferred (503), ${count(429)} limited (429)`,
  );
  const others = Object.keys(answers).filter((status) => !["200", "401", "429", "503"].includes(status));
  if (others.length > 0) console.log(`Unexpected statuses: ${others.join(", ")}`);
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

/** Starts a process that signs in until `duration` (s) is over. `answers` resolves to the count of each status. */
function startSignIns(url: string, clients: number, duration: number, from: "one" | "many") {
  const script = join(import.meta.dirname, "../sign-in-load.ts");
  const args = [script, url, String(clients), String(USERS), String(duration), from];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const answers = new Promise<Record<string, number>>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`sign-in-load.ts ended with code ${code}`)),
    );
  });
  return { answers, stop: () => child.kill("SIGTERM") };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

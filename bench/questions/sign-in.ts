import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, createAppConfig } from "../harness/app";
import { fetchPage } from "../harness/rounds";
import { addUsers, fromVisitor, PASSWORD, userEmail } from "../harness/users";
import { startWorkerd, type Workerd } from "../harness/workerd";
import { percentile } from "../median";

const LISTINGS = 10_000;
const USERS = 200;
/** Visitors who sign in while another address signs in without a pause. */
const VISITORS = 20;
const EXPECTED = [200, 401, 429, 503];

type Options = { seconds: number; clients: number };

export async function run({ seconds, clients }: Options): Promise<Figure[]> {
  const dataDir = copyData((await benchData(LISTINGS)).dataDir, "sign-in");
  await addUsers(dataDir, USERS);
  const site = await startWorkerd(await createAppConfig("sign-in", dataDir));
  try {
    await timeLists(site, 2);
    const alone = await timeLists(site, seconds);
    // From many addresses: a different user each time, every fourth time with a wrong password.
    const signIns = startSignIns(site, clients, (n) => ({
      user: n,
      password: n % 4 === 3 ? "not the password" : PASSWORD,
    }));
    await pause(1000);
    const underLoad = await timeLists(site, seconds);
    const answers = await signIns.stop();

    // From one address: the same user with the correct password, which no limit counts.
    const attack = startSignIns(site, clients, () => ({ user: 0, password: PASSWORD }));
    await pause(2000);
    const waits: number[] = [];
    for (let n = 1; n <= VISITORS; n++) {
      const started = performance.now();
      const status = await signIn(site, { user: n, password: PASSWORD }, 1_000_000 + n);
      waits.push(status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY);
    }
    answers.push(...(await attack.stop()));

    const count = (status: number) => answers.filter((answer) => answer === status).length;
    return [
      { what: "p99 of the list (ms)", value: percentile(alone, 0.99) },
      {
        what: "p99 of the list during sign-ins (ms)",
        value: percentile(underLoad, 0.99),
        bound: 1000,
        note: EXPECTED.map((status) => `${count(status)} × ${status}`).join(", "),
      },
      {
        what: "longest sign-in while another address floods (ms)",
        value: Math.max(...waits),
        bound: 3000,
        note: `of ${VISITORS}, median ${Math.round(percentile(waits, 0.5))} ms`,
      },
      {
        what: "unexpected answers to sign-ins",
        value: answers.filter((status) => !EXPECTED.includes(status)).length,
        bound: 0,
      },
    ];
  } finally {
    await site.stop();
  }
}

/** How long one visitor waits for the list, one request after another (ms). */
async function timeLists(site: Workerd, seconds: number): Promise<number[]> {
  const times: number[] = [];
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    const started = performance.now();
    await fetchPage(site, paths.listings());
    times.push(performance.now() - started);
  }
  return times;
}

type SignIn = { user: number; password: string };

/** Signs in without a pause until it is stopped. */
function startSignIns(site: Workerd, clients: number, next: (n: number) => SignIn) {
  const answers: number[] = [];
  let [isStopped, requests] = [false, 0];
  const repeat = async () => {
    while (!isStopped) {
      const attempt = next(requests++);
      answers.push(await signIn(site, attempt, attempt.user));
    }
  };
  const loops = Promise.all(Array.from({ length: clients }, repeat));
  return {
    /** Returns the statuses of all answers. */
    async stop(): Promise<number[]> {
      isStopped = true;
      await loops;
      return answers;
    },
  };
}

/** Returns the status. */
async function signIn({ url }: Workerd, { user, password }: SignIn, address: number): Promise<number> {
  const answer = await fetch(url + paths.authToken(), {
    method: "POST",
    headers: fromVisitor(address),
    body: new URLSearchParams({ username: userEmail(user % USERS), password }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

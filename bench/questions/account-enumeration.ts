import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, createAppConfig } from "../harness/app";
import { addUsers, fromVisitor, PASSWORD, userEmail } from "../harness/users";
import { startWorkerd } from "../harness/workerd";

/** Largest allowed difference between the medians of known and unknown accounts. */
const BOUND = 0.15;
/** Pairs that are not measured, so that neither side pays for the first runs. */
const WARM_UP = 5;

type Call = (url: string, email: string, requestIndex: number) => Promise<Response>;

/**
 * Calls that must not disclose whether an account exists. Each has its own address, because limits count by address.
 */
const CALLS: Record<string, Call> = {
  token: (url, email, requestIndex) =>
    fetch(url + paths.authToken(), {
      method: "POST",
      headers: headersFrom(requestIndex, "application/x-www-form-urlencoded"),
      body: new URLSearchParams({ username: email, password: "not the password" }),
    }),
  "forgot-password": (url, email, requestIndex) =>
    fetch(url + paths.authForgotPassword(email), { headers: headersFrom(requestIndex) }),
  signup: (url, email, requestIndex) =>
    fetch(url + paths.authSignUp(), {
      method: "POST",
      headers: headersFrom(requestIndex, "application/json"),
      body: JSON.stringify({
        email,
        password: PASSWORD,
        role: "u",
        first_name: "Ioana",
        last_name: "Pop",
        birth_date: "1990-05-17",
      }),
    }),
};

const headersFrom = (requestIndex: number, type?: string) => ({
  ...fromVisitor(requestIndex),
  ...(type ? { "content-type": type } : {}),
});

type Side = "known" | "unknown";
type Answer = { ms: number; content: string };

export async function run({ pairs }: { pairs: number }): Promise<Figure[]> {
  const users = (pairs + WARM_UP) * Object.keys(CALLS).length;
  const dataDir = copyData((await benchData(10_000)).dataDir, "account-enumeration");
  await addUsers(dataDir, users);
  const site = await startWorkerd(await createAppConfig("account-enumeration", dataDir));
  try {
    const isEqual = await measure(site.url, pairs, users);
    return [{ what: "calls that distinguish accounts", value: Number(!isEqual), bound: 0 }];
  } finally {
    await site.stop();
  }
}

/**
 * Prints medians and whether all answers are equal. Returns false if a call distinguishes known from unknown accounts.
 */
async function measure(url: string, pairs: number, users: number): Promise<boolean> {
  const table: Record<string, Record<string, number | string>> = {};
  let equal = true;
  let requestIndex = 0;
  for (const [name, call] of Object.entries(CALLS)) {
    const answers: Record<Side, Answer[]> = { known: [], unknown: [] };
    for (let pair = 0; pair < pairs + WARM_UP; pair++) {
      // The order alternates: work that continues after an answer slows the next request.
      const sides: Side[] = pair % 2 ? ["unknown", "known"] : ["known", "unknown"];
      for (const side of sides) {
        const userIndex = Math.floor(requestIndex++ / 2);
        const email = userEmail(side === "known" ? userIndex : users + userIndex);
        const answer = await time(() => call(url, email, requestIndex), email);
        if (pair >= WARM_UP) answers[side].push(answer);
      }
    }
    const known = median(answers.known);
    const unknown = median(answers.unknown);
    const content = new Set([...answers.known, ...answers.unknown].map((answer) => answer.content));
    const difference = Math.max(known, unknown) / Math.min(known, unknown) - 1;
    equal &&= difference <= BOUND && content.size === 1;
    table[name] = {
      "known ms": round1(known),
      "unknown ms": round1(unknown),
      "difference %": round1(difference * 100),
      answers: content.size === 1 ? "equal" : `${content.size} kinds`,
    };
    if (content.size > 1) console.log(`${name} answers:\n${[...content].join("\n")}`);
  }
  console.log(
    `\nMedians of ${pairs} each, alternating known and unknown accounts; allowed: ${BOUND * 100} %`,
  );
  console.table(table);
  return equal;
}

/** How long an answer takes (ms), and its content without what differs in every request. */
async function time(call: () => Promise<Response>, email: string): Promise<Answer> {
  const started = performance.now();
  const answer = await call();
  const body = await answer.text();
  const ms = performance.now() - started;
  const headers = [...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  const content = JSON.stringify([answer.status, headers, body])
    .replaceAll(email, "{email}")
    .replace(/(request_id\\":\\")\w+/, "$1{id}");
  return { ms, content };
}

function median(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

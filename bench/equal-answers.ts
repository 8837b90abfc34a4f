import { parseArgs } from "node:util";
import { paths } from "../src/shared/paths";
import { addressOf, emailOf, PASSWORD, serveWithUsers } from "./users";

/*
 * Whether answers, or the time that they take, tell known accounts from unknown ones. Fails where bytes differ or the
 * medians differ by more than BOUND.
 */

/** Largest allowed difference between the medians of known and unknown accounts. */
const BOUND = 0.15;
/** Before what is measured, so that neither side pays for the first runs. */
const WARM_UP = 5;

const { values } = parseArgs({ options: { pairs: { type: "string", default: "50" } } });
const pairs = Number(values.pairs);

type Ask = (url: string, email: string, turn: number) => Promise<Response>;

/** The calls that must not tell whether an account exists. Each is asked from another address, as limits count by it. */
const CALLS: Record<string, Ask> = {
  token: (url, email, turn) =>
    fetch(url + paths.authToken(), {
      method: "POST",
      headers: from(turn, "application/x-www-form-urlencoded"),
      body: new URLSearchParams({ username: email, password: "not the password" }),
    }),
  "forgot-password": (url, email, turn) =>
    fetch(url + paths.authForgotPassword(email), { headers: from(turn) }),
  signup: (url, email, turn) =>
    fetch(url + paths.authSignUp(), {
      method: "POST",
      headers: from(turn, "application/json"),
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

const from = (turn: number, type?: string) => ({
  "cf-connecting-ip": addressOf(turn),
  ...(type ? { "content-type": type } : {}),
});

type Side = "known" | "unknown";
type Answer = { ms: number; said: string };

const users = (pairs + WARM_UP) * Object.keys(CALLS).length;
const site = await serveWithUsers(users);
try {
  process.exitCode = (await measure(site.url)) ? 0 : 1;
} finally {
  await site.stop();
}

/** Prints medians and whether all answers are the same; false when one call tells known accounts from unknown ones. */
async function measure(url: string): Promise<boolean> {
  const table: Record<string, Record<string, number | string>> = {};
  let equal = true;
  let turn = 0;
  for (const [name, ask] of Object.entries(CALLS)) {
    const answers: Record<Side, Answer[]> = { known: [], unknown: [] };
    for (let pair = 0; pair < pairs + WARM_UP; pair++) {
      // The order alternates: work that continues after an answer slows the next request.
      const sides: Side[] = pair % 2 ? ["unknown", "known"] : ["known", "unknown"];
      for (const side of sides) {
        const n = Math.floor(turn++ / 2);
        const email = emailOf(side === "known" ? n : users + n);
        const answer = await timed(() => ask(url, email, turn), email);
        if (pair >= WARM_UP) answers[side].push(answer);
      }
    }
    const known = median(answers.known);
    const unknown = median(answers.unknown);
    const said = new Set([...answers.known, ...answers.unknown].map((answer) => answer.said));
    const difference = Math.max(known, unknown) / Math.min(known, unknown) - 1;
    equal &&= difference <= BOUND && said.size === 1;
    table[name] = {
      "known ms": rounded(known),
      "unknown ms": rounded(unknown),
      "difference %": rounded(difference * 100),
      answers: said.size === 1 ? "the same" : `${said.size} kinds`,
    };
    if (said.size > 1) console.log(`${name} answers:\n${[...said].join("\n")}`);
  }
  console.log(
    `\nMedians of ${pairs} each, alternating known and unknown accounts; allowed: ${BOUND * 100} %`,
  );
  console.table(table);
  return equal;
}

/** How long an answer took, and all that it said but what is another for every request. */
async function timed(ask: () => Promise<Response>, email: string): Promise<Answer> {
  const begun = performance.now();
  const answer = await ask();
  const body = await answer.text();
  const ms = performance.now() - begun;
  const headers = [...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  const said = JSON.stringify([answer.status, headers, body])
    .replaceAll(email, "{email}")
    .replace(/(request_id\\":\\")\w+/, "$1{id}")
    .replace(/'nonce-[^']+'/, "{nonce}");
  return { ms, said };
}

function median(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

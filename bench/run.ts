import { parseArgs } from "node:util";
import { buildAll } from "../dev/launch/build";
import { ensureInstalled } from "../dev/launch/install";
import { type Figure, printFigures } from "./figures";

type Options = Readonly<Record<string, number>>;

/** What a question is about, and its options: whole numbers with their defaults. */
const QUESTIONS: Readonly<Record<string, readonly [about: string, options: Options]>> = {
  start: [
    "First response of a new isolate, as a multiple of a worker that only answers.",
    { listings: 100_000, starts: 9 },
  ],
  weights: ["Bytes of pages of the seeded site, of their scripts and of the worker's.", {}],
  cpu: [
    "CPU of workerd for each kind of page, as a multiple of a hand-written worker's page (bench/floor).",
    { listings: 100_000, rounds: 5, pages: 1000 },
  ],
  rows: [
    "Rows read by a sample of all searches of up to three filters, first and tenth page; --sample=0 reads all.",
    { listings: 1_000_000, filters: 3, sample: 400, expired: 100 },
  ],
  latency: [
    "Median latency of list pages over a large catalogue, relative to a small one.",
    { small: 10_000, large: 1_000_000, rounds: 300 },
  ],
  memory: [
    "Whether an isolate with half of Cloudflare's memory for its heap answers many different pages.",
    { listings: 10_000, pages: 10_000 },
  ],
  "payment-chaos": [
    "Whether orders and the Stripe stub agree after lost webhooks, Stripe outages and kills of the worker.",
    { orders: 200, kills: 20, seed: 1 },
  ],
  "database-chaos": [
    "Answers and effects of each write of the worker tests while D1 fails before it, after it, and when it is repeated.",
    {},
  ],
  restore: [
    "Time of a backup, and of `bun run restore --remote` from and into an imitated account.",
    { listings: 100_000 },
  ],
  "set-up": ["Whether the runbook's commands set up a site on an empty account, imitated.", {}],
};

/** Questions without a name on the command line: those of the table of bounds, quick ones first. */
const TABLE = ["start", "weights", "cpu"];
const LARGE_TABLE = [...TABLE, "rows", "latency"];

const HELP = `bun run bench [NAME] [OPTION…] measures and compares with bounds. Exit code 1: a figure is past its bound.
Data is created once, in .data/. Without a name: ${TABLE.join(", ")}; with --large also rows and latency.

${Object.entries(QUESTIONS)
  .map(([name, [about, options]]) => {
    const values = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    return `  ${name.padEnd(20)} ${about}\n  ${" ".repeat(20)} ${values.join(" ")}`;
  })
  .join("\n")}`;

if (process.argv.includes("--help")) {
  console.log(HELP);
  process.exit(0);
}
const chosen = readChoice();
await ensureInstalled(console.log);
await buildAll();
const figures: Figure[] = [];
for (const [name, options] of chosen) {
  console.log(`Measuring: ${name}`);
  // Loaded after the build, because the app reads the names of its scripts from it.
  const question: { run(options: Options): Promise<Figure[]> } = await import(`./questions/${name}`);
  figures.push(...(await question.run(options)));
}
process.exit(printFigures(figures) ? 0 : 1);

/** The questions to run, with their options: `bun run bench [NAME] [--option=NUMBER…]`. */
function readChoice(): [name: string, options: Options][] {
  const [name = "", ...args] = process.argv.slice(2);
  try {
    if (name === "" || name === "--large")
      return (name ? LARGE_TABLE : TABLE).map((each) => [each, QUESTIONS[each]?.[1] ?? {}]);
    const question = QUESTIONS[name];
    if (!question) throw new Error(`There is no benchmark "${name}".\n\n${HELP}`);
    const options = Object.fromEntries(
      Object.entries(question[1]).map(([option, value]) => [
        option,
        { type: "string" as const, default: String(value) },
      ]),
    );
    const { values } = parseArgs({ args, options });
    const numbers = Object.entries(values).map(([option, value]) => [option, toWholeNumber(option, value)]);
    return [[name, Object.fromEntries(numbers)]];
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** @throws Error that names the option */
function toWholeNumber(option: string, value: unknown): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new Error(`--${option} must be a whole number, such as --${option}=20`);
}

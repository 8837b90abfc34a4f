import { parseArgs } from "node:util";
import { buildAll } from "../dev/launch/build";
import { ensureInstalled } from "../dev/launch/install";
import { type Figure, printFigures } from "./figures";

type Options = Readonly<Record<string, number>>;

type Question = {
  about: string;
  /** Whole numbers with their defaults. */
  options: Options;
  run(options: Options): Promise<Figure[]>;
};

/** The module is loaded after the build, because the app reads the names of its scripts from it. */
const question = <O extends Options>(
  about: string,
  options: O,
  load: () => Promise<{ run(options: O): Promise<Figure[]> }>,
): Question => ({ about, options, run: async (values) => (await load()).run(values as O) });

const QUESTIONS: Readonly<Record<string, Question>> = {
  start: question(
    "First response of a new isolate, as a multiple of a worker that only answers.",
    { listings: 100_000, starts: 9 },
    () => import("./questions/start"),
  ),
  weights: question(
    "Bytes of pages of the seeded site, of their scripts and of the worker's.",
    {},
    () => import("./questions/weights"),
  ),
  cpu: question(
    "CPU of workerd for each kind of page, as a multiple of a hand-written worker's page (bench/floor).",
    { listings: 100_000, rounds: 5, pages: 1000 },
    () => import("./questions/cpu"),
  ),
  rows: question(
    "Rows read by a sample of all searches of up to three filters, first and tenth page; --sample=0 reads all.",
    { listings: 1_000_000, filters: 3, sample: 400, expired: 100 },
    () => import("./questions/rows"),
  ),
  latency: question(
    "Median latency of list pages over a large catalogue, relative to a small one.",
    { small: 10_000, large: 1_000_000, rounds: 300 },
    () => import("./questions/latency"),
  ),
  memory: question(
    "Whether an isolate with half of Cloudflare's memory for its heap answers many different pages.",
    { listings: 10_000, pages: 10_000 },
    () => import("./questions/memory"),
  ),
  "payment-chaos": question(
    "Whether orders and the Stripe stub agree after lost webhooks, Stripe outages and kills of the worker.",
    { orders: 200, kills: 20, seed: 1 },
    () => import("./questions/payment-chaos"),
  ),
  "database-chaos": question(
    "Answers and effects of each write of the worker tests while D1 fails before it, after it, and when it is repeated.",
    {},
    () => import("./questions/database-chaos"),
  ),
  restore: question(
    "Time of a backup, and of `bun run restore --remote` from and into an imitated account.",
    { listings: 100_000 },
    () => import("./questions/restore"),
  ),
  "set-up": question(
    "Whether the runbook's commands set up a site on an empty account, imitated.",
    {},
    () => import("./questions/set-up"),
  ),
};

/** Questions without a name on the command line: those of the table of bounds, quick ones first. */
const TABLE = ["start", "weights", "cpu"];
const LARGE_TABLE = [...TABLE, "rows", "latency"];

// `bun run bench [NAME] [--option=NUMBER…]`
const [first = "", ...rest] = process.argv.slice(2);
const isNamed = first !== "" && !first.startsWith("-");
const args = isNamed ? rest : process.argv.slice(2);
if (isNamed && !QUESTIONS[first]) {
  console.error(`There is no benchmark "${first}".\n`);
  console.log(formatHelp(Object.keys(QUESTIONS)));
  process.exit(1);
}
if (args.includes("--help")) {
  console.log(formatHelp(isNamed ? [first] : Object.keys(QUESTIONS)));
  process.exit(0);
}
const chosen = readChoice();
await ensureInstalled(console.log);
await buildAll();
const figures: Figure[] = [];
for (const [name, options] of chosen) {
  console.log(`Measuring: ${name}`);
  figures.push(...((await QUESTIONS[name]?.run(options)) ?? []));
}
process.exit(printFigures(figures) ? 0 : 1);

/** The questions to run, with their options. */
function readChoice(): [name: string, options: Options][] {
  const defaults = QUESTIONS[first]?.options ?? {};
  try {
    if (!isNamed) {
      const { values } = parseArgs({ args, options: { large: { type: "boolean" } } });
      return (values.large ? LARGE_TABLE : TABLE).map((name) => [name, QUESTIONS[name]?.options ?? {}]);
    }
    const options = Object.fromEntries(
      Object.keys(defaults).map((name) => [name, { type: "string" as const }]),
    );
    const { values } = parseArgs({ args, options });
    const numbers = Object.entries(defaults).map(([name, value]) => [
      name,
      toWholeNumber(name, values[name] ?? value),
    ]);
    return [[first, Object.fromEntries(numbers)]];
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

function formatHelp(names: readonly string[]): string {
  const list = names.map((name) => {
    const { about = "", options = {} } = QUESTIONS[name] ?? {};
    const values = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    return `  ${name.padEnd(20)} ${about}\n  ${" ".repeat(20)} ${values.join(" ")}`;
  });
  return `bun run bench [NAME] [OPTION…] measures and compares with bounds. Exit code 1: a figure is past its bound.
Data is created once, in .data/. Without a name: ${TABLE.join(", ")}; with --large also rows and latency.

${list.join("\n")}`;
}

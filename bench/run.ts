import { parseArgs } from "node:util";
import { buildClient } from "../dev/launch/client-build";
import { ensureInstalled } from "../dev/launch/install";
import { buildWorker } from "../dev/launch/worker-bundle";

type Options = Readonly<Record<string, number | boolean>>;

type Benchmark = {
  /** What it measures, in one sentence. */
  about: string;
  /** Options with their defaults: whole numbers, or true and false. */
  options: Options;
  /** Prints the figures. Returns false if a figure exceeds its bound. */
  run(options: Options): Promise<boolean>;
};

/** The module is loaded after the build, because the app reads the names of its scripts from it. */
const benchmark = <O extends Options>(
  about: string,
  options: O,
  load: () => Promise<{ run(options: O): Promise<boolean> }>,
): Benchmark => ({ about, options, run: async (values) => (await load()).run(values as O) });

/** The table of all figures with a bound. */
const REPORT = benchmark(
  "Prints today's figures next to their bounds and aims. --large adds those that need 1,000,000 listings.",
  { listings: 100_000, rounds: 5, pages: 1000, sample: 400, large: false },
  () => import("./report/report"),
);

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  pages: benchmark(
    "Requests per second, latency, bytes and rows read of the read pages.",
    { listings: 100_000, seconds: 8, connections: 16 },
    () => import("./questions/pages"),
  ),
  cpu: benchmark(
    "CPU of workerd for each kind of page, as a multiple of a hand-written worker's page (bench/floor).",
    { listings: 100_000, rounds: 5, pages: 1000 },
    () => import("./questions/cpu"),
  ),
  latency: benchmark(
    "Median latency of list pages over a large catalogue, relative to a small one, and of suggestions to the list.",
    { small: 10_000, large: 1_000_000, rounds: 300 },
    () => import("./questions/latency"),
  ),
  rows: benchmark(
    "Rows read by a sample of all searches of up to three filters, first and tenth page; --sample=0 reads all.",
    { listings: 1_000_000, filters: 3, sample: 400, expired: 1000 },
    () => import("./questions/rows"),
  ),
  correction: benchmark(
    "Misspelled searches that find what was meant, and correct ones that are changed.",
    { listings: 10_000 },
    () => import("./questions/correction"),
  ),
  memory: benchmark(
    "Memory, errors and the p99 of reads under reads and writes at a bounded rate.",
    { minutes: 30, readers: 8, writers: 3, rate: 30, samples: 12, holders: 10 },
    () => import("./questions/memory"),
  ),
  "sign-in": benchmark(
    "The list's p99 while clients sign in without a pause, and sign-ins from other addresses meanwhile.",
    { seconds: 15, clients: 8 },
    () => import("./questions/sign-in"),
  ),
  "account-enumeration": benchmark(
    "Whether answers or their times distinguish known accounts from unknown ones.",
    { pairs: 50 },
    () => import("./questions/account-enumeration"),
  ),
  "payment-chaos": benchmark(
    "Whether orders and the Stripe stub agree after lost webhooks, Stripe outages and kills of the worker.",
    { orders: 200, kills: 20, seed: 1 },
    () => import("./questions/payment-chaos"),
  ),
  alerts: benchmark(
    "Rows for each new listing that is matched with alerts, and the longest batch of an evening's digests.",
    { alerts: 100_000, listings: 2000, catalogue: 10_000 },
    () => import("./questions/alerts"),
  ),
  sitemap: benchmark(
    "Time and memory for each part of the sitemap.",
    { listings: 60_000 },
    () => import("./questions/sitemap"),
  ),
  statistics: benchmark(
    "Rows written by 100,000 statistics events.",
    { listings: 10_000 },
    () => import("./questions/statistics"),
  ),
  "statistics-load": benchmark(
    "Longest batch of the statistics job, and lost events, at a constant rate of list views.",
    { listings: 100_000, views: 1000, seconds: 600 },
    () => import("./questions/statistics-load"),
  ),
};

/** Options that may be 0. */
const OPTIONS_WITH_ZERO: readonly string[] = ["sample", "expired"];

// `bun run bench [NAME] [--option=NUMBER…]`
const [first = ""] = process.argv.slice(2);
const isNamed = first !== "" && !first.startsWith("-");
const args = process.argv.slice(isNamed ? 3 : 2);
const chosen = isNamed ? BENCHMARKS[first] : REPORT;
if (!chosen) {
  console.error(`There is no benchmark "${first}".\n`);
  console.log(formatBenchmarks());
  process.exit(1);
}
if (args.includes("--help")) {
  console.log(isNamed ? formatBenchmark(first, chosen) : formatBenchmarks());
  process.exit(0);
}
const options = readOptions(chosen.options);
await ensureInstalled(console.log);
await buildClient();
await buildWorker();
process.exitCode = (await chosen.run(options)) ? 0 : 1;

function readOptions(defaults: Options): Options {
  const entries = Object.entries(defaults);
  try {
    const { values } = parseArgs({
      args,
      options: Object.fromEntries(
        entries.map(([option, value]) => [
          option,
          { type: typeof value === "boolean" ? ("boolean" as const) : ("string" as const) },
        ]),
      ),
    });
    return Object.fromEntries(
      entries.map(([option, value]) => [
        option,
        typeof value === "boolean" ? values[option] === true : toWholeNumber(option, values[option], value),
      ]),
    );
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** @throws Error that names the option */
function toWholeNumber(option: string, value: unknown, byDefault: number): number {
  const number = Number(value ?? byDefault);
  const lowest = OPTIONS_WITH_ZERO.includes(option) ? 0 : 1;
  if (Number.isInteger(number) && number >= lowest) return number;
  throw new Error(`--${option} must be a whole number from ${lowest}, such as --${option}=20`);
}

function formatBenchmark(title: string, { about, options: defaults }: Benchmark): string {
  const list = Object.entries(defaults).map(([option, value]) =>
    typeof value === "boolean" ? `--${option}` : `--${option}=${value}`,
  );
  return `  ${title.padEnd(20)} ${about}\n  ${" ".repeat(20)} ${list.join(" ")}`;
}

function formatBenchmarks(): string {
  const list = Object.entries(BENCHMARKS).map(([title, entry]) => formatBenchmark(title, entry));
  return `bun run bench [NAME] [OPTION…] runs a benchmark. Exit code 1: a figure is past its bound.
Data is created once, in .data/. Without a name:

${formatBenchmark("", REPORT)}

Benchmarks and the defaults of their options:

${list.join("\n")}`;
}

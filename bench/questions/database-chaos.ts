import { runTool } from "../../dev/launch/tools";
import { D1_ERRORS } from "../../tests/helpers/d1-errors";
import type { Figure } from "../figures";

type Write = { name: string; texts: string[]; problems: string[] };

const TESTS = ["run", "--project", "worker", "--reporter=dot"];

/** Runs the worker tests twice: each of their writes is sent first to a database that fails before, or after, it writes. */
export async function run(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const mode of ["before", "after"]) {
    const { output } = await runTool("vitest", TESTS, { env: { DATABASE_CHAOS: mode, NO_COLOR: "1" } });
    figures.push(...toFigures(mode, output));
  }
  return figures;
}

function toFigures(mode: string, output: string): Figure[] {
  const writes = [...output.matchAll(/CHAOS (\{.*\})/g)].map(([, json]) => JSON.parse(json ?? "") as Write);
  const routes = JSON.parse(/WRITE-ROUTES (\[.*\])/.exec(output)?.[1] ?? "[]") as string[];
  const reached = new Set(writes.map(({ name }) => name));
  const missing = routes.filter((name) => !reached.has(name));
  const wrong = writes.filter(({ problems }) => problems.length > 0);
  const lines = new Set(wrong.map(({ name, problems }) => `${name}: ${problems.join(", ")}`));
  if (lines.size > 0) console.log([...lines].join("\n"));
  if (missing.length > 0) console.log(`${mode}, without a failed write: ${missing.join(", ")}`);
  const texts = new Set(writes.flatMap((write) => write.texts));
  return [
    { what: `${mode}: routes whose write failed`, value: reached.size, note: `of ${routes.length}` },
    { what: `${mode}: failed requests`, value: writes.reduce((sum, write) => sum + write.texts.length, 0) },
    { what: `${mode}: error texts left out`, value: D1_ERRORS.length - texts.size, bound: 0 },
    { what: `${mode}: wrong answers and repeated effects`, value: wrong.length, bound: 0 },
  ];
}

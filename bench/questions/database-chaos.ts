import { runTool } from "../../dev/launch/tools";
import { D1_ERRORS } from "../../tests/helpers/d1-errors";
import type { Figure } from "../figures";

type Write = { name: string; texts: string[]; problems: string[] };

const TESTS = ["run", "--project", "worker", "--reporter=dot"];
/** They set a cookie, or show a form or a text again. */
const WITHOUT_WRITES = ["POST /consent", "POST /locale", "POST /enquiries/more", "POST /admin/blog/preview"];

/**
 * A repeated sign-up finds the account of the first one, and its mail says so. An answer or a mail that recognizes the
 * repetition would reveal the account to a stranger who types the address. A limit bounds these mails.
 */
const EXPECTED = { name: "POST /sign-up", problem: "mail_outbox 2 times" };

/**
 * Runs the worker tests three times: each of their writes is sent first to a database that fails before it writes, or
 * after it; or it is sent again after it succeeded.
 */
export async function run(): Promise<Figure[]> {
  const before = await runTests("before");
  const after = await runTests("after");
  const repeated = await runTests("repeated");
  return [
    ...toFigures("before", before),
    ...toFigures("after", after),
    listTried("after or repeated", after.routes, [...after.writes, ...repeated.writes]),
    countProblems("repeated", repeated.writes),
  ];
}

type Run = { writes: Write[]; routes: string[] };

async function runTests(mode: string): Promise<Run> {
  const { output } = await runTool("vitest", TESTS, { env: { DATABASE_CHAOS: mode, NO_COLOR: "1" } });
  return {
    writes: [...output.matchAll(/CHAOS (\{.*\})/g)].map(([, json]) => JSON.parse(json ?? "") as Write),
    routes: JSON.parse(/WRITE-ROUTES (\[.*\])/.exec(output)?.[1] ?? "[]") as string[],
  };
}

function toFigures(mode: string, { writes, routes }: Run): Figure[] {
  const texts = new Set(writes.flatMap((write) => write.texts));
  return [
    ...(mode === "before" ? [listTried(mode, routes, writes)] : []),
    { what: `${mode}: failed requests`, value: writes.reduce((sum, write) => sum + write.texts.length, 0) },
    { what: `${mode}: error texts left out`, value: D1_ERRORS.length - texts.size, bound: 0 },
    countProblems(mode, writes),
  ];
}

function listTried(mode: string, routes: readonly string[], writes: readonly Write[]): Figure {
  const reached = new Set([...writes.map(({ name }) => name), ...WITHOUT_WRITES]);
  const missing = routes.filter((name) => !reached.has(name));
  if (missing.length > 0) console.log(`${mode}, without a write: ${missing.join(", ")}`);
  return {
    what: `${mode}: routes left out`,
    value: missing.length,
    bound: 0,
    note: `of ${routes.length}, ${WITHOUT_WRITES.length} of which write nothing`,
  };
}

function countProblems(mode: string, writes: readonly Write[]): Figure {
  const isExpected = (name: string, problem: string) =>
    mode === "repeated" && name === EXPECTED.name && problem === EXPECTED.problem;
  const wrong = writes.flatMap(({ name, problems: all }) => {
    const problems = all.filter((problem) => !isExpected(name, problem));
    return problems.length > 0 ? [{ name, problems }] : [];
  });
  const lines = new Set(wrong.map(({ name, problems }) => `${mode}, ${name}: ${problems.join(", ")}`));
  if (lines.size > 0) console.log([...lines].join("\n"));
  return {
    what: `${mode}: wrong answers and repeated effects`,
    value: wrong.length,
    bound: 0,
    ...(mode === "repeated" ? { note: `except ${EXPECTED.name}, which mails that the account exists` } : {}),
  };
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { root } from "../launch/paths";

/** A `describe`, `it` or `test` of a file, as it stands in the source: "%s" and "…" where values come in. */
export interface Title {
  /** Its own title behind those of the `describe`s around it. */
  path: string[];
  /** Whether a run of the suite runs it, or anything in it. */
  runs: boolean;
}

type Node = Record<string, unknown> & { type: string };

/** `proveCalls` makes a `describe` of its own for the calls of a chapter, see tests/worker/docs/contract. */
const callees = new Set(["describe", "it", "test", "proveCalls"]);
const stillness = new Set(["skip", "todo", "fixme"]);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The titles of a file below tests/, null when there is none of that name. */
export function readTitles(file: string): Title[] | null {
  const path = join(root, "tests", file);
  return existsSync(path) ? titlesOf(file, readFileSync(path, "utf8")) : null;
}

/** The titles in a test file's source, in its order. */
export function titlesOf(file: string, source: string): Title[] {
  const found: Title[] = [];
  walk(parseSync(file, source).program, [], true, found);
  return found;
}

/** Collects what lies in `value`, and says whether anything there runs. */
function walk(value: unknown, path: string[], runs: boolean, found: Title[]): boolean {
  if (Array.isArray(value)) return value.map((one) => walk(one, path, runs, found)).includes(true);
  if (!isNode(value)) return false;
  const names = value.type === "CallExpression" ? calleeOf(value.callee) : [];
  const [first, ...others] = Array.isArray(value.arguments) ? value.arguments : [];
  const title = callees.has(names[0] ?? "") ? textOf(first) : null;
  if (title === null) {
    const inside = Object.values(value).map((one) => walk(one, path, runs, found));
    return inside.includes(true);
  }
  const own: Title = {
    path: [...path, title],
    runs: runs && !names.some((name) => stillness.has(name)) && !others.some(stillsItself),
  };
  found.push(own);
  const inside = others.map((one) => walk(one, own.path, own.runs, found)).includes(true);
  if (names.includes("describe")) own.runs = inside;
  return own.runs;
}

/** The names of a callee, the first one first: `it.skip.each([…])` is it, skip, each. */
function calleeOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === "Identifier") return [String(callee.name)];
  if (callee.type === "MemberExpression") return [...calleeOf(callee.object), ...calleeOf(callee.property)];
  if (callee.type === "CallExpression") return calleeOf(callee.callee);
  return callee.type === "TaggedTemplateExpression" ? calleeOf(callee.tag) : [];
}

function textOf(argument: unknown): string | null {
  if (!isNode(argument)) return null;
  if (argument.type === "Literal") return typeof argument.value === "string" ? argument.value : null;
  if (argument.type !== "TemplateLiteral") return null;
  return (argument.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join("…");
}

/** Whether a test's own body begins with `test.skip()`, without a condition. */
function stillsItself(body: unknown): boolean {
  if (!isNode(body) || !isNode(body.body) || !Array.isArray(body.body.body)) return false;
  return body.body.body.some(
    ({ expression }: Node) =>
      isNode(expression) &&
      expression.type === "CallExpression" &&
      calleeOf(expression.callee).some((name) => stillness.has(name)) &&
      (expression.arguments as unknown[]).length === 0,
  );
}

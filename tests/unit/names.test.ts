import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (pattern: string) =>
  globSync(pattern).map((path) => ({ path, text: readFileSync(path, "utf8") }));
const sources = ["src", "client", "dev", "bench"].flatMap((folder) => read(`${folder}/**/*.{ts,tsx}`));
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

test("comments name functions and columns that exist", () => {
  const names = new Set(
    sources.flatMap(({ text }) => text.replace(COMMENT, "").match(/[A-Za-z_$][\w$]*/g) ?? []),
  );
  const unknown = sources.flatMap(({ path, text }) =>
    (text.match(COMMENT) ?? [])
      .flatMap((comment) => [...comment.matchAll(/`([a-z]\w*[A-Z]\w*)(?:\(\))?`/g)])
      .flatMap(([, name = ""]) => (names.has(name) ? [] : [`${path}: ${name}`])),
  );
  expect(unknown).toEqual([]);
});

test("no two files of src export the same name", () => {
  const exported = read("src/**/*.{ts,tsx}").flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:const|function|class|type) (\w+)/gm)].map(([, name]) => ({
      name,
      path,
    })),
  );
  const shared = [...Map.groupBy(exported, ({ name }) => name).values()].filter(
    (found) => new Set(found.map(({ path }) => path)).size > 1,
  );
  expect(exported.length).toBeGreaterThan(1_000);
  expect(shared).toEqual([]);
});

test("comments fit in 125 columns", () => {
  const files = [...sources, ...read("tests/**/*.{ts,tsx}")];
  const wide = files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) =>
        /^\s*(?:\/\/|\/?\*)/.test(line) && line.length > 125 ? `${path}:${at + 1}` : [],
      ),
  );
  expect(wide).toEqual([]);
});

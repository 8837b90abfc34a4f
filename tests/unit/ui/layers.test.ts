import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const styles = resolve(import.meta.dirname, "../../../client/styles");
const sheets = readdirSync(styles, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => [file, readFileSync(join(styles, file), "utf8")] as const);

test("z-index layers are named tokens, each in use: the tooltip above overlay and menu", () => {
  const tokens = Object.fromEntries(
    sheets.flatMap(([, css]) =>
      [...css.matchAll(/--z-(\w+):\s*(-?\d+)/g)].map(([, name, level]) => [name, Number(level)]),
    ),
  );
  expect(tokens).toEqual({
    behind: -1,
    raised: 1,
    overlay: 1000,
    menu: 1000,
    tooltip: 1100,
  });
  const unused = Object.keys(tokens).filter(
    (name) => !sheets.some(([, css]) => css.includes(`var(--z-${name})`)),
  );
  expect(unused).toEqual([]);
});

test("stylesheets use the tokens for every z-index", () => {
  const used = sheets.flatMap(([file, css]) =>
    [...css.matchAll(/z-index:\s*([^;]+);/g)].map(([, value]) => `${file}: ${value}`),
  );
  expect(used).not.toEqual([]);
  expect(used.filter((declaration) => !/: var\(--z-\w+\)$/.test(declaration))).toEqual([]);
});

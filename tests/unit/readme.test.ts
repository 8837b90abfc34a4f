import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIG_NAMES } from "@/env";
import { featureOrder } from "../../dev/lint/layers";

const root = resolve(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const readme = text("README.md");
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );

/** What stands in backquotes. */
const quoted = (words: string) => [...words.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** The rows of the table that begins with these words: the cells of each. */
function tableOf(head: string): string[][] {
  const lines = readme.split("\n");
  const from = lines.findIndex((line) => line.startsWith(`| ${head} `));
  const rows = lines.slice(from + 2);
  return rows
    .slice(0, rows.indexOf(""))
    .map((line) => line.split(" | ").map((cell) => cell.replaceAll("|", "").trim()));
}

describe("the README", () => {
  const features = tableOf("feature").map(([name = "", holds = ""]) => ({ name: quoted(name)[0], holds }));

  it("lists the features in their order, with what each holds", () => {
    expect(features.map(({ name }) => name)).toEqual(featureOrder);
    expect(features.filter(({ holds }) => holds === "")).toEqual([]);
  });

  it("names every room of the house", () => {
    const named = tableOf("room").flatMap(([rooms = ""]) => quoted(rooms));
    const rooms = folders("src").map((name) => `src/${name}/`);
    for (const room of [
      ...rooms,
      "client/",
      "locales/",
      "dev/",
      "bench/",
      "tests/",
      "migrations/",
      "docs/",
    ]) {
      expect(named, room).toContain(room);
    }
  });

  it("tells every setting", () => {
    const told = tableOf("setting").flatMap(([names = ""]) => quoted(names));
    expect(told.sort()).toEqual([...CONFIG_NAMES].sort());
  });

  it("tells every script", () => {
    const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
    for (const name of Object.keys(scripts)) {
      expect(readme).toMatch(new RegExp(`bun (run )?${name}\\b`));
    }
  });
});

it("decisions are numbered without a hole, headed alike, and all in their index", () => {
  const files = readdirSync(join(root, "docs/decisions"))
    .filter((name) => name !== "README.md")
    .sort();
  const index = text("docs/decisions/README.md");
  for (const [at, file] of files.entries()) {
    const number = String(at + 1).padStart(4, "0");
    const [heading = ""] = text(`docs/decisions/${file}`).split("\n");
    expect(file.slice(0, 5)).toBe(`${number}-`);
    expect(heading).toMatch(new RegExp(`^# ${number} \\S`));
    expect(index).toContain(`- [${number}](${file}) ${heading.slice(7)}`);
  }
});

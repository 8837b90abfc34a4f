import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIG_NAMES } from "@/env";
import { FEATURE_ORDER } from "../../dev/lint/layers";

const root = resolve(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const readme = text("README.md");
const architecture = text("docs/architecture.md");
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/** The texts in backquotes. */
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** The cells of each row of the table whose header starts with `head`. */
function readTable(page: string, head: string): string[][] {
  const lines = page.split("\n");
  const from = lines.findIndex((line) => line.startsWith(`| ${head} `));
  const rows = lines.slice(from + 2);
  return rows
    .slice(0, rows.indexOf(""))
    .map((line) => line.split(" | ").map((cell) => cell.replaceAll("|", "").trim()));
}

describe("docs/architecture.md", () => {
  const features = readTable(architecture, "feature").map(([name = "", contents = ""]) => ({
    name: quoted(name)[0],
    contents,
  }));

  it("lists the features in order, with their contents", () => {
    expect(features.map(({ name }) => name)).toEqual(FEATURE_ORDER);
    expect(features.filter(({ contents }) => contents === "")).toEqual([]);
  });

  it("lists every folder", () => {
    const named = readTable(architecture, "folder").flatMap(([names = ""]) => quoted(names));
    const layers = folders("src").map((name) => `src/${name}/`);
    for (const folder of [
      ...layers,
      "client/",
      "locales/",
      "dev/",
      "bench/",
      "tests/",
      "migrations/",
      "docs/",
    ]) {
      expect(named, folder).toContain(folder);
    }
  });
});

describe("docs/configuration.md", () => {
  it("lists every setting", () => {
    const listed = readTable(text("docs/configuration.md"), "setting").flatMap(([names = ""]) =>
      quoted(names),
    );
    expect(listed.sort()).toEqual([...CONFIG_NAMES].sort());
  });
});

describe("README.md", () => {
  it("names every script", () => {
    const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
    for (const name of Object.keys(scripts)) {
      expect(readme).toMatch(new RegExp(`bun (run )?${name}\\b`));
    }
  });
});

it("decisions are numbered without gaps, have the same headings, and are in the index", () => {
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

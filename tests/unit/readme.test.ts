import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIG_NAMES } from "@/env";

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

/** What the lint rule lets each feature know, by the feature's name. */
function allowedSiblings(): Map<string, string[]> {
  const rule = /\$room <: "([a-z-]+)",\s*\$sibling <: (or \{[^}]*\}|"[a-z-]+")/g;
  return new Map(
    [...text("dev/lint/features.grit").matchAll(rule)].map(([, room = "", siblings = ""]) => [
      room,
      [...siblings.matchAll(/"([a-z-]+)"/g)].map(([, name = ""]) => name).sort(),
    ]),
  );
}

function knownSiblings(room: string): string[] {
  const files = readdirSync(join(root, "src/features", room));
  const imports = files.flatMap((file) => [
    ...text(`src/features/${room}/${file}`).matchAll(/"@\/features\/([a-z-]+)"/g),
  ]);
  return [...new Set(imports.map(([, name = ""]) => name))].sort();
}

describe("the README", () => {
  const features = tableOf("feature").map(([name = "", holds = "", knows = ""]) => ({
    name: quoted(name)[0] ?? "",
    holds,
    knows: quoted(knows),
  }));

  it("names every feature with what it holds, and no other", () => {
    expect(features.map(({ name }) => name).sort()).toEqual(folders("src/features").sort());
    expect(features.filter(({ holds }) => holds === "")).toEqual([]);
  });

  it("says of every feature which siblings the lint rule lets it know, and lists those before it", () => {
    const allowed = allowedSiblings();
    for (const [at, { name, knows }] of features.entries()) {
      expect([...knows].sort(), name).toEqual(allowed.get(name) ?? []);
      const lower = features.slice(0, at).map((one) => one.name);
      expect(
        knows.filter((sibling) => !lower.includes(sibling)),
        name,
      ).toEqual([]);
    }
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

it("no feature may know a sibling that it does not use", () => {
  for (const [room, siblings] of allowedSiblings()) expect(siblings, room).toEqual(knownSiblings(room));
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

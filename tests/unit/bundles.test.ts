import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { clientDir, manifestFile, workerDir } from "../../dev/launch/paths";

const gzipSize = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

/** Follows `imports` from the given names, which are part of the result. */
function followImports(names: readonly string[], listImports: (name: string) => readonly string[]): string[] {
  const found = new Set(names);
  for (const name of found) for (const next of listImports(name)) found.add(next);
  return [...found];
}

describe("the client's build", () => {
  type Chunk = { file: string; imports?: string[] };
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, "utf8"));
  const listScripts = (...sources: string[]) =>
    followImports(sources, (source) => manifest[source]?.imports ?? []).map((source) =>
      join(clientDir, manifest[source]?.file ?? source),
    );
  const first = listScripts("client/entry.ts");

  it("has one script of at most 10 kB (gzip) before an island is used, without React", () => {
    expect(first).toHaveLength(1);
    expect(gzipSize(first)).toBeLessThanOrEqual(10_000);
    for (const file of first) expect(readFileSync(file, "utf8")).not.toContain("hydrateRoot");
  });

  it("has at most 130 kB of script (gzip) for the listing form", () => {
    const form = listScripts("client/hydrate-island.tsx", "client/islands/listing-form/listing-form.tsx");
    expect(gzipSize(form.filter((file) => !first.includes(file)))).toBeLessThanOrEqual(130_000);
  });
});

describe("the worker's build", () => {
  const scripts = readdirSync(workerDir, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".js"));
  const firstPages = followImports(["index.js"], (name) =>
    [...readFileSync(join(workerDir, name), "utf8").matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)].map(
      ([, path = ""]) => posix.join(posix.dirname(name), path),
    ),
  );
  const listSources = (names: readonly string[]) =>
    names.flatMap((name) => {
      // The bundler's own helpers have none.
      if (!existsSync(join(workerDir, `${name}.map`))) return [];
      const { sources } = JSON.parse(readFileSync(join(workerDir, `${name}.map`), "utf8")) as {
        sources: string[];
      };
      return sources.map((source) => source.replace(/^(\.\.\/)+/, ""));
    });

  it("has at most 1.2 MB of script (gzip)", () => {
    expect(gzipSize(scripts.map((name) => join(workerDir, name)))).toBeLessThanOrEqual(1_200_000);
  });

  it("loads the first pages without Stripe, the Markdown renderer, WebAssembly, admin pages and islands", () => {
    const sources = listSources(firstPages);
    expect(sources).toContain("src/features/search/routes.tsx");
    const late = /^(node_modules\/(stripe|marked|@resvg|diff)\/|src\/features\/admin|client\/)/;
    expect(sources.filter((path) => late.test(path))).toEqual([]);
    for (const name of firstPages)
      expect(readFileSync(join(workerDir, name), "utf8")).not.toMatch(/from"[^"]+\.wasm"/);
  });

  it("contains no stubs, seed, tests, classic zod or development build of React", () => {
    const sources = listSources(scripts);
    expect(sources).toContain("src/app.ts");
    const foreign = /^(dev|tests|bench)\/|\/zod\/v4\/classic\/|react.*\.development/;
    expect(sources.filter((path) => foreign.test(path))).toEqual([]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTool } from "../../dev/launch/tools";

const root = resolve(import.meta.dirname, "../..");
const kilobyte = 1024;

/** Paths below the checkout, with forward slashes; bundlers' own helpers ("\0…") are left out. */
function sources(modules: string[]): string[] {
  return modules
    .filter((id) => !id.startsWith("\0"))
    .map((id) => relative(root, resolve(root, id.replace(/\?.*$/, ""))).replaceAll("\\", "/"));
}

describe("the browser's bundle", () => {
  let chunks: Map<string, Rolldown.OutputChunk>;

  beforeAll(async () => {
    const result = await build({ root, configFile: join(root, "vite.config.ts"), build: { write: false } });
    const { output } = result as Rolldown.RolldownOutput;
    chunks = new Map(output.filter((part) => part.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  });

  /** The chunks that load with the entry, before any interaction. */
  function listInitialChunks(): Rolldown.OutputChunk[] {
    const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith("client/entry.ts"));
    const names = new Set(entry ? [entry.fileName] : []);
    for (const name of names) for (const next of chunks.get(name)?.imports ?? []) names.add(next);
    return [...names].flatMap((name) => chunks.get(name) ?? []);
  }

  it("contains only client/, src/shared, src/ui, the prefetchable paths and browser libraries", () => {
    const foreign = sources([...chunks.values()].flatMap((chunk) => chunk.moduleIds)).filter(
      (path) =>
        !/^(client|src\/shared|src\/ui)\//.test(path) &&
        path !== "dist/prefetch-paths.json" &&
        !/^node_modules\/(react|react-dom|scheduler|lucide-react|zod|rosetta|dlv|templite|vite|nanoid)\//.test(
          path,
        ) &&
        // Resumable uploads, and what their client brings.
        !/^node_modules\/(tus-js-client|js-base64|url-parse|querystringify|requires-port)\//.test(path),
    );
    expect(foreign).toEqual([]);
  });

  it("costs a page at most 8,192 bytes of gzipped script before React is needed", () => {
    const first = listInitialChunks();
    expect(first).not.toEqual([]);
    expect(
      sources(first.flatMap((chunk) => chunk.moduleIds)).filter((path) => path.includes("/react")),
    ).toEqual([]);
    const bytes = first.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
    expect(bytes).toBeLessThanOrEqual(8 * kilobyte);
  });
});

describe("the worker's bundle", () => {
  const outDir = mkdtempSync(join(tmpdir(), "catedra-bundle-"));
  const metafile = join(outDir, "meta.json");

  beforeAll(async () => {
    const args = ["deploy", "--dry-run", "--minify", "--outdir", outDir, "--metafile", metafile];
    const { code, output } = await runTool("wrangler", args, { env: { NODE_ENV: "production" } });
    expect(code, output).toBe(0);
  });

  afterAll(() => rmSync(outDir, { recursive: true, force: true }));

  type Metafile = {
    inputs: Record<string, unknown>;
    outputs: Record<string, { imports: { kind: string }[] }>;
  };
  const readMetafile = () => JSON.parse(readFileSync(metafile, "utf8")) as Metafile;

  it("stays under 1 MB of gzip", () => {
    expect(gzipSync(readFileSync(join(outDir, "worker.js"))).length).toBeLessThan(kilobyte * kilobyte);
  });

  it("imports nothing dynamically", () => {
    const { outputs } = readMetafile();
    const imports = Object.values(outputs).flatMap((output) => output.imports);
    expect(imports.filter(({ kind }) => kind === "dynamic-import")).toEqual([]);
  });

  it("contains no stubs, seed, tests or API reference, and no browser code except islands", () => {
    const paths = sources(Object.keys(readMetafile().inputs));
    expect(paths).toContain("src/worker.ts");
    expect(paths.filter((path) => path.endsWith("/api-docs.ts"))).toEqual([]);
    expect(paths.filter((path) => /^(dev|tests|bench)\//.test(path) || path === "client/entry.ts")).toEqual(
      [],
    );
  });
});

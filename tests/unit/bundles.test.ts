import { join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Texts } from "@/shared/i18n/translator";
import { readTexts } from "../../dev/launch/packed-texts";
import { bundleWorker, selectStartChunks } from "../../dev/launch/worker-bundle";
import { splitTexts } from "../../locales/start-texts";

/** The keys of texts, and of groups of them without a text of the start. */
function listKeys(text: Texts[string] | undefined, key: string): string[] {
  if (typeof text !== "object") return [key];
  return [key, ...Object.entries(text).flatMap(([name, inner]) => listKeys(inner, `${key}.${name}`))];
}

const root = resolve(import.meta.dirname, "../..");

/** Paths below the checkout, with forward slashes; bundlers' own helpers ("\0…") are left out. */
function sources(modules: string[]): string[] {
  return modules
    .filter((id) => !id.startsWith("\0"))
    .map((id) => relative(root, resolve(root, id.replace(/\?.*$/, ""))).replaceAll("\\", "/"));
}

describe("the browser's bundle", () => {
  let chunks: Map<string, Rolldown.OutputChunk>;

  beforeAll(async () => {
    // As for visitors: packages have development code for other environments.
    vi.stubEnv("NODE_ENV", "production");
    const result = await build({ root, configFile: join(root, "vite.config.ts"), build: { write: false } });
    vi.unstubAllEnvs();
    const { output } = result as Rolldown.RolldownOutput;
    chunks = new Map(output.filter((part) => part.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  });

  const sumGzip = (files: readonly Rolldown.OutputChunk[]) =>
    files.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0);

  /** The chunk of a module that others import dynamically or a page loads, with all that it imports statically. */
  function listChunks(path: string): Rolldown.OutputChunk[] {
    const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(path));
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

  it("costs a page at most 10 kB of gzipped script before an island is needed, without React", () => {
    const first = listChunks("client/entry.ts");
    expect(first).not.toEqual([]);
    expect(
      sources(first.flatMap((chunk) => chunk.moduleIds)).filter((path) => /\/react(-dom)?\//.test(path)),
    ).toEqual([]);
    expect(sumGzip(first)).toBeLessThanOrEqual(10_000);
  });

  it("costs the listing form at most 130 kB of gzipped script when it is used, without the classic zod", () => {
    const first = new Set(listChunks("client/entry.ts"));
    const later = [
      ...new Set([
        ...listChunks("client/react-root.tsx"),
        ...listChunks("client/islands/listing-form/listing-form.tsx"),
      ]),
    ].filter((chunk) => !first.has(chunk));
    const paths = sources(later.flatMap(({ moduleIds }) => moduleIds));
    expect(paths).toContain("client/react-root.tsx");
    expect(paths.filter((path) => path.includes("/zod/v4/classic/"))).toEqual([]);
    expect(sumGzip(later)).toBeLessThanOrEqual(130_000);
  });
});

describe("the worker's bundle", () => {
  let chunks: Rolldown.OutputChunk[];
  let startChunks: Rolldown.OutputChunk[];

  beforeAll(async () => {
    const files = await bundleWorker();
    chunks = files.filter((file) => file.type === "chunk");
    startChunks = selectStartChunks(files);
  });

  const sizeOf = (files: readonly Rolldown.OutputChunk[]) =>
    files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

  it("has at most 1.2 MB of gzipped script in all", () => {
    expect(startChunks).not.toEqual([]);
    expect(sizeOf(chunks)).toBeLessThanOrEqual(1_200_000);
  });

  it("starts without Stripe, the Markdown renderer, WebAssembly, admin pages and islands", () => {
    const paths = sources(startChunks.flatMap(({ moduleIds }) => moduleIds));
    expect(paths).toContain("src/features/search/routes.tsx");
    expect(paths).toContain("src/shared/schemas/jitless.ts");
    const late = /^(node_modules\/(stripe|marked|@resvg|diff)\/|src\/features\/admin|client\/)/;
    expect(paths.filter((path) => late.test(path))).toEqual([]);
    const imports = startChunks.flatMap((chunk) => chunk.imports);
    expect(imports).toContain("node:crypto");
    expect(imports.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  });

  it("names no text at the start that comes with the whole app", () => {
    const { later } = splitTexts(readTexts("en"));
    const keys = new Set(Object.keys(later).flatMap((page) => listKeys(later[page], page)));
    const named = startChunks.flatMap(({ code }) =>
      Array.from(code.matchAll(/["'`]([\w-]+(?:\.[\w-]+)+)\.?(?=["'`$])/g), ([, key = ""]) => key),
    );
    expect(named).toContain("home.title");
    expect(named.filter((key) => keys.has(key))).toEqual([]);
  });

  it("contains no stubs, seed, tests or API reference, no classic zod, and no browser code except islands", () => {
    const paths = sources(chunks.flatMap(({ moduleIds }) => moduleIds));
    expect(paths).toContain("src/app.ts");
    expect(paths.filter((path) => path.endsWith("/api-docs.ts"))).toEqual([]);
    expect(paths.filter((path) => path.includes("/zod/v4/classic/"))).toEqual([]);
    expect(paths.filter((path) => path.includes("tus-js-client"))).toEqual([]);
    expect(paths.filter((path) => /^(dev|tests|bench|client\/(?!islands\/))/.test(path))).toEqual([]);
  });
});

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { build, normalizePath, type Plugin, parseSync, type Rolldown } from "vite";
import { STRIPE_RESOURCES } from "@/platform/stripe-resources";
import { withLock } from "./lock";
import { modulesByKind, withImports } from "./modules-by-kind";
import { packedTexts } from "./packed-texts";
import { manifestFile, root, workerDir } from "./paths";
import { isPureModule, unusedOwnCode } from "./unused-own-code";
import { unusedPackageCode } from "./unused-package-code";

const MAIN_MODULE = join(workerDir, "worker.js");

/**
 * Bundles the worker for production: the main module, modules that it loads when they are needed, and files.
 * Needs the client's manifest, so build the client first.
 */
export async function buildWorker(): Promise<void> {
  const files = await bundleWorker();
  await withLock(join(root, "dist/.worker-lock"), async () => {
    mkdirSync(workerDir, { recursive: true });
    // The main module comes last: a watching wrangler reloads when all the others are there.
    for (const file of [...files].sort(
      (a, b) => Number(a.type === "chunk" && a.isEntry) - Number(b.type === "chunk" && b.isEntry),
    )) {
      writeIfChanged(join(workerDir, file.fileName), file.type === "chunk" ? file.code : file.source);
    }
    const names = new Set(files.map(({ fileName }) => fileName));
    for (const name of readdirSync(workerDir)) {
      if (!names.has(name)) rmSync(join(workerDir, name), { recursive: true });
    }
  });
}

/** The files of the worker's bundle, not yet written. */
export async function bundleWorker(): Promise<Rolldown.RolldownOutput["output"]> {
  const unordered = await bundle({ minify: false, sourcemap: false });
  return bundle({ minify: true, sourcemap: true }, modulesByKind(unordered));
}

async function bundle(
  output: { minify: boolean; sourcemap: boolean },
  ...plugins: Plugin[]
): Promise<Rolldown.RolldownOutput["output"]> {
  const conditions = ["workerd", "worker", "browser", "module", "production"];
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { tsconfigPaths: true, conditions, alias: [stringRenderer] },
    ssr: { noExternal: true, resolve: { conditions } },
    json: { stringify: true },
    // Vite would take it from NODE_ENV, which is "development" below "wrangler dev".
    oxc: { jsx: { runtime: "automatic", development: false } },
    plugins: [
      copiedFiles,
      packedTexts,
      clientBuildOfWorker,
      jsxFunctions,
      usedStripeResources,
      withoutBrowserCode,
      unusedPackageCode,
      unusedOwnCode,
      ...plugins,
    ],
    build: {
      ssr: true,
      emitAssets: true,
      write: false,
      ...output,
      target: "esnext",
      rolldownOptions: {
        input: { worker: join(root, "src/worker.ts") },
        external: [/^node:/, /^cloudflare:/],
        // The runtime reads each export of the main module as an entry point of its own.
        preserveEntrySignatures: "strict",
        // Our modules only define what others import, so an index.ts brings only what is used of it. No getter has an
        // effect, so a constant is left out although it reads a property of another one.
        treeshake: { moduleSideEffects: (id) => !isPure(id), propertyReadSideEffects: false },
        onwarn: (warning, report) => warning.code !== "MODULE_LEVEL_DIRECTIVE" && report(warning),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // Few chunks are smaller than many that import hundreds of names from each other.
          codeSplitting: {
            groups: [
              { name: "start", tags: ["$initial"] },
              // What typed words and lists with few results need.
              {
                name: "typed-searches",
                test: /\/search\/(next-steps|list|correction|suggestions|understanding)\//,
              },
              { name: "stripe", test: /\/(node_modules\/stripe|src\/platform\/stripe)/ },
              { name: "app", test: /\/(src\/(features|shared|db|http|ui|jobs)|client)\// },
            ],
          },
        },
      },
    },
  });
  return (result as Rolldown.RolldownOutput).output;
}

/** The main module with all that it imports statically: what an isolate compiles before its first response. */
export function selectStartChunks(files: Rolldown.RolldownOutput["output"]): Rolldown.OutputChunk[] {
  const chunks = files.filter((file) => file.type === "chunk");
  return chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => withImports(entry, chunks));
}

/** Whether importing a module has no effect besides its exports. */
const isPure = (id: string): boolean =>
  id.includes("/node_modules/stripe/esm/resources/") || isPureModule(id);

/** Pages are rendered to strings. `react-dom/server` next to that renderer loads a second one, for streams. */
const stringRenderer = {
  find: /^react-dom\/server(\.edge)?$/,
  replacement: join(root, "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"),
};

/** Files that the runtime itself loads as modules stand next to the main module. */
const copiedFiles: Plugin = {
  name: "copied-files",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!/\.(wasm|bin)$/.test(source)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    if (!found) return null;
    const fileName = basename(found.id);
    this.emitFile({ type: "asset", fileName, source: readFileSync(found.id) });
    return { id: `./${fileName}`, external: true };
  },
};

/** What the worker reads of the client's build: not the names of the modules that other modules import. 2 kB. */
const clientBuildOfWorker: Plugin = {
  name: "client-build-of-worker",
  enforce: "pre",
  transform(code, id) {
    if (id !== manifestFile) return null;
    const chunks = Object.entries(JSON.parse(code) as Record<string, { file: string; assets?: string[] }>);
    const named = chunks.filter(([source]) => !source.startsWith("_"));
    const read = named.map(([source, { file, assets }]) => [source, { file, assets }]);
    return { code: JSON.stringify(Object.fromEntries(read)), map: null };
  },
};

/** As constants, `jsx` and `jsxs` are called without a property access, which thousands of elements would repeat. */
const jsxFunctions: Plugin = {
  name: "jsx-functions",
  transform: (_code, id) =>
    id.endsWith("/react/jsx-runtime.js")
      ? {
          code: `import runtime from "./cjs/react-jsx-runtime.production.js";
                 export const { Fragment, jsx } = runtime;
                 export { jsx as jsxs };`,
          map: null,
        }
      : null,
};

/** Stripe's client creates all its resources, which are most of the package. */
const usedStripeResources: Plugin = {
  name: "used-stripe-resources",
  transform(code, id) {
    if (!id.endsWith("/stripe/esm/stripe.core.js")) return null;
    const used: readonly string[] = STRIPE_RESOURCES;
    return {
      code: code
        .replace(/^import \* as resources from .*$/m, "const resources = {};")
        .replace(/^ +this\.(\w+) = new \w+\(this\);$/gm, (line, name) => (used.includes(name) ? line : "")),
      map: null,
    };
  },
};

const CLIENT = `${normalizePath(root)}/client`;
const BROWSER_ONLY = "\0browser-only";
const BROWSER_CHUNK = "\0browser-chunk";

/**
 * The worker renders the first state of islands. It never calls what they import from the other folders of client/, nor
 * loads what a press in the browser loads. An empty class stands for each function and class of these modules: it can be
 * constructed, and any other call throws. Saves 6 kB (gzip).
 */
const withoutBrowserCode: Plugin = {
  name: "without-browser-code",
  resolveId: (source) => (source === BROWSER_ONLY ? source : null),
  resolveDynamicImport: (_source, importer) => (importer?.includes("/client/") ? BROWSER_CHUNK : null),
  load: (id) =>
    id === BROWSER_ONLY ? "export class BrowserOnly {}" : id === BROWSER_CHUNK ? "export {}" : null,
  transform(code, id) {
    if (!id.startsWith(`${CLIENT}/`) || id.startsWith(`${CLIENT}/islands/`) || !id.endsWith(".ts"))
      return null;
    const { staticExports } = parseSync(id, code).module;
    const names = staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, exportName }) => (isType ? [] : `BrowserOnly as ${exportName.name}`));
    return { code: `export { ${names.join(", ")} } from ${JSON.stringify(BROWSER_ONLY)};`, map: null };
  },
};

function writeIfChanged(file: string, content: string | Uint8Array): void {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  writeFileSync(file, content);
}

const MODULE_TYPES = {
  ".js": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
} as const;

/** The modules of a bundle, the main one first, as Miniflare takes them. */
export function bundledModules() {
  const others = readdirSync(workerDir)
    .map((name) => join(workerDir, name))
    .filter((path) => path !== MAIN_MODULE);
  return [MAIN_MODULE, ...others].flatMap((path) => {
    const type = MODULE_TYPES[extname(path) as keyof typeof MODULE_TYPES];
    return type ? [{ type, path }] : [];
  });
}

import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { stateDirs, workerDir } from "./paths";
import { readWorkerOptions } from "./read-worker-options";

export type ServeOptions = {
  /** 0 takes a free one. */
  port: number;
  /** Local state; shared with `bun start` when it is the same. */
  dataDir: string;
  /** Settings, which replace those of wrangler.toml name by name. */
  vars: Record<string, string>;
  /**
   * Opens one more socket straight into the worker, without Miniflare's own entry in front: faster, but without
   * assets, CF-Connecting-IP and /cdn-cgi. For benchmarks.
   */
  directPort?: number;
  /** Opens V8's inspector of the worker's isolate. For benchmarks. */
  inspector?: boolean;
  /** What the worker prints, line by line. Default: the terminal. */
  onLog?: (line: string) => void;
};

export type ServedWorker = {
  /** Where it answers, without a trailing slash. */
  url: string;
  /** The direct socket, if one was asked for. */
  directUrl: string | null;
  /** WebSocket address of V8's inspector of the worker's isolate, if it was opened. */
  inspectorUrl: string | null;
  /** Local database and bucket of the served worker. */
  db(): Promise<D1Database>;
  media(): Promise<R2Bucket>;
  stop(): Promise<void>;
};

type D1Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;
type R2Bucket = Awaited<ReturnType<Miniflare["getR2Bucket"]>>;

const HOST = "127.0.0.1";
/** The worker's name in Miniflare. */
const WORKER = "catedra";

const MODULE_TYPES = { ".js": "ESModule", ".wasm": "CompiledWasm", ".bin": "Data" } as const;

/** The modules of the built worker, the main one first, as Miniflare takes them. */
export function listModules() {
  const names = readdirSync(workerDir, { recursive: true, encoding: "utf8" });
  return ["index.js", ...names.filter((name) => name !== "index.js")].flatMap((name) => {
    const type = MODULE_TYPES[extname(name) as keyof typeof MODULE_TYPES];
    return type ? [{ type, path: join(workerDir, name) }] : [];
  });
}

/** Serves the build in dist/, with local D1, R2, queues, images and assets. */
export async function serveWorker(options: ServeOptions): Promise<ServedWorker> {
  const worker = readWorkerOptions(join(workerDir, "wrangler.json"));
  const direct = options.directPort === undefined ? [] : [{ host: HOST, port: options.directPort }];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: HOST,
      port: options.port,
      cf: false,
      log: new Log(LogLevel.WARN),
      unsafeTriggerHandlers: true,
      ...(options.inspector ? { inspectorPort: 0 } : {}),
      resourcePersistencePath: stateDirs(options.dataDir).resources,
      handleStructuredLogs: ({ message }) => (options.onLog ?? console.log)(message),
      workers: [
        {
          ...worker,
          name: WORKER,
          modules: listModules(),
          modulesRoot: workerDir,
          bindings: { ...worker.bindings, ...options.vars },
          unsafeDirectSockets: direct,
        },
      ],
    }),
  );
  const url = (await miniflare.ready).origin;
  const directUrl = direct.length > 0 ? (await miniflare.unsafeGetDirectURL(WORKER)).origin : null;
  // The runtime names each isolate's target after the worker; Miniflare's own workers have other prefixes.
  const inspectorUrl = options.inspector
    ? new URL(`/core:user:${WORKER}`, await miniflare.getInspectorURL()).href
    : null;
  return {
    url,
    directUrl,
    inspectorUrl,
    db: () => miniflare.getD1Database("DB", WORKER),
    media: () => miniflare.getR2Bucket("MEDIA", WORKER),
    stop: () => miniflare.dispose(),
  };
}

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
  /** What the worker prints, line by line. Default: the terminal. */
  onLog?: (line: string) => void;
};

export type ServedWorker = {
  /** Where it answers, without a trailing slash. */
  url: string;
  /** Local database of the served worker. */
  db(): Promise<D1Database>;
  stop(): Promise<void>;
};

type D1Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

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
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: HOST,
      port: options.port,
      cf: false,
      log: new Log(LogLevel.WARN),
      unsafeTriggerHandlers: true,
      resourcePersistencePath: stateDirs(options.dataDir).resources,
      handleStructuredLogs: ({ message }) => (options.onLog ?? console.log)(message),
      workers: [
        {
          ...worker,
          name: WORKER,
          modules: listModules(),
          modulesRoot: workerDir,
          bindings: { ...worker.bindings, ...options.vars },
        },
      ],
    }),
  );
  const url = (await miniflare.ready).origin;
  return {
    url,
    db: () => miniflare.getD1Database("DB", WORKER),
    stop: () => miniflare.dispose(),
  };
}

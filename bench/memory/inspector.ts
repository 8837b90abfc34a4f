import { setTimeout as pause } from "node:timers/promises";
import type { HeapSnapshot } from "./heap-snapshot";

const POLL_MS = 50;
/** A snapshot takes some seconds, on a busy machine many. */
const TIMEOUT_MS = 120_000;

/** Bytes, as `Runtime.getHeapUsage` of V8's inspector reports them. */
type HeapUsage = {
  /** Objects, strings and compiled code in V8's heap. */
  usedSize: number;
  /** What V8 has taken from the system for that heap. */
  totalSize: number;
  /** Objects of the runtime (requests, streams) that V8's collector manages. */
  embedderHeapUsedSize: number;
  /** Contents of array buffers, which lie outside V8's heap. */
  backingStorageSize: number;
};

/** V8's inspector of one isolate. */
export type Inspector = {
  heapUsage(): Promise<HeapUsage>;
  collectGarbage(): Promise<void>;
  /** Bytes of all WebAssembly memories. */
  wasmMemory(): Promise<number>;
  /** Collects garbage first, as V8 does for a snapshot. */
  heapSnapshot(): Promise<HeapSnapshot>;
  close(): void;
};

type Answer = {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { message: string };
  params?: unknown;
};
type Waiting = { resolve(result: never): void; reject(error: Error): void };
type Evaluated = { result: { value?: unknown; objectId?: string } };

/** Connects to an isolate's inspector by its WebSocket address; `wake` sends the isolate any request. */
export async function connectInspector(url: string, wake: () => Promise<unknown>): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (params: never) => void>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, method = "", result, error, params } = JSON.parse(String(data)) as Answer;
    // workerd answers some calls with the call itself, so only the id tells an answer from an event.
    if (id === undefined) {
      listeners.get(method)?.(params as never);
      return;
    }
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`The inspector answered: ${error.message}`));
    else call?.resolve(result as never);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The inspector closed the connection"));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`No inspector answers at ${url}`)));
  });
  const call = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${method}`)), TIMEOUT_MS);
      const settled =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          clearTimeout(timer);
          settle(value);
        };
      waiting.set(++lastId, { resolve: settled(resolve) as Waiting["resolve"], reject: settled(reject) });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });

  return {
    heapUsage: () => call<HeapUsage>("Runtime.getHeapUsage"),
    async collectGarbage() {
      let collected = false;
      const collecting = call("HeapProfiler.collectGarbage").finally(() => {
        collected = true;
      });
      // V8 collects in a task, and workerd runs the isolate's tasks with its next request.
      while (!collected) await Promise.all([wake(), pause(POLL_MS)]);
      await collecting;
    },
    async wasmMemory() {
      let contextId = 0;
      listeners.set("Runtime.executionContextCreated", ({ context }: { context: { id: number } }) => {
        contextId = context.id;
      });
      await call("Runtime.enable");
      try {
        const prototype = await call<Evaluated>("Runtime.evaluate", {
          expression: "WebAssembly.Memory.prototype",
          contextId,
        });
        const { objects } = await call<{ objects: { objectId: string } }>("Runtime.queryObjects", {
          prototypeObjectId: prototype.result.objectId,
        });
        const { result } = await call<Evaluated>("Runtime.callFunctionOn", {
          objectId: objects.objectId,
          functionDeclaration:
            "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }",
          returnByValue: true,
        });
        await call("Runtime.releaseObject", { objectId: objects.objectId });
        return Number(result.value);
      } finally {
        // While it is enabled, the inspector keeps what the worker logs.
        await call("Runtime.discardConsoleEntries");
        await call("Runtime.disable");
      }
    },
    async heapSnapshot() {
      const chunks: string[] = [];
      listeners.set("HeapProfiler.addHeapSnapshotChunk", ({ chunk }: { chunk: string }) => {
        chunks.push(chunk);
      });
      await call("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
      return JSON.parse(chunks.join("")) as HeapSnapshot;
    },
    close: () => socket.close(),
  };
}

import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 50;
/** A collection takes a second, on a busy machine many. */
const TIMEOUT_MS = 60_000;

/** Bytes, as `Runtime.getHeapUsage` of V8's inspector reports them. */
type HeapUsage = {
  /** Objects, strings and compiled code in V8's heap. */
  usedSize: number;
  /** Objects of the runtime (requests, streams) that V8's collector manages. */
  embedderHeapUsedSize: number;
  /** Contents of array buffers, which lie outside V8's heap. */
  backingStorageSize: number;
};

/** V8's inspector of one isolate. */
export type Inspector = {
  heapUsage(): Promise<HeapUsage>;
  collectGarbage(): Promise<void>;
  close(): void;
};

type Answer = { id?: number; result?: unknown; error?: { message: string } };
type Waiting = { resolve(result: never): void; reject(error: Error): void };

/** Connects to an isolate's inspector by its WebSocket address; `wake` sends the isolate any request. */
export async function connectInspector(url: string, wake: () => Promise<unknown>): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id = 0, result, error } = JSON.parse(String(data)) as Answer;
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
      setTimeout(() => reject(new Error(`No answer to ${method}`)), TIMEOUT_MS).unref();
      waiting.set(++lastId, { resolve: resolve as Waiting["resolve"], reject });
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
    close: () => socket.close(),
  };
}

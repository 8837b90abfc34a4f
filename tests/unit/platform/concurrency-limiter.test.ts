import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createConcurrencyLimiter } from "@/platform/concurrency-limiter";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const WORK_MS = 100;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A limiter that records its tasks: `ran` has their names in order, `max` the highest number in parallel. */
function createWatchedLimiter(limits: Parameters<typeof createConcurrencyLimiter>[0] = {}) {
  const limiter = createConcurrencyLimiter({ restMs: null, ...limits });
  const seen = { ran: [] as string[], max: 0 };
  let now = 0;
  const run = (key: string, name = key, ms = WORK_MS) =>
    limiter.run(key, async () => {
      seen.ran.push(name);
      seen.max = Math.max(seen.max, ++now);
      await sleep(ms);
      now--;
      return name;
    });
  return { limiter, run, seen };
}

async function settled<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await vi.advanceTimersByTimeAsync(15_000);
  return Promise.all(tasks);
}

describe("createConcurrencyLimiter", () => {
  test("runs one task at a time; callers wait for their turn", async () => {
    const { run, seen } = createWatchedLimiter();
    expect(await settled([run("a", "1"), run("b", "2"), run("c", "3")])).toEqual(["1", "2", "3"]);
    expect(seen).toEqual({ ran: ["1", "2", "3"], max: 1 });
  });

  test("takes keys in turn, for any number of callers of one key", async () => {
    const { run, seen } = createWatchedLimiter();
    const names: [string, string][] = [
      ["a", "a1"],
      ["a", "a2"],
      ["a", "a3"],
      ["b", "b1"],
      ["b", "b2"],
      ["c", "c1"],
    ];
    await settled(names.map(([key, name]) => run(key, name)));
    expect(seen.ran).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("a key with many callers gets at most every second turn", async () => {
    const { run, seen } = createWatchedLimiter();
    const loop = async (key: string, times: number) => {
      for (let n = 0; n < times; n++) await run(key);
    };
    const loops = [...Array.from({ length: 4 }, () => loop("a", 2)), loop("b", 4)];
    await settled(loops);
    expect(seen.ran.slice(0, 6)).toEqual(["a", "b", "a", "b", "a", "b"]);
  });

  test("limits the callers of one key, so that others can wait", async () => {
    const { limiter, run } = createWatchedLimiter({ perKey: 3 });
    const runs = Array.from({ length: 5 }, () => run("a"));
    expect([limiter.isFull("a"), limiter.isFull("b")]).toEqual([true, false]);
    const results = await settled([...runs, run("b")]);
    expect(results).toEqual(["a", "a", "a", null, null, "b"]);
    expect(limiter.isFull("a")).toBe(false);
  });

  test("a full queue evicts the newest caller of the key with the most callers", async () => {
    const { limiter, run } = createWatchedLimiter({ waiting: 4 });
    const runs = ["a0", "a1", "a2", "a3"].map((name) => run("a", name));
    const others = [run("b"), run("c")];
    expect(await settled([...runs, ...others])).toEqual(["a0", "a1", "a2", null, "b", "c"]);
    const four = ["d", "e", "f", "g", "h"].map((key) => run(key));
    expect(limiter.isFull("i")).toBe(true);
    expect(await settled([...four, run("i")])).toEqual(["d", "e", "f", "g", "h", null]);
  });

  test("a caller waits at most 2 s", async () => {
    const { run } = createWatchedLimiter();
    const waiting = [run("a", "a", 1900), run("b", "b", 1900), run("c")];
    expect(await settled(waiting)).toEqual(["a", "b", null]);
  });

  test("rests after work for half its time", async () => {
    const limiter = createConcurrencyLimiter();
    const spans: { start: number; end: number }[] = [];
    const work = async () => {
      const start = Date.now();
      await sleep(150);
      spans.push({ start, end: Date.now() });
    };
    await settled([limiter.run("a", work), limiter.run("a", work)]);
    const [first, second] = spans;
    expect((second?.start ?? 0) - (first?.end ?? 0)).toBeGreaterThanOrEqual(75);
  });

  test("failed work frees the limiter; work that never ends frees it after ten seconds", async () => {
    const { limiter, run } = createWatchedLimiter();
    const failed = expect(limiter.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await settled([failed]);
    void limiter.run("a", () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(9_000);
    const early = run("b");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await early).toBe("b");
  });

  test("a caller that aborted before its turn does not block others", async () => {
    const { run, seen } = createWatchedLimiter();
    const first = run("a", "a1");
    // Its next look at the queue never comes, as in a request that was broken off.
    vi.spyOn(globalThis, "setTimeout").mockImplementationOnce((() => 0) as never);
    void run("b", "gone");
    expect(await settled([first, run("c")])).toEqual(["a1", "c"]);
    expect(seen.ran).toEqual(["a1", "c"]);
  });
});

import type { Workerd } from "./workerd";

/** A request of a measurement. */
type PageRequest = { path: string; method?: string; headers?: Record<string, string>; body?: string };

export type Load = { count: number; connections: number; nextRequest(n: number): PageRequest };

/** Headers without a user agent: the app does not count impressions for such requests. */
export const NO_USER_AGENT = { "user-agent": "" };
export const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36",
};

/**
 * Sends `count` requests over `connections` connections and returns the CPU seconds of workerd for 1,000 of them.
 *
 * @throws Error that names the request that did not succeed
 */
export async function measureCpu(
  worker: Workerd,
  { count, connections, nextRequest }: Load,
): Promise<number> {
  const before = worker.cpuSeconds();
  let sentCount = 0;
  const sendRequests = async () => {
    while (sentCount < count) {
      const { path, ...init } = nextRequest(sentCount++);
      const response = await fetch(worker.url + path, { redirect: "manual", ...init });
      await response.arrayBuffer();
      if (response.status !== 200)
        throw new Error(`${worker.name} answered ${path} with status ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendRequests));
  return ((worker.cpuSeconds() - before) * 1000) / count;
}

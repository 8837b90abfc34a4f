import type { Workerd } from "./workerd";

const CONNECTIONS = 16;

/** A request of a measurement. */
export type PageRequest = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** Headers without a user agent: the app does not count impressions for such requests. */
export const NO_USER_AGENT = { "user-agent": "" };
export const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36",
};

/**
 * Sends `count` requests over 16 connections and returns the CPU seconds of workerd for 1,000 of them.
 *
 * @throws Error that names the request that did not succeed
 */
export async function measureCpu(
  worker: Workerd,
  count: number,
  nextRequest: (n: number) => PageRequest,
): Promise<number> {
  const before = worker.cpuSeconds();
  let sent = 0;
  const sendRequests = async () => {
    while (sent < count) {
      const { path, ...init } = nextRequest(sent++);
      const response = await fetch(worker.url + path, { redirect: "manual", ...init });
      await response.arrayBuffer();
      if (response.status !== 200)
        throw new Error(`${worker.name} answered ${path} with status ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRequests));
  return ((worker.cpuSeconds() - before) * 1000) / count;
}

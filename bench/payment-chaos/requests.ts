import { setTimeout as pause } from "node:timers/promises";
import type { Cookie } from "./sellers";
import type { Site } from "./site";

/** Longest time that a simulated user retries (ms). */
export const GIVE_UP_MS = 90_000;

/** Presses a button of the Dev console. */
export async function press(url: string, action: string, fields: Record<string, string> = {}): Promise<void> {
  await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ action, ...fields }),
    redirect: "manual",
  });
}

/** Sends a form of the site as its browser does. */
export const send = (
  site: Site,
  cookie: Cookie,
  path: string,
  fields: Record<string, string>,
): Promise<Response> =>
  fetchWithRetries(site, path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie, origin: site.url },
  });

/** Retries, as users do, while there is no answer or a 5xx. */
export async function fetchWithRetries(site: Site, path: string, init: RequestInit): Promise<Response> {
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end; await pause(250)) {
    const answer = await fetch(site.url + path, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    })
      // The worker may be killed before the whole answer arrived.
      .then(async (response) => new Response(await response.text(), response))
      .catch(() => null);
    if (answer && answer.status < 500) return answer;
  }
  throw new Error(`${path} does not answer within ${GIVE_UP_MS / 1000} s`);
}

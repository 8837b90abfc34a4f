import { setTimeout as pause } from "node:timers/promises";
import type { Cookie } from "./people";
import type { Site } from "./site";

/** So long people try for what they want. */
export const GIVE_UP_MS = 90_000;

/** Presses a button of the Dev console, which always answers. */
export async function press(url: string, action: string, fields: Record<string, string> = {}): Promise<void> {
  const card = {
    email: "buyer@example.test",
    card: "4242424242424242",
    expiry: "12/39",
    cvc: "123",
    name: "B",
  };
  await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ ...card, action, ...fields }),
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
  persist(site, path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie, origin: site.url },
  });

/** As people do: no answer, or one that says "later", and they try again. */
export async function persist(site: Site, path: string, init: RequestInit): Promise<Response> {
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end; await pause(250)) {
    const answer = await fetch(site.url + path, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    if (answer && answer.status < 500) return answer;
    await answer?.body?.cancel();
  }
  throw new Error(`${path} does not answer within ${GIVE_UP_MS / 1000} s`);
}

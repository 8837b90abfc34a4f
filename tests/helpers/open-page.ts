import { app } from "./app";

/** Redirects of the site: to the meaning of words, then to their correction or the exact words. */
const MAX_REDIRECTS = 2;

/** The markup of a page, after redirects. @throws Error if its status is not 200 */
export async function openPage(path: string, redirects = 0): Promise<string> {
  const answer = await app.get(path);
  const location = answer.headers.get("location");
  if (location && redirects < MAX_REDIRECTS) return openPage(location, redirects + 1);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${location ?? ""}`);
  return answer.text();
}

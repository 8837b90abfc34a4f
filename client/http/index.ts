import { getPageSession } from "@client/session";
import type { ApiRequest } from "./send";

export { CallFailed } from "./call-failed";

/**
 * Calls the API as the signed-in user, if any. A rejected token is refreshed once.
 * @returns the response's JSON
 * @throws CallFailed with the server's message in the page's language
 */
export const apiFetch = <T>(path: string, call?: ApiRequest): Promise<T> =>
  getPageSession().call<T>(path, call);

import { pageSession } from "@client/session";
import type { ApiRequest } from "./send";

export { CallFailed } from "./call-failed";

/**
 * A call to the API, as whoever is signed in. A token that is refused is refreshed once.
 * @returns the answer's JSON. @throws CallFailed with the server's words in the page's language.
 */
export const apiFetch = <T>(path: string, call?: ApiRequest): Promise<T> => pageSession().call<T>(path, call);

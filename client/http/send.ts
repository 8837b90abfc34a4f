import { type Locale, localizePath } from "@/shared/i18n/locales";
import { CallFailed, readFailure } from "./call-failed";
import { isIdempotent, pauseBeforeRetry } from "./retry";

export type ApiRequest = {
  /** GET by default. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The body: JSON, a form, or a file. */
  json?: unknown;
  form?: Record<string, string>;
  file?: Blob;
  /** Whether the call reads or sets the refresh cookie; others send no cookies. */
  withCookie?: boolean;
  /** Whether the call continues when the user leaves the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** The Idempotency-Key of an earlier call without a response, to repeat that call. */
  retryKey?: string;
};

/** A request that can be sent repeatedly: with one Idempotency-Key, whatever its token. */
export type PreparedRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  rest: RequestInit;
};

/** `path` is one of `paths`; the texts of the response are in `locale`. */
export function prepareRequest(
  apiBase: string,
  locale: Locale,
  path: string,
  call: ApiRequest = {},
): PreparedRequest {
  const { method = "GET", withCookie, keepalive, signal, retryKey = crypto.randomUUID() } = call;
  const { body, type } = toBody(call);
  return {
    url: apiBase + localizePath(locale, path),
    method,
    headers: {
      accept: "application/json",
      ...(type ? { "content-type": type } : {}),
      ...(isIdempotent(method) ? {} : { "idempotency-key": retryKey }),
    },
    rest: {
      body,
      credentials: withCookie ? "include" : "omit",
      keepalive,
      signal,
    },
  };
}

function toBody({ json, form, file }: ApiRequest): { body?: string | Blob; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: "application/json" };
  if (form) {
    return { body: new URLSearchParams(form).toString(), type: "application/x-www-form-urlencoded" };
  }
  return file ? { body: file, type: file.type } : {};
}

export const authorizeRequest = (request: PreparedRequest, token: string | null): PreparedRequest =>
  token ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } } : request;

/**
 * Sends a request, and a second time if `pauseBeforeRetry` allows it.
 * @returns the response's JSON; undefined without a body
 * @throws CallFailed; an AbortError after `signal` aborted
 */
export async function send<T>(request: PreparedRequest): Promise<T> {
  try {
    return await sendOnce<T>(request);
  } catch (failure) {
    if (!(failure instanceof CallFailed) || request.rest.signal?.aborted) throw failure;
    const pause = pauseBeforeRetry(request.method, failure);
    if (pause === null) throw failure;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return sendOnce<T>(request);
  }
}

async function sendOnce<T>({ url, method, headers, rest }: PreparedRequest): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, { ...rest, method, headers });
    // An incomplete body or one that is not JSON (a hotspot's sign-in page) counts as no response.
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  } catch (cause) {
    if ((cause as Error).name === "AbortError") throw cause;
    throw new CallFailed(0, { cause });
  }
  throw await readFailure(response);
}

import { type Locale, localizePath } from "@/shared/i18n/locales";
import { CallFailed, failureOf } from "./call-failed";
import { isIdempotent, pauseBeforeRetry } from "./retry";

export type ApiRequest = {
  /** GET by default. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The body: as JSON, form-encoded, or a file as it is. */
  json?: unknown;
  form?: Record<string, string>;
  file?: Blob;
  /** Whether the call reads or sets the refresh cookie; no other one carries cookies. */
  withCookie?: boolean;
  /** Whether it is carried on when the page is left. */
  outlivesPage?: boolean;
  signal?: AbortSignal;
  /** The Idempotency-Key of a call that got no answer, to ask again as the same call. */
  retryKey?: string;
};

/** A call ready to be sent. Repeats use the same Idempotency-Key, whatever token authorises them. */
export type Prepared = { url: string; method: string; headers: Record<string, string>; rest: RequestInit };

/** `path` is one of `paths`; the answer's texts will be in `locale`. */
export function prepare(apiBase: string, locale: Locale, path: string, call: ApiRequest = {}): Prepared {
  const { method = "GET", withCookie, outlivesPage, signal, retryKey = crypto.randomUUID() } = call;
  const { body, type } = bodyOf(call);
  return {
    url: apiBase + localizePath(locale, path),
    method,
    headers: {
      accept: "application/json",
      ...(type ? { "content-type": type } : {}),
      ...(isIdempotent(method) ? {} : { "idempotency-key": retryKey }),
    },
    rest: {
      ...(body === undefined ? {} : { body }),
      credentials: withCookie ? "include" : "omit",
      ...(outlivesPage ? { keepalive: true } : {}),
      ...(signal ? { signal } : {}),
    },
  };
}

function bodyOf({ json, form, file }: ApiRequest): { body?: string | Blob; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: "application/json" };
  if (form) {
    return { body: new URLSearchParams(form).toString(), type: "application/x-www-form-urlencoded" };
  }
  return file ? { body: file, type: file.type } : {};
}

export const authorised = (request: Prepared, token: string | null): Prepared =>
  token ? { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } } : request;

/**
 * Sends, a second time where `pauseBeforeRetry` allows it.
 * @returns the answer's JSON, undefined where it has no body. @throws CallFailed; an AbortError when `signal` aborted.
 */
export async function send<T>(request: Prepared): Promise<T> {
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

async function sendOnce<T>({ url, method, headers, rest }: Prepared): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, { ...rest, method, headers });
    // A body that breaks off or is no JSON (a hotspot's own page) is no answer either.
    if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  } catch (cause) {
    if ((cause as Error).name === "AbortError") throw cause;
    throw new CallFailed(0, { cause });
  }
  throw await failureOf(answer);
}

import { CallFailed } from "@client/http/call-failed";
import type { ApiRequest } from "@client/http/send";

const TIMEOUT_MS = 12_000;

export type CallApi = <T>(path: string, call: ApiRequest) => Promise<T>;

/** Makes calls that end with a response or after a timeout. @throws CallFailed; with status 0 after a timeout */
export const createCallWithTimeout =
  (call: CallApi): CallApi =>
  async <T>(path: string, request: ApiRequest): Promise<T> => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    // The signal alone is not enough: it does not reach a call that waits for a token.
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(new CallFailed(0)));
    });
    try {
      return await Promise.race([call<T>(path, { ...request, signal: controller.signal }), aborted]);
    } finally {
      clearTimeout(timer);
    }
  };

import { CallFailed } from "@client/http/call-failed";
import type { Call } from "@client/http/send";

/** No answer after that (ms) is no answer. */
const PATIENCE_MS = 12_000;

export type CallApi = <T>(path: string, call: Call) => Promise<T>;

/** One call after the other, each of which ends: with its answer, when patience is over, or when it is given up. */
export function createPatientCall(call: CallApi) {
  let going: AbortController | null = null;
  return {
    /** @throws CallFailed; with status 0 where it ended without an answer. */
    async ask<T>(path: string, request: Call): Promise<T> {
      const own = new AbortController();
      going = own;
      const late = setTimeout(() => own.abort(), PATIENCE_MS);
      // Not the call's own end: before it is sent it may wait for a token, which no signal reaches.
      const ended = new Promise<never>((_, fail) => {
        own.signal.addEventListener("abort", () => fail(new CallFailed(0)));
      });
      try {
        return await Promise.race([call<T>(path, { ...request, signal: own.signal }), ended]);
      } finally {
        clearTimeout(late);
      }
    },
    giveUp: () => going?.abort(),
  };
}

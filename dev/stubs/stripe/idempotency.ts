import { createHash } from "node:crypto";
import type { Collection } from "../store";
import { invalidRequest, StripeError } from "./errors";

/** The answer stored for an `Idempotency-Key`, with the request that it belongs to. */
export type StoredAnswer = {
  /** The key. */
  id: string;
  /** Method and path, such as `POST /v1/refunds`. */
  endpoint: string;
  /** Digest of the parameters. */
  params: string;
  status: number;
  body: string;
  /** The request that ran. */
  requestId: string;
  /** Milliseconds since the epoch. */
  at: number;
};

type IdempotentRequest = {
  key: string | undefined;
  endpoint: string;
  /** The encoded parameters, as sent. */
  params: string;
  requestId: string;
};

export type StoredResponse = {
  status: number;
  body: string;
  /** Set when this is a stored answer: the request that first got it. */
  originalRequest?: string;
};

type Parts = {
  stored: Collection<StoredAnswer>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves once everything so far is on disk. */
  saved(): Promise<void>;
};

// Stripe keeps a key for at least a day. https://docs.stripe.com/api/idempotent_requests
const STORED_FOR_MS = 24 * 3600 * 1000;
const LONGEST_KEY = 255;

/**
 * Runs a request at most once per key; a repeated request gets the first answer.
 * @throws StripeError idempotency_error: 400 for the same key with other parameters, 409 while the first request runs
 */
export function createIdempotency({ stored, now, saved }: Parts) {
  const underWay = new Set<string>();

  return async function once(request: IdempotentRequest, run: () => StoredResponse): Promise<StoredResponse> {
    const { key, endpoint, requestId } = request;
    if (key === undefined) {
      const answer = run();
      await saved();
      return answer;
    }
    if (key === "" || key.length > LONGEST_KEY) {
      throw invalidRequest(`An idempotency key has 1 to ${LONGEST_KEY} characters.`);
    }
    if (underWay.has(key)) {
      throw new StripeError(409, "idempotency_error", `Another request with the key ${key} is in progress.`, {
        code: "idempotency_key_in_use",
      });
    }
    const params = createHash("sha256").update(request.params).digest("base64url");

    const before = stored.get(key);
    if (before && now() - before.at < STORED_FOR_MS) {
      if (before.endpoint !== endpoint || before.params !== params) {
        throw new StripeError(400, "idempotency_error", `The key ${key} was used for another request.`);
      }
      return { status: before.status, body: before.body, originalRequest: before.requestId };
    }

    underWay.add(key);
    try {
      // An invalid request throws before it starts, so it can be corrected and sent again with its key.
      const answer = run();
      stored.put({
        id: key,
        endpoint,
        params,
        status: answer.status,
        body: answer.body,
        requestId,
        at: now(),
      });
      // The effect and its answer reach the disk together; until then the key is in use.
      await saved();
      return answer;
    } finally {
      underWay.delete(key);
    }
  };
}

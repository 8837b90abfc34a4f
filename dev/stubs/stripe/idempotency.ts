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
  /** Milliseconds since the epoch. */
  at: number;
};

type IdempotentRequest = {
  key: string | undefined;
  endpoint: string;
  /** The encoded parameters, as sent. */
  params: string;
};

export type StoredResponse = {
  status: number;
  body: string;
  /** Whether this is a stored answer. */
  isReplayed?: true;
};

type Parts = {
  stored: Collection<StoredAnswer>;
  /** Milliseconds since the epoch. */
  now(): number;
};

// Stripe keeps a key for at least a day. https://docs.stripe.com/api/idempotent_requests
const STORED_FOR_MS = 24 * 3600 * 1000;
const LONGEST_KEY = 255;

/**
 * Runs a request at most once per key; a repeated request gets the first answer.
 * @throws StripeError idempotency_error for the same key with other parameters
 */
export function createIdempotency({ stored, now }: Parts) {
  return function once(request: IdempotentRequest, run: () => StoredResponse): StoredResponse {
    const { key, endpoint } = request;
    if (key === undefined) return run();
    if (key === "" || key.length > LONGEST_KEY) {
      throw invalidRequest(`An idempotency key has 1 to ${LONGEST_KEY} characters.`);
    }
    const params = createHash("sha256").update(request.params).digest("base64url");

    const before = stored.get(key);
    if (before && now() - before.at < STORED_FOR_MS) {
      if (before.endpoint !== endpoint || before.params !== params) {
        throw new StripeError(400, "idempotency_error", `The key ${key} was used for another request.`);
      }
      return { status: before.status, body: before.body, isReplayed: true };
    }

    // An invalid request throws before it starts, so it can be corrected and sent again with its key.
    const { status, body } = run();
    stored.put({ id: key, endpoint, params, status, body, at: now() });
    return { status, body };
  };
}

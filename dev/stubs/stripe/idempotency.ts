import { createHash } from "node:crypto";
import type { Collection } from "../store";
import { invalid, StripeError } from "./errors";

/** The answer once given to an `Idempotency-Key`, and the question it belongs to. */
export interface KeptAnswer {
  /** The key. */
  id: string;
  /** Method and path, such as `POST /v1/refunds`. */
  endpoint: string;
  /** Digest of the parameters. */
  params: string;
  status: number;
  body: string;
  /** The request that was really carried out. */
  requestId: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Question {
  key: string | undefined;
  endpoint: string;
  /** The encoded parameters, as sent. */
  params: string;
  requestId: string;
}

export interface Answer {
  status: number;
  body: string;
  /** Set when this is a stored answer: the request that first got it. */
  originalRequest?: string;
}

interface Parts {
  kept: Collection<KeptAnswer>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves once everything so far is on disk. */
  saved(): Promise<void>;
}

// Stripe keeps a key for at least a day. https://docs.stripe.com/api/idempotent_requests
const KEPT_FOR_MS = 24 * 3600 * 1000;
const LONGEST_KEY = 255;

/**
 * Carries a request out at most once per key: asked again, it gives the first answer.
 * @throws StripeError idempotency_error 400 for the same key with another question, 409 while the first is under way.
 */
export function createIdempotency({ kept, now, saved }: Parts) {
  const underWay = new Set<string>();

  return async function once(question: Question, carryOut: () => Answer): Promise<Answer> {
    const { key, endpoint, requestId } = question;
    if (key === undefined) {
      const answer = carryOut();
      await saved();
      return answer;
    }
    if (key === "" || key.length > LONGEST_KEY) {
      throw invalid(`Invalid idempotency key: it must have between 1 and ${LONGEST_KEY} characters.`);
    }
    if (underWay.has(key)) throw inUse(key);
    const params = createHash("sha256").update(question.params).digest("base64url");

    const before = kept.get(key);
    if (before && now() - before.at < KEPT_FOR_MS) {
      if (before.endpoint !== endpoint) throw otherEndpoint(key, before.endpoint);
      if (before.params !== params) throw otherParams(key);
      return { status: before.status, body: before.body, originalRequest: before.requestId };
    }

    underWay.add(key);
    try {
      // A request that is not understood throws: it started nothing, so it may be put right and sent again under its key.
      const answer = carryOut();
      kept.put({ id: key, endpoint, params, status: answer.status, body: answer.body, requestId, at: now() });
      // The effect and its answer reach the disk together; until then the key is in use.
      await saved();
      return answer;
    } finally {
      underWay.delete(key);
    }
  };
}

function otherParams(key: string): StripeError {
  return new StripeError(
    400,
    "idempotency_error",
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

function otherEndpoint(key: string, endpoint: string): StripeError {
  return new StripeError(
    400,
    "idempotency_error",
    `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

function inUse(key: string): StripeError {
  return new StripeError(
    409,
    "idempotency_error",
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: "idempotency_key_in_use" },
  );
}

import { Hono } from "hono";
import Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { outage } from "../outage";
import { listCharges, retrieveCharge, retrieveIntent } from "./charges";
import { handleCreateSession } from "./create-checkout-session";
import { listDisputes, retrieveDispute } from "./disputes";
import { errorBody, invalidRequest, StripeError } from "./errors";
import { listEvents, retrieveEvent, type StripeRequest } from "./events";
import { expand, type ResponseKind, readExpansions } from "./expand";
import { createIdempotency } from "./idempotency";
import { type Fields, parseForm } from "./params";
import { expireDueSessions } from "./payments";
import { createRefund, listRefunds, retrieveRefund } from "./refunds";
import {
  expireSessionCall,
  listCheckoutSessions,
  listLineItems,
  retrieveSession,
  updateSession,
} from "./sessions";

/** One call of the API, read but not yet understood. */
export type StripeCall = {
  /** The id in the path, or "". */
  id: string;
  /** Query and body together, without `expand`. */
  params: Fields;
  /** What the events of this call name as their request. */
  request: Exclude<StripeRequest, null>;
};

type Endpoint = (stubs: Stubs, call: StripeCall) => unknown;

const ENDPOINTS: [method: "GET" | "POST", path: string, endpoint: Endpoint, responseKind: ResponseKind][] = [
  ["POST", "/checkout/sessions", handleCreateSession, "checkout.session"],
  ["GET", "/checkout/sessions", listCheckoutSessions, "list of checkout.session"],
  ["GET", "/checkout/sessions/:id", retrieveSession, "checkout.session"],
  ["POST", "/checkout/sessions/:id", updateSession, "checkout.session"],
  ["POST", "/checkout/sessions/:id/expire", expireSessionCall, "checkout.session"],
  ["GET", "/checkout/sessions/:id/line_items", listLineItems, "list of item"],
  ["GET", "/payment_intents/:id", retrieveIntent, "payment_intent"],
  ["GET", "/charges", listCharges, "list of charge"],
  ["GET", "/charges/:id", retrieveCharge, "charge"],
  ["POST", "/refunds", createRefund, "refund"],
  ["GET", "/refunds", listRefunds, "list of refund"],
  ["GET", "/refunds/:id", retrieveRefund, "refund"],
  ["GET", "/disputes", listDisputes, "list of dispute"],
  ["GET", "/disputes/:id", retrieveDispute, "dispute"],
  ["GET", "/events", listEvents, "list of event"],
  ["GET", "/events/:id", retrieveEvent, "event"],
];

/** Stripe's HTTP API, to be mounted at `/v1`. https://docs.stripe.com/api */
export function stripeApi(stubs: Stubs): Hono {
  const app = new Hono();
  const once = createIdempotency({
    stored: stubs.answers,
    now: () => stubs.seconds() * 1000,
    saved: () => stubs.store.saved(),
  });

  app.use(
    outage(
      () => stubs.faults.nextOutage("api"),
      () => stubs.faults.current().api.slow_ms,
      (kind) => {
        const requestId = newStripeId("request");
        return failure(OUTAGE_ERRORS[kind], requestId, commonHeaders(requestId, undefined));
      },
    ),
  );

  for (const [method, path, endpoint, responseKind] of ENDPOINTS) {
    app.on(method, path, async (c) => {
      const requestId = newStripeId("request");
      const headers = commonHeaders(requestId, c.req.header("stripe-version"));
      try {
        checkKey(c.req.header("authorization"), stubs.options.secretKey);
        const key = method === "POST" ? c.req.header("idempotency-key") : undefined;
        if (key !== undefined) headers["idempotency-key"] = key;
        const encoded = [new URL(c.req.url).search, method === "POST" ? await formBody(c.req.raw) : ""];

        const question = { key, endpoint: `${method} ${c.req.path}`, params: encoded.join("&"), requestId };
        const answer = await once(question, () => {
          const { expand: paths, ...params } = parseForm(...encoded);
          const expansions = readExpansions(paths, responseKind);
          expireDueSessions(stubs);
          const request = { id: requestId, idempotency_key: key ?? null };
          try {
            const object = endpoint(stubs, { id: c.req.param("id") ?? "", params, request });
            return { status: 200, body: pretty(expand(stubs, object, expansions)) };
          } catch (error) {
            if (!(error instanceof StripeError && error.detail.hasStarted)) throw error;
            return { status: error.status, body: pretty(errorBody(error, requestId)) };
          }
        });
        if (answer.originalRequest) {
          headers["idempotent-replayed"] = "true";
          headers["original-request"] = answer.originalRequest;
        }
        return new Response(answer.body, { status: answer.status, headers });
      } catch (error) {
        return failure(error, requestId, headers);
      }
    });
  }

  app.all("*", (c) => {
    const requestId = newStripeId("request");
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://docs.stripe.com or we can help at https://support.stripe.com/.`;
    const fault = new StripeError(404, "invalid_request_error", message);
    return failure(fault, requestId, commonHeaders(requestId, c.req.header("stripe-version")));
  });
  return app;
}

function commonHeaders(requestId: string, version: string | undefined): Record<string, string> {
  return {
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    "stripe-version": version ?? Stripe.API_VERSION,
  };
}

function failure(error: unknown, requestId: string, headers: Record<string, string>): Response {
  if (!(error instanceof StripeError)) console.error("stubs:", error);
  const fault =
    error instanceof StripeError ? error : new StripeError(500, "api_error", "The Stripe stub failed.");
  return new Response(pretty(errorBody(fault, requestId)), { status: fault.status, headers });
}

async function formBody(request: Request): Promise<string> {
  // Not text(): workerd, in which tests run the stub, warns of it for forms.
  const body = new TextDecoder().decode(await request.arrayBuffer());
  const type = request.headers.get("content-type") ?? "";
  if (body !== "" && !type.toLowerCase().startsWith("application/x-www-form-urlencoded")) {
    throw invalidRequest(
      "Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have questions, we can help at https://support.stripe.com/.",
    );
  }
  return body;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const OUTAGE_ERRORS = {
  error: new StripeError(500, "api_error", "Sorry! There was an error while talking to Stripe."),
  limit: new StripeError(429, "invalid_request_error", "Request rate limit exceeded.", {
    code: "rate_limit",
  }),
};

/**
 * Checks the API key of `Authorization: Bearer sk_…`, or Basic with the key as user name.
 * @param expected the only accepted key
 * @throws StripeError 401
 */
function checkKey(authorization: string | undefined, expected: string): void {
  const key = getKey(authorization ?? "");
  if (key === "") {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api#authentication for details.",
    );
  }
  if (key !== expected) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

function getKey(authorization: string): string {
  const [scheme = "", credentials = ""] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return "";
  return Buffer.from(credentials, "base64").toString("utf8").split(":", 1)[0] ?? "";
}

function masked(key: string): string {
  return key.length <= 12
    ? "*".repeat(key.length)
    : `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}`;
}

function unauthorized(message: string): StripeError {
  return new StripeError(401, "invalid_request_error", message);
}

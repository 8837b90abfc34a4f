import { Hono } from "hono";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { outage } from "../outage";
import { expand, retrieveIntent } from "./charges";
import { toListedDispute } from "./disputes";
import { errorBody, invalidRequest, StripeError } from "./errors";
import { listEvents, type StripeRequest } from "./events";
import { createIdempotency } from "./idempotency";
import { listOfPayment } from "./lists";
import { type Fields, parseForm } from "./params";
import { expireDueSessions } from "./payments";
import { createRefund } from "./refunds";
import { createSession, expireSessionCall, retrieveSession, updateSession } from "./sessions";

/** One call of the API, read but not yet understood. */
export type StripeCall = {
  /** The id in the path, or "". */
  id: string;
  /** Query and body together, without `expand`. */
  params: Fields;
  /** What the events of this call name as their request. */
  request: Exclude<StripeRequest, null>;
};

type Endpoint = (stubs: Stubs, call: StripeCall) => object;

/** What the site calls. */
const ENDPOINTS: [method: "GET" | "POST", path: string, endpoint: Endpoint][] = [
  ["POST", "/checkout/sessions", (stubs, { params }) => createSession(stubs, params)],
  ["GET", "/checkout/sessions", listSessions],
  ["GET", "/checkout/sessions/:id", retrieveSession],
  ["POST", "/checkout/sessions/:id", updateSession],
  ["POST", "/checkout/sessions/:id/expire", expireSessionCall],
  ["GET", "/payment_intents/:id", retrieveIntent],
  ["POST", "/refunds", createRefund],
  ["GET", "/refunds", (stubs, call) => listOfPayment(stubs.refunds.all(), call, "/v1/refunds")],
  [
    "GET",
    "/disputes",
    (stubs, call) => listOfPayment(stubs.disputes.all().map(toListedDispute), call, "/v1/disputes"),
  ],
  ["GET", "/events", listEvents],
];

function listSessions(stubs: Stubs, call: StripeCall) {
  const sessions = stubs.sessions.all().map(({ session }) => session);
  return listOfPayment(sessions, call, "/v1/checkout/sessions");
}

/** Stripe's HTTP API, to be mounted at `/v1`. https://docs.stripe.com/api */
export function stripeApi(stubs: Stubs): Hono {
  const app = new Hono();
  const once = createIdempotency({
    stored: stubs.answers,
    now: () => stubs.seconds() * 1000,
  });

  app.use(
    outage(
      () => stubs.faults.nextOutage("api"),
      () => stubs.faults.current().api.slow_ms,
      (kind) => failure(OUTAGE_ERRORS[kind]),
    ),
  );

  for (const [method, path, endpoint] of ENDPOINTS) {
    app.on(method, path, async (c) => {
      const requestId = newStripeId("request");
      const headers = commonHeaders(requestId);
      try {
        if (c.req.header("authorization") !== `Bearer ${stubs.options.secretKey}`)
          throw new StripeError(401, "invalid_request_error", "Invalid API Key provided.");
        const key = method === "POST" ? c.req.header("idempotency-key") : undefined;
        const encoded = [new URL(c.req.url).search, method === "POST" ? await formBody(c.req.raw) : ""];

        const question = { key, endpoint: `${method} ${c.req.path}`, params: encoded.join("&") };
        const answer = once(question, () => {
          const { expand: paths = {}, ...params } = parseForm(...encoded);
          expireDueSessions(stubs);
          const request = { id: requestId, idempotency_key: key ?? null };
          try {
            const object = endpoint(stubs, { id: c.req.param("id") ?? "", params, request });
            const expanded = Object.values(paths).reduce(
              (whole, steps) => expand(stubs, whole, String(steps).split(".")),
              object,
            );
            return { status: 200, body: pretty(expanded) };
          } catch (error) {
            if (!(error instanceof StripeError && error.detail.hasStarted)) throw error;
            return { status: error.status, body: pretty(errorBody(error)) };
          }
        });
        if (answer.isReplayed) headers["idempotent-replayed"] = "true";
        return new Response(answer.body, { status: answer.status, headers });
      } catch (error) {
        return failure(error, headers);
      }
    });
  }

  app.all("*", (c) => {
    const message = `The Stripe stub has no ${c.req.method} ${c.req.path}.`;
    const fault = new StripeError(404, "invalid_request_error", message);
    return failure(fault);
  });
  return app;
}

const commonHeaders = (requestId = newStripeId("request")): Record<string, string> => ({
  "content-type": "application/json",
  "request-id": requestId,
});

function failure(error: unknown, headers = commonHeaders()): Response {
  if (!(error instanceof StripeError)) console.error("stubs:", error);
  const fault =
    error instanceof StripeError ? error : new StripeError(500, "api_error", "The Stripe stub failed.");
  return new Response(pretty(errorBody(fault)), { status: fault.status, headers });
}

async function formBody(request: Request): Promise<string> {
  // Not text(): workerd, in which tests run the stub, warns of it for forms.
  const body = new TextDecoder().decode(await request.arrayBuffer());
  const type = request.headers.get("content-type") ?? "";
  if (body !== "" && !type.toLowerCase().startsWith("application/x-www-form-urlencoded")) {
    throw invalidRequest("Invalid request: the content type is not application/x-www-form-urlencoded.");
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

import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { type StubsOptions, startStubs } from "../../../dev/stubs";

export const SECRET_KEY = "sk_test_stubs";
export const WEBHOOK_SECRET = "whsec_stubs";
const SITE_URL = "http://site.test";

type Received = {
  body: string;
  signature: string;
  event: Stripe.Event;
};

/** A webhook receiver that notes what it is sent and answers as `status` says. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = { status: 200, received, url: "", stop: async () => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({ body, signature: String(request.headers["stripe-signature"]), event: JSON.parse(body) });
    response.writeHead(receiver.status).end("noted");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
  receiver.stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return receiver;
}

/** The stubs on a free port with an empty state of their own, and the official SDK pointed at it. */
export async function startBench(options: Partial<StubsOptions> = {}) {
  const receiver = await startReceiver();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "stubs-")));
  const stubs = await startStubs({
    port: 0,
    dataDir,
    webhookUrl: receiver.url,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    siteUrl: SITE_URL,
    ...options,
  });
  return {
    stubs,
    receiver,
    dataDir,
    stripe: sdk(stubs.url),
    async stop() {
      await stubs.stop();
      await receiver.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

export function sdk(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

/** What the site asks for when a teacher promotes a listing: 19 lei, one hour to pay. */
export function promotion(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "ron",
          unit_amount: 1900,
          product_data: { name: "Promovare 7 zile" },
        },
      },
    ],
    client_reference_id: "order_1",
    metadata: { order_id: "order_1" },
    payment_intent_data: { metadata: { order_id: "order_1" } },
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    success_url: `${SITE_URL}/payment-complete/{CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE_URL}/tutoring/1/promote`,
    ...changes,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** Presses a button of the hosted page; the answer is the redirect or the page shown again. */
export const press = (url: string, action: string): Promise<Response> =>
  fetch(url, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });

/** Resolves once `done` is true; fails loudly after five seconds. */
export async function until(done: () => boolean): Promise<void> {
  for (const end = Date.now() + 5000; !done(); ) {
    if (Date.now() > end) throw new Error("gave up after five seconds");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

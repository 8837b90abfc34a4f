import { createECDH, randomBytes } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { layout, type Markup, moment } from "../pages/layout";
import { decryptPush, type SubscriptionKeys } from "./decrypt-push";
import { verifyVapid } from "./verify-vapid";

/** A subscription that the stub made in place of a browser. */
export type StubSubscription = SubscriptionKeys & { id: string };

/** A received message. */
export type StoredPush = {
  id: string;
  subscription: string;
  /** The decrypted text. */
  text: string;
  ttl: number;
  /** ISO 8601, UTC. */
  received_ts: string;
};

/** Largest body that push services must accept (RFC 8030, 7.2). */
const MAX_BODY_BYTES = 4096;

/**
 * A push service that checks messages as real ones do and, unlike those, decrypts them. `POST /push` makes a
 * subscription with the fields of a browser's `PushSubscription`.
 */
export function pushService(stubs: Stubs): Hono {
  const app = new Hono();

  app.post("/push", (c) => {
    const keys = createECDH("prime256v1");
    const p256dh = keys.generateKeys("base64url");
    const subscription = {
      id: newStripeId("push"),
      privateKey: keys.getPrivateKey("base64url"),
      p256dh,
      auth: randomBytes(16).toString("base64url"),
    };
    stubs.pushSubscriptions.put(subscription);
    const endpoint = `${stubs.origin}/push/${subscription.id}`;
    return c.json({ endpoint, expirationTime: null, keys: { p256dh, auth: subscription.auth } }, 201);
  });

  app.post("/push/:id", async (c) => {
    const subscription = stubs.pushSubscriptions.get(c.req.param("id"));
    if (!subscription) return c.text("No such subscription.\n", 404);
    const ttl = c.req.header("ttl") ?? "";
    if (!/^\d+$/.test(ttl)) return c.text("No TTL.\n", 400);
    if (c.req.header("content-encoding") !== "aes128gcm") return c.text("Not aes128gcm.\n", 400);
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (body.length > MAX_BODY_BYTES) return c.text("Too large.\n", 413);
    try {
      await verifyVapid(c.req.header("authorization"), {
        audience: stubs.origin,
        expectedKey: stubs.options.vapidPublicKey ?? null,
        now: stubs.seconds() * 1000,
      });
    } catch (error) {
      return c.text(`Not authorized: ${(error as Error).message}\n`, 403);
    }
    try {
      const push = {
        id: newStripeId("push"),
        subscription: subscription.id,
        text: decryptPush(body, subscription),
        ttl: Number(ttl),
        received_ts: new Date(stubs.seconds() * 1000).toISOString(),
      };
      stubs.pushes.put(push);
      c.header("location", `${stubs.origin}/pushes#${push.id}`);
      return c.body(null, 201);
    } catch (error) {
      return c.text(`Cannot be decrypted: ${(error as Error).message}\n`, 400);
    }
  });

  app.get("/pushes.json", (c) => c.json({ pushes: stubs.pushes.all().toReversed() }));
  app.get("/pushes", (c) => c.html(pushesPage(stubs.pushes.all().toReversed())));
  return app;
}

function pushesPage(pushes: StoredPush[]): Markup {
  const rows = pushes.map(
    ({ id, subscription, text, ttl, received_ts }) => html`<tr id="${id}">
<td><code>${text}</code></td>
<td>${subscription}</td>
<td>${ttl}</td>
<td class="soft">${moment(Date.parse(received_ts))}</td>
</tr>`,
  );
  const table = html`<div class="scroll"><table>
<thead><tr><th>Message</th><th>Subscription</th><th>TTL (s)</th><th>Received</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  const body = html`<h1>Push messages</h1>
<p>Messages to the stub's own subscriptions, decrypted. <code>POST /push</code> makes a subscription. Messages to a browser of this machine go to the browser's real push service instead.</p>
${pushes.length > 0 ? table : html`<p>No push message yet.</p>`}`;
  return layout("Push messages", body);
}

import { createECDH, randomBytes } from "node:crypto";
import { afterEach, beforeEach, vi } from "vitest";
import { pushSubscriptions } from "@/db/schema";
import type { PushPayload } from "@/features/notifications/push/queue-push-statement";
import { newId } from "@/shared/ids";
import { decryptPush, type SubscriptionKeys } from "../../dev/stubs/push/decrypt-push";
import { db } from "./app";

let browsers = 0;

/** A browser that agreed to push messages: what it sends to the site, and the keys that only it has. */
export function createBrowser() {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  return {
    endpoint: `https://push.example.com/${++browsers}`,
    keys: { p256dh, auth },
    secrets: { privateKey: keys.getPrivateKey("base64url"), p256dh, auth },
  };
}
export type TestBrowser = ReturnType<typeof createBrowser>;

/** Saves the browser's subscription for a user. Returns its id. */
export async function insertPushDevice(
  userId: string,
  { endpoint, keys }: TestBrowser = createBrowser(),
  overrides: Partial<typeof pushSubscriptions.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  const row = { id, userId, endpoint, ...keys, sessionId: newId(), createdTs: 0, ...overrides };
  await db.insert(pushSubscriptions).values(row);
  return id;
}

type ReceivedPush = { endpoint: string; headers: Headers; body: Uint8Array };

/** Replaces fetch with a push service for each test. Records the messages and returns the configured responses. */
export function stubPushService() {
  const service = {
    received: [] as ReceivedPush[],
    answer: (_: ReceivedPush): Response | Promise<Response> => new Response(),
    /** The messages to a browser, decrypted with its keys. */
    read: (browser: { endpoint: string; secrets: SubscriptionKeys }): PushPayload[] =>
      service.received
        .filter(({ endpoint }) => endpoint === browser.endpoint)
        .map(({ body }) => JSON.parse(decryptPush(body, browser.secrets))),
  };
  beforeEach(async () => {
    await db.delete(pushSubscriptions);
    service.received = [];
    service.answer = () => new Response(null, { status: 201 });
    vi.stubGlobal("fetch", async (endpoint: string, init: RequestInit) => {
      const push = { endpoint, headers: new Headers(init.headers), body: init.body as Uint8Array };
      service.received.push(push);
      return service.answer(push);
    });
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return service;
}

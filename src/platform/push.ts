/** A browser that gets push messages: the push service's URL for it, and its keys (base64url). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** The push service's answer. */
export type PushOutcome =
  | { state: "sent" }
  /** The browser has unsubscribed: no message to it can succeed. */
  | { state: "gone" }
  /** A retry of this message can't succeed. */
  | { state: "refused"; error: string }
  /** A retry may succeed, at the earliest after `retryAfterMs` if the service says so. */
  | { state: "failed"; error: string; retryAfterMs: number };

/**
 * Sends a push message, which the service stores for the browser for at most `ttlSeconds`, and only the newest one of its
 * `topic` (RFC 8030: up to 32 base64url characters). `now` is in ms.
 */
export type PushTransport = (
  target: PushTarget,
  message: { text: string; topic: string; ttlSeconds: number; now: number },
) => Promise<PushOutcome>;

/** The site's keys (base64url) and the operator's address, a `mailto:` or `https:` URL. */
type VapidSettings = {
  publicKey: string | undefined;
  privateKey: string | undefined;
  subject: string | undefined;
};

/** Null without the three settings. The code loads at the first message, because most isolates send none. */
export function createPushTransport({ publicKey, privateKey, subject }: VapidSettings): PushTransport | null {
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return null;
  return async (target, message) => {
    const { sendPush } = await import("./send-push");
    return sendPush({ publicKey, privateKey, subject }, target, message);
  };
}

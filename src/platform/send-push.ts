import { encryptNotification } from "@block65/webcrypto-web-push";
import { base64url, importJWK, SignJWT } from "jose";
import type { PushOutcome, PushTarget, PushTransport } from "./push";

/** The site's keys (base64url) and the operator's address, a `mailto:` or `https:` URL. */
type VapidKeys = { publicKey: string; privateKey: string; subject: string };

/** Longest time (ms) for an answer of a push service. */
const TIMEOUT_MS = 10_000;
/** Lifetime (s) of a signed token; the services accept at most 24 hours. */
const TOKEN_LIFETIME_S = 12 * 3600;

/** Sends a push message. Delivery is by RFC 8030, encryption by RFC 8291, and authentication by RFC 8292 (VAPID). */
export async function sendPush(
  vapid: VapidKeys,
  target: PushTarget,
  { text, topic, ttlSeconds, now }: Parameters<PushTransport>[1],
): Promise<PushOutcome> {
  const { origin } = new URL(target.endpoint);
  const body = await encrypt(target, text);
  if (body === null) return { state: "refused", error: "invalid keys of the subscription" };
  try {
    const token = await signToken(vapid, origin, now);
    const response = await fetch(target.endpoint, {
      method: "POST",
      headers: {
        authorization: `vapid t=${token}, k=${vapid.publicKey}`,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        topic,
        ttl: String(ttlSeconds),
      },
      body,
      // The endpoint comes from a browser: it must not redirect the worker elsewhere.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return toOutcome(response, now);
  } catch (error) {
    return { state: "failed", error: error instanceof Error ? error.name : "no answer", retryAfterMs: 0 };
  }
}

/** The encrypted body, padded so that its length tells nothing; null if the browser's keys are invalid. */
const encrypt = ({ endpoint, ...keys }: PushTarget, text: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  encryptNotification({ endpoint, expirationTime: null, keys }, new TextEncoder().encode(text)).catch(
    () => null,
  );

/** The token by which a push service recognizes the site (RFC 8292). The public key is 0x04, then x and y. */
async function signToken(
  { publicKey, privateKey, subject }: VapidKeys,
  origin: string,
  now: number,
): Promise<string> {
  const point = base64url.decode(publicKey);
  const [x, y] = [base64url.encode(point.subarray(1, 33)), base64url.encode(point.subarray(33))];
  const key = await importJWK({ kty: "EC", crv: "P-256", x, y, d: privateKey }, "ES256");
  return new SignJWT()
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(origin)
    .setExpirationTime(Math.floor(now / 1000) + TOKEN_LIFETIME_S)
    .setSubject(subject)
    .sign(key);
}

function toOutcome({ status, ok, headers }: Response, now: number): PushOutcome {
  if (ok) return { state: "sent" };
  if (status === 404 || status === 410) return { state: "gone" };
  const error = `push service returned status ${status}`;
  if (status === 429 || status >= 500) {
    return { state: "failed", error, retryAfterMs: parseRetryAfter(headers.get("retry-after"), now) };
  }
  return { state: "refused", error };
}

/** The pause (ms) of a Retry-After header: seconds or a date; 0 without a readable one. */
function parseRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

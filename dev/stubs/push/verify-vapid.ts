import { base64url, importJWK, jwtVerify } from "jose";

/** Longest time (s) from now to the end of a token (RFC 8292, 2). */
const MAX_LIFETIME_S = 24 * 3600;

/**
 * Verifies the Authorization header of a push message as push services do (RFC 8292).
 * @param audience the push service's origin
 * @param expectedKey the key that the browser subscribed with; null for any
 * @throws Error that names the mistake
 */
export async function verifyVapid(
  header: string | undefined,
  { audience, expectedKey, now }: { audience: string; expectedKey: string | null; now: number },
): Promise<{ subject: string }> {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  if (publicKey === "") throw new Error("not a vapid header");
  if (expectedKey !== null && publicKey !== expectedKey) throw new Error("the key of another site");
  const point = base64url.decode(publicKey);
  const [x, y] = [base64url.encode(point.subarray(1, 33)), base64url.encode(point.subarray(33))];
  const key = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const { payload } = await jwtVerify(token, key, {
    audience,
    algorithms: ["ES256"],
    currentDate: new Date(now),
    requiredClaims: ["exp", "sub"],
  });
  const { exp = 0, sub: subject = "" } = payload;
  if (exp * 1000 > now + MAX_LIFETIME_S * 1000) throw new Error("exp is more than 24 hours ahead");
  if (!/^(mailto:|https:)/.test(subject)) throw new Error("sub is not a mailto: or https: address");
  return { subject };
}

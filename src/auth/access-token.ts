import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Config } from "@/env";
import type { Role } from "@/shared/codes";

/** The role is a hint for the client; rights are read from the database. */
export type AccessClaims = { userId: string; sessionId: string; role: Role };

const AUDIENCE = "catedra";
const TYPE = "at+jwt"; // RFC 9068
/**
 * Longest lifetime of an access token (s). It holds even if ACCESS_TOKEN_TTL_S was longer when the token was signed.
 */
const MAX_LIFETIME_S = 3600;
/** Tolerated clock difference between workers (s). */
const CLOCK_SKEW_S = 60;
const key = (config: Config) => new TextEncoder().encode(config.JWT_SECRET);

/** Signs a bearer token that is valid for ACCESS_TOKEN_TTL_S seconds from `now` (ms). */
export function signAccessToken(config: Config, claims: AccessClaims, now: number): Promise<string> {
  const issued = Math.floor(now / 1000);
  return new SignJWT({ sid: claims.sessionId, role: claims.role })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(claims.userId)
    .setIssuer(config.SITE_URL)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + config.ACCESS_TOKEN_TTL_S)
    .sign(key(config));
}

/** The claims of a valid token; null for any other string. */
export async function verifyAccessToken(
  config: Config,
  token: string,
  now: number,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key(config), {
      algorithms: ["HS256"],
      typ: TYPE,
      issuer: config.SITE_URL,
      audience: AUDIENCE,
      requiredClaims: ["sub", "sid", "iat", "exp"],
      currentDate: new Date(now),
    });
    if (typeof payload.sub !== "string" || typeof payload.sid !== "string") return null;
    // jose also accepts a list of audiences and any number as a time.
    if (payload.aud !== AUDIENCE || !hasValidTimes(config, payload, now)) return null;
    return { userId: payload.sub, sessionId: payload.sid, role: payload.role as Role };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/**
 * Whether the token's times are what `signAccessToken` writes: whole seconds, not issued in the future, a bounded
 * lifetime.
 */
function hasValidTimes(config: Config, { iat, exp }: JWTPayload, now: number): boolean {
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return false;
  const [issued, ends] = [iat as number, exp as number];
  return (
    issued <= now / 1000 + CLOCK_SKEW_S &&
    ends - issued <= Math.max(config.ACCESS_TOKEN_TTL_S, MAX_LIFETIME_S)
  );
}

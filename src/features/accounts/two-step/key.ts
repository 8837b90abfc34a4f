import { Secret, TOTP } from "otpauth";
import { decrypt, encrypt } from "@/auth/encryption";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";

/** Bytes; as RFC 4226 recommends. */
const KEY_LENGTH = 20;
/** Seconds. */
const PERIOD = 30;

/** A new key in base32, which an authenticator app makes codes from. */
export const createKey = (): string => new Secret({ size: KEY_LENGTH }).base32;

const createTotp = (key: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(key), period: PERIOD });

/** The address of a key for authenticator apps, which a QR code shows. */
export const toKeyUri = (ctx: Ctx, key: string, email: string): string =>
  createTotp(key, { issuer: ctx.config.SITE_NAME, label: email }).toString();

/** The time step of a code at most one step away; null for a wrong code. `now` in ms. */
export function findTimeStep(key: string, code: string, now: number): number | null {
  const delta = createTotp(key).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : getTimeStep(now) + delta;
}

export const getTimeStep = (now: number): number => TOTP.counter({ period: PERIOD, timestamp: now });

const getSecret = (ctx: Ctx, userId: string) => new Uint8Array(keyedHash(ctx, "two-step key", userId));

export const encryptKey = (ctx: Ctx, userId: string, key: string): string =>
  encrypt(getSecret(ctx, userId), key);

/** The key of a user; null for a text that `encryptKey` did not return for this user with the present `JWT_SECRET`. */
export function decryptKey(ctx: Ctx, userId: string, encrypted: string): string | null {
  try {
    return decrypt(getSecret(ctx, userId), encrypted);
  } catch {
    return null;
  }
}

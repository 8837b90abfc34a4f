import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * scrypt with N=2^14, r=8, p=5: 16 MiB, one of the settings of OWASP's password storage cheat sheet. The parameters
 * stand in each hash, so they can rise without locking anybody out.
 */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = PARAMETERS;
  const key = await derive(password, salt, PARAMETERS, KEY_BYTES);
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Compares in constant time. A missing hash costs the same work and answers false, so that the time taken does not
 * tell known accounts from unknown ones.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (stored ?? DECOY).split("$");
  if (scheme !== "scrypt" || !salt || !key) return false;
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(
    password,
    Buffer.from(salt, "base64url"),
    { N: Number(N), r: Number(r), p: Number(p) },
    expected.length,
  );
  return timingSafeEqual(actual, expected) && stored !== null;
}

const DECOY = [
  "scrypt",
  PARAMETERS.N,
  PARAMETERS.r,
  PARAMETERS.p,
  "AAAAAAAAAAAAAAAAAAAAAA",
  "A".repeat(43),
].join("$");

function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
  bytes: number,
): Promise<Buffer> {
  // NFC, so that a password typed on another keyboard is the same one (RFC 8265, OpaqueString).
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFC"), salt, bytes, { N, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

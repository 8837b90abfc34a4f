import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * scrypt with N=2^14, r=8, p=5: 16 MiB, one of the settings of OWASP's password storage cheat sheet. Each hash
 * contains its parameters, so they can be raised while existing passwords stay valid.
 */
const COST: ScryptCost = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

export type ScryptCost = { N: number; r: number; p: number };

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /**
   * Compares in constant time. Without a hash it does the same work and returns false, so that the response time does
   * not reveal whether an account exists.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
};

/** `cost` is for new hashes; an existing hash is verified with the cost that it contains. */
export function createPasswordHasher(cost: ScryptCost = COST): PasswordHasher {
  const encode = (salt: string, key: string) => ["scrypt", cost.N, cost.r, cost.p, salt, key].join("$");
  const dummyHash = encode("A".repeat(22), "A".repeat(43));
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, cost, KEY_BYTES);
      return encode(salt.toString("base64url"), key.toString("base64url"));
    },
    async verify(password, stored) {
      const [scheme, N, r, p, salt, key] = (stored ?? dummyHash).split("$");
      if (scheme !== "scrypt" || !salt || !key) return false;
      const expected = Buffer.from(key, "base64url");
      const actual = await derive(
        password,
        Buffer.from(salt, "base64url"),
        { N: Number(N), r: Number(r), p: Number(p) },
        expected.length,
      );
      return timingSafeEqual(actual, expected) && stored !== null;
    },
  };
}

function derive(password: string, salt: Buffer, { N, r, p }: ScryptCost, bytes: number): Promise<Buffer> {
  // NFC, so that a password typed on another keyboard is equal (RFC 8265, OpaqueString).
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFC"), salt, bytes, { N, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

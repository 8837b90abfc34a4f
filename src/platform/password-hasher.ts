import { randomBytes, timingSafeEqual } from "node:crypto";
import { type Argon2Cost, createArgon2id } from "./argon2id";

/**
 * The first setting for Argon2id of OWASP's password storage cheat sheet: 19 MiB, two passes. Each hash contains its
 * parameters, so they can be raised while existing passwords stay valid.
 */
const COST: Argon2Cost = { m: 19_456, t: 2 };
/** The highest parameters of a stored hash. Twice the memory is what an isolate can spare. */
const MAX_COST: Argon2Cost = { m: 2 * COST.m, t: 10 };
/** The smallest memory that Argon2 accepts (KiB). */
const MIN_MEMORY = 8;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** PHC string format, with a salt and a tag of these lengths: base64 without padding. */
const HASH_PATTERN =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,4}),t=([1-9]\d?),p=1\$([A-Za-z\d+/]{22})\$([A-Za-z\d+/]{43})$/;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /**
   * Compares in constant time. Without a hash it does the same work and returns false, so that the response time does
   * not reveal whether an account exists.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
};

type Options = {
  /** For new hashes; an existing hash is verified with the cost that it contains. */
  cost?: Argon2Cost;
  loadModule?: () => Promise<WebAssembly.Module>;
};

/** The runtime compiles this file; it refuses to compile bytes. Loaded with the first password. */
const loadArgon2Module = async () => (await import("./argon2/argon2.wasm")).default;

export function createPasswordHasher({
  cost = COST,
  loadModule = loadArgon2Module,
}: Options = {}): PasswordHasher {
  const argon2id = createArgon2id(loadModule);
  const encode = (salt: string, tag: string) => `$argon2id$v=19$m=${cost.m},t=${cost.t},p=1$${salt}$${tag}`;
  const dummyHash = encode("A".repeat(22), "A".repeat(43));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await argon2id(toBytes(password), salt, cost, TAG_BYTES);
      return encode(toBase64(salt), toBase64(tag));
    },
    async verify(password, stored) {
      const [, m, t, salt = "", tag = ""] = HASH_PATTERN.exec(stored ?? dummyHash) ?? [];
      const storedCost = { m: Number(m), t: Number(t) };
      if (!isAllowed(storedCost)) return false;
      const actual = await argon2id(toBytes(password), Buffer.from(salt, "base64"), storedCost, TAG_BYTES);
      return timingSafeEqual(actual, Buffer.from(tag, "base64")) && stored !== null;
    },
  };
}

/** False for NaN. */
const isAllowed = ({ m, t }: Argon2Cost): boolean => m >= MIN_MEMORY && m <= MAX_COST.m && t <= MAX_COST.t;

/** NFC, so that a password typed on another keyboard is equal (RFC 8265, OpaqueString). */
const toBytes = (password: string): Uint8Array => new TextEncoder().encode(password.normalize("NFC"));

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

import { customAlphabet } from "nanoid";

/** Sixteen characters without look-alikes: 80 random bits, safe in a URL. */
const ID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 16;
export const ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{16}$/;
export const newId: () => string = customAlphabet(ID_ALPHABET, ID_LENGTH);

/** An id from a hash (16 bytes or more): deterministic and one-way like the hash. */
export const hashToId = (hash: Uint8Array): string =>
  Array.from(hash.subarray(0, ID_LENGTH), (byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join("");

/** 256 random bits, base64url: refresh tokens and the tokens of mailed links. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (char) => URL_SAFE[char] ?? "");
}

const URL_SAFE: Record<string, string> = { "+": "-", "/": "_" };

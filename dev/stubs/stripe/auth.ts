import { StripeError } from "./errors";

/**
 * Checks the API key of `Authorization: Bearer sk_…`, or Basic with the key as user name.
 * @param expected the only accepted key; null accepts every well-formed test key
 * @throws StripeError 401
 */
export function checkKey(authorization: string | undefined, expected: string | null): void {
  const key = keyOf(authorization ?? "");
  if (key === "") {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api#authentication for details.",
    );
  }
  const good = expected === null ? /^(sk|rk)_test_\w+$/.test(key) : key === expected;
  if (!good) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

function keyOf(authorization: string): string {
  const [scheme = "", credentials = ""] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return "";
  return Buffer.from(credentials, "base64").toString("utf8").split(":", 1)[0] ?? "";
}

function masked(key: string): string {
  return key.length <= 12
    ? "*".repeat(key.length)
    : `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}`;
}

function unauthorized(message: string): StripeError {
  return new StripeError(401, "invalid_request_error", message);
}

import * as z from "zod/mini";
import type { Log } from "./log";

export type AppCheckOptions = {
  /** Without it nothing is checked. */
  secretKey: string | undefined;
  verifyUrl: string;
};

/** Checks that a browser sent a form, not a program. */
export type AppCheck = {
  /** `token` is the widget's, or ""; `address` is the visitor's. A token is valid once, for five minutes. */
  verify(token: string, address: string, log: Log): Promise<boolean>;
};

const TIMEOUT_MS = 5_000;
/** Longest token that Turnstile issues (characters). */
const MAX_TOKEN_LENGTH = 2048;
/** Errors that are not caused by the token: a wrong secret, or a failure of Turnstile. */
const SERVICE_ERRORS = ["missing-input-secret", "invalid-input-secret", "bad-request", "internal-error"];

const verdictSchema = z.object({
  success: z.boolean(),
  "error-codes": z._default(z.array(z.string()), []),
});

/**
 * Cloudflare Turnstile: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * Without a key, with a wrong key or if the service is unreachable, every form passes: an outage must not stop people.
 * Each case is logged, a missing key once.
 */
export function createAppCheck({ secretKey, verifyUrl }: AppCheckOptions): AppCheck {
  let hasWarned = false;
  return {
    async verify(token, address, log) {
      if (!secretKey) {
        if (!hasWarned) log.warn("app_check_off", { fix: "set TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY" });
        hasWarned = true;
        return true;
      }
      if (token === "" || token.length > MAX_TOKEN_LENGTH) return false;
      try {
        const form = new URLSearchParams({ secret: secretKey, response: token, remoteip: address });
        const response = await fetch(verifyUrl, {
          method: "POST",
          body: form,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return readVerdict(response.status, await response.text());
      } catch (error) {
        log.error("app_check_failed", error);
        return true;
      }
    },
  };
}

/** Whether the token is valid. @throws Error if the service did not decide. */
function readVerdict(status: number, body: string): boolean {
  const read = verdictSchema.safeParse(parseJson(body));
  if (!read.success) throw new Error(`siteverify returned status ${status} without a verdict`);
  const { success, "error-codes": codes } = read.data;
  const serviceError = codes.find((code) => SERVICE_ERRORS.includes(code));
  if (!success && serviceError) throw new Error(`siteverify returned ${serviceError}`);
  return success;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

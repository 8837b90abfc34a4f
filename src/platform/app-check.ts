import { z } from "zod";
import type { Log } from "./log";

export type AppCheckOptions = {
  /** Without it nothing is checked. */
  secretKey: string | undefined;
  verifyUrl: string;
};

/** Whether a browser sent a form, and not a program. */
export type AppCheck = {
  /** `token` as the widget gave it, "" for none; `address` is the visitor's. A token is good once, for five minutes. */
  passes(token: string, address: string, log: Log): Promise<boolean>;
};

const TIMEOUT_MS = 5_000;
/** Turnstile's tokens are at most this long. */
const LONGEST_TOKEN = 2048;
/** Errors that are not about the token: a wrong secret, or Turnstile itself. */
const OTHERS_FAULTS = ["missing-input-secret", "invalid-input-secret", "bad-request", "internal-error"];

const verdictSchema = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
});

/**
 * Cloudflare Turnstile: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * A missing key, a wrong one or an unreachable service lets everybody pass: the check keeps programs out, it must not
 * keep people out. All are logged, the missing key once.
 */
export function createAppCheck({ secretKey, verifyUrl }: AppCheckOptions): AppCheck {
  let told = false;
  return {
    async passes(token, address, log) {
      if (!secretKey) {
        if (!told) log.warn("app_check_off", { cure: "set TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY" });
        told = true;
        return true;
      }
      if (token === "" || token.length > LONGEST_TOKEN) return false;
      try {
        const form = new URLSearchParams({ secret: secretKey, response: token, remoteip: address });
        const answer = await fetch(verifyUrl, {
          method: "POST",
          body: form,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return verdict(answer.status, await answer.text());
      } catch (error) {
        log.error("app_check_failed", error);
        return true;
      }
    },
  };
}

/** What the service found. @throws Error when it found nothing, for a reason that is not the token's. */
function verdict(status: number, body: string): boolean {
  const read = verdictSchema.safeParse(parsed(body));
  if (!read.success) throw new Error(`siteverify answered ${status} and no verdict`);
  const { success, "error-codes": codes } = read.data;
  const fault = codes.find((code) => OTHERS_FAULTS.includes(code));
  if (!success && fault) throw new Error(`siteverify answered ${fault}`);
  return success;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

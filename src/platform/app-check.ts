import type { Log } from "./log";

export type AppCheckOptions = {
  /** Without it nothing is checked. */
  secretKey: string | undefined;
  verifyUrl: string;
};

/** Whether a form was sent by somebody in a browser, and not by a program. */
export type AppCheck = {
  /** `token` as the widget gave it, "" for none; `address` is the visitor's. */
  passes(token: string, address: string, log: Log): Promise<boolean>;
};

const TIMEOUT_MS = 5_000;

/**
 * Cloudflare Turnstile: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * A missing key or an unreachable service lets everybody pass: the check keeps programs out, it must not keep people
 * out. Both are logged, the missing key once.
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
      if (token === "") return false;
      try {
        const answer = await fetch(verifyUrl, {
          method: "POST",
          body: new URLSearchParams({ secret: secretKey, response: token, remoteip: address }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!answer.ok) throw new Error(`siteverify answered ${answer.status}`);
        return ((await answer.json()) as { success?: unknown }).success === true;
      } catch (error) {
        log.error("app_check_failed", error);
        return true;
      }
    },
  };
}

import { Hono } from "hono";
import type { Stubs } from "./context";

/**
 * Turnstile's token check: every token passes except "fail".
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function turnstile(stubs: Stubs): Hono {
  const app = new Hono();
  app.post("/turnstile/siteverify", async (c) => {
    const { secret, response } = await c.req.parseBody();
    const errors = [
      ...(secret ? [] : ["missing-input-secret"]),
      ...(response ? [] : ["missing-input-response"]),
      ...(response === "fail" ? ["invalid-input-response"] : []),
    ];
    if (errors.length > 0) return c.json({ success: false, "error-codes": errors, messages: [] });
    return c.json({
      success: true,
      "error-codes": [],
      challenge_ts: new Date(stubs.seconds() * 1000).toISOString(),
      hostname: new URL(stubs.options.siteUrl).hostname,
      action: "",
      cdata: "",
    });
  });
  return app;
}

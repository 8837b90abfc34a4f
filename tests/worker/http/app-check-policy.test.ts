import { expect, test } from "vitest";
import { createTestApp } from "../../helpers/app";

const getPolicy = async (path: string, vars = {}) =>
  (await createTestApp(vars).get(path)).headers.get("content-security-policy") ?? "";
const KEYS = { TURNSTILE_SITE_KEY: "0x4AAA", TURNSTILE_SECRET_KEY: "secret" };

test("GET /sign-up: the policy allows Turnstile's script and frame if a key is set", async () => {
  const policy = await getPolicy("/sign-up", KEYS);
  expect(policy).toMatch(/script-src 'self' https:\/\/challenges\.cloudflare\.com;/);
  expect(policy).toContain("frame-src 'self' https://challenges.cloudflare.com;");
});

test("GET /sign-up without a key, and pages without the check: no Turnstile in page or policy", async () => {
  expect(await getPolicy("/sign-up")).not.toContain("challenges.cloudflare.com");
  expect(await getPolicy("/sign-in", KEYS)).not.toContain("challenges.cloudflare.com");
});

import { TOTP } from "otpauth";
import { expect } from "vitest";
import { createUserWithPassword, signInByEmail } from "./accounts";
import { type Actor, app } from "./app";
import { parseFormEntries } from "./forms";

const STEP_MS = 30_000;

/** The code of a base32 key, some time steps from now. */
export const toCode = (key: string, steps = 0): string =>
  new TOTP({ secret: key }).generate({ timestamp: app.clock.now + steps * STEP_MS });

/** The fields of the form that turns on two-step sign-in, and the key that it shows. */
export async function readSetUp(jar: Actor) {
  const html = await app.read("/profile/settings", { as: jar });
  const form = Object.fromEntries(parseFormEntries(html, /<form[^>]*action="\/profile\/settings\/two-step"/));
  return { html, form, key: html.match(/secret=([A-Z2-7]{32})/)?.[1] ?? "" };
}

/** Turns on two-step sign-in with the code of the time step before the present one. */
export async function turnOnTwoStep(jar: Actor) {
  const { form, key } = await readSetUp(jar);
  const otp = toCode(key, -1);
  const answer = await app.post("/profile/settings/two-step", { as: jar, form: { ...form, otp } });
  expect(answer.status).toBe(200);
  return { key, codes: (await answer.text()).match(/\b\d{4}-\d{4}-\d{4}\b/g) ?? [] };
}

/** A user with two-step sign-in. */
export async function createTwoStepUser(overrides: Parameters<typeof createUserWithPassword>[0] = {}) {
  const user = await createUserWithPassword(overrides);
  const { jar } = await signInByEmail(user.email);
  return { user, jar, ...(await turnOnTwoStep(jar)) };
}

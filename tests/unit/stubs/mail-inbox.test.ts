import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "./bench";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.stop());

const mail = (changes = {}) => ({
  message_id: "<1@site.test>",
  from: "Catedra <salut@site.test>",
  to: "ana@example.ro",
  subject: "Confirmă adresa",
  text: "Deschide http://site.test/verify-email?token=a&b=1.",
  html: '<p><a href="http://site.test/verify-email?token=a">Confirmă</a></p><script>alert(1)</script>',
  headers: { "List-Unsubscribe": "<http://site.test/unsubscribe>" },
  ...changes,
});
const send = (body: unknown) =>
  fetch(`${bench.stubs.url}/mail`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const inbox = async (query = "") =>
  (await (await fetch(`${bench.stubs.url}/inbox.json${query}`)).json()).mails;
const page = async (path: string) => (await fetch(`${bench.stubs.url}${path}`)).text();

describe("the inbox", () => {
  test("stores a mail once per message ID, newest first", async () => {
    expect((await send(mail())).ok).toBe(true);
    expect((await send(mail())).ok).toBe(true);
    await send(mail({ message_id: "<2@site.test>", to: "Ion Pop <ION@example.ro>", subject: "A doua" }));
    expect((await inbox()).map((each: { subject: string }) => each.subject)).toEqual([
      "A doua",
      "Confirmă adresa",
    ]);
    expect(await inbox("?to=ion@example.ro")).toMatchObject([{ message_id: "<2@site.test>" }]);
    expect(await inbox("?to=on@example.ro")).toEqual([]);
    expect(await page("/inbox?to=ana@example.ro")).not.toContain("A doua");
  });
});

test("Turnstile: every token passes except an empty one and fail", async () => {
  const verify = async (body: Record<string, string>) =>
    (
      await fetch(`${bench.stubs.url}/turnstile/siteverify`, {
        method: "POST",
        body: new URLSearchParams(body),
      })
    ).json();
  expect(await verify({ secret: "s", response: "token" })).toMatchObject({
    success: true,
    hostname: "site.test",
  });
  expect(await verify({ secret: "s", response: "fail" })).toMatchObject({
    success: false,
    "error-codes": ["invalid-input-response"],
  });
  expect(await verify({ secret: "s" })).toMatchObject({
    success: false,
    "error-codes": ["missing-input-response"],
  });
});

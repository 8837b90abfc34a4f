import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "./bench";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ runJob: async (name) => ({ status: name === "mail" ? 200 : 404, text: name }) });
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

  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["no subject", mail({ subject: undefined })],
    ["a list of recipients", mail({ to: ["a@b.ro"] })],
  ])("refuses %s", async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect(await inbox()).toEqual([]);
  });

  test("shows the text with links, and the HTML in a sandbox", async () => {
    await send(mail());
    const [{ id }] = await inbox();
    const html = await page(`/inbox/${id}`);
    expect(html).toContain('<a href="http://site.test/verify-email?token=a&amp;b=1">');
    expect(html).toContain("</a>.");
    expect(html).not.toContain("<script>");
    expect(html).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect((await fetch(`${bench.stubs.url}/inbox/mail_nothing`)).status).toBe(404);
  });

  test("survives a restart and a truncated last line", async () => {
    await send(mail());
    await bench.stubs.stop();
    await appendFile(join(bench.dataDir, "stubs", "journal.jsonl"), '["mails",{"id":"mail_cut');
    const again = await startBench({ dataDir: bench.dataDir });
    const { mails } = await (await fetch(`${again.stubs.url}/inbox.json`)).json();
    expect(mails).toHaveLength(1);
    await again.stop();
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

test("jobs run by name if the stubs have them", async () => {
  const run = (url: string, name: string) => fetch(`${url}/jobs/${name}`, { method: "POST" });
  expect(await (await run(bench.stubs.url, "mail")).text()).toBe("mail");
  expect((await run(bench.stubs.url, "nothing")).status).toBe(404);
  const without = await startBench();
  expect((await run(without.stubs.url, "mail")).status).toBe(404);
  await without.stop();
});

test("home links to every page; an unknown path is a 404", async () => {
  const home = await page("/");
  for (const path of ["/inbox", "/payments", "/events", "/faults"]) {
    expect(home).toContain(`href="${path}"`);
    expect((await fetch(bench.stubs.url + path)).status).toBe(200);
  }
  expect((await fetch(`${bench.stubs.url}/nothing`)).status).toBe(404);
});

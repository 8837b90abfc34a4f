import { inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { limitCounters } from "@/db/schema";
import { createConcurrencyLimiter } from "@/platform/concurrency-limiter";
import { createUserWithPassword, newEmail, requestToken, setHits, toLimitKey } from "../../helpers/accounts";
import { app, createTestApp, db, expectStatus, testShared } from "../../helpers/app";
import { listRows } from "../../helpers/factories";

let address = 0;
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });

describe("limits of POST /auth/users/token", () => {
  test("after 10 failures of an account from an IP address: 429 even with the right password; other IP addresses work", async () => {
    const { email } = await createUserWithPassword();
    const headers = from();
    const guess = () => requestToken({ email, password: "wrong one", headers });
    await expectStatus(guess(), 401);
    const key = `${toLimitKey(email)}.${toLimitKey(headers["cf-connecting-ip"])}`;
    await setHits("sign_in", key, 9);
    await expectStatus(guess(), 401);
    const refused = await requestToken({ email, headers });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    await expectStatus(requestToken({ email, headers: from() }), 200);
    app.clock.now += 900_000;
    await expectStatus(requestToken({ email, headers }), 200);
  });

  test("successful sign-ins are not counted", async () => {
    const { email } = await createUserWithPassword();
    const headers = from();
    for (let n = 0; n < 2; n++) await expectStatus(requestToken({ email, headers }), 200);
    const address = toLimitKey(headers["cf-connecting-ip"]);
    const counters = await listRows(limitCounters, { key: address });
    expect(counters.map(({ hits }) => hits)).toEqual([0]);
  });

  test("after 50 failures from an IP address: 429 for every account there", async () => {
    const { email } = await createUserWithPassword();
    const headers = from();
    const guess = () => requestToken({ email: newEmail(), password: "guess", headers });
    await expectStatus(guess(), 401);
    await setHits("sign_in_network", toLimitKey(headers["cf-connecting-ip"]), 49);
    await expectStatus(guess(), 401);
    await expectStatus(requestToken({ email, headers }), 429);
    await expectStatus(requestToken({ email, headers: from() }), 200);
  });

  test("over the limit of parallel requests: some wait, the others get 503 with Retry-After, none 500", async () => {
    const hashLimiter = createConcurrencyLimiter({ waiting: 1, restMs: null, waitMs: 30_000 });
    const busy = createTestApp({}, { ...testShared(), hashLimiter });
    const { email } = await createUserWithPassword();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => requestToken({ email, headers: from() }, busy)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    for (const answer of answers.filter((response) => response.status === 503)) {
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await expectStatus(requestToken({ email }, busy), 200);
  });

  test("40 parallel wrong passwords: only those that were hashed count as failures", async () => {
    const { email } = await createUserWithPassword();
    const headers = from();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => requestToken({ email, password: "guess", headers })),
    );
    const failures = answers.filter((answer) => answer.status === 401).length;
    expect(failures).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.status === 503).length).toBeGreaterThan(0);
    const address = toLimitKey(headers["cf-connecting-ip"]);
    const counters = await db
      .select({ hits: limitCounters.hits })
      .from(limitCounters)
      .where(inArray(limitCounters.key, [address, `${toLimitKey(email)}.${address}`]));
    expect(counters.map(({ hits }) => hits)).toEqual([failures, failures]);
  });
});

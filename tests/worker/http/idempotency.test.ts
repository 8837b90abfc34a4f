import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { idempotencyKeys } from "@/db/schema";
import { setHits, signUpInput, toLimitKey } from "../../helpers/accounts";
import { app, createTestApp, db, expectNoText, expectStatus } from "../../helpers/app";
import { countRows, mailsTo } from "../../helpers/factories";

let address = 0;
const from = () => `198.51.100.${++address}`;
const signUp = (on: typeof app, json: unknown, key: string, ip: string) =>
  on.post("/auth/users/signup", { json, headers: { "idempotency-key": key, "cf-connecting-ip": ip } });

describe("POST with an Idempotency-Key", () => {
  test("repeated with the same body: the same response, executed once", async () => {
    const [person, ip] = [signUpInput(), from()];
    const first = await signUp(app, person, "k1", ip);
    const second = await signUp(app, person, "k1", ip);
    expect([second.status, await second.text(), second.headers.get("content-type")]).toEqual([
      first.status,
      await first.text(),
      "application/json",
    ]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await mailsTo(person.email)).map((mail) => mail.template)).toEqual(["verify_email"]);
  });

  test("the stored row names no user", async () => {
    const person = signUpInput();
    await expectStatus(signUp(app, person, "k1-sealed", from()), 201);
    const [row] = await db.query.idempotencyKeys.findMany({
      where: (row, { eq }) => eq(row.key, "k1-sealed"),
    });
    expect(row?.status).toBe(201);
    const storedRow = JSON.stringify([row, Buffer.from(row?.body ?? "", "hex").toString()]);
    expectNoText(storedRow, person.email, person.first_name, person.last_name);
  });

  test("if the stored response can't be decrypted, for example after an update: executed again, not 500", async () => {
    const [person, ip] = [signUpInput(), from()];
    await signUp(app, person, "k1-old", ip);
    await db
      .update(idempotencyKeys)
      .set({ body: JSON.stringify([[], "{}"]) })
      .where(eq(idempotencyKeys.key, "k1-old"));
    const again = await signUp(app, person, "k1-old", ip);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const replayed = await signUp(app, person, "k1-old", ip);
    expect([replayed.status, replayed.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  });

  test("with another body: 409", async () => {
    const ip = from();
    await signUp(app, signUpInput(), "k2", ip);
    const response = await expectStatus(signUp(app, signUpInput(), "k2", ip), 409);
    expect(await response.json()).toMatchObject({ title: "idempotency_key_reused" });
  });

  test("a refusal is stored like any other response", async () => {
    const ip = from();
    const first = await signUp(app, signUpInput({ email: "x" }), "k3", ip);
    const second = await signUp(app, { ...signUpInput({ email: "x" }) }, "k3", ip);
    expect([first.status, second.status]).toEqual([422, 422]);
    expect(second.headers.get("content-type")).toBe("application/problem+json");
  });

  test("keys belong to their user", async () => {
    const person = signUpInput();
    await signUp(app, person, "k4", from());
    const otherAnswer = await signUp(app, signUpInput(), "k4", from());
    expect([otherAnswer.status, otherAnswer.headers.get("idempotency-replayed")]).toEqual([201, null]);
  });

  test("a key can be used again after a day", async () => {
    const [person, ip, later] = [signUpInput(), from(), createTestApp()];
    await signUp(app, person, "k5", ip);
    later.clock.now += 86_399_000;
    expect((await signUp(later, person, "k5", ip)).headers.get("idempotency-replayed")).toBe("true");
    later.clock.now += 1000;
    expect((await signUp(later, person, "k5", ip)).headers.get("idempotency-replayed")).toBeNull();
  });

  test("ten in parallel: executed once; the others get 409 with Retry-After or the same response", async () => {
    const [person, ip] = [signUpInput(), from()];
    const users = await countRows("users");
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp(app, person, "k6", ip)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201, 409]));
    expect(await countRows("users")).toBe(users + 1);
    expect(await mailsTo(person.email)).toHaveLength(1);
    await expectStatus(signUp(app, person, "k6", ip), 201);
  });

  test("a temporary error is not stored", async () => {
    const ip = from();
    await signUp(app, signUpInput(), "k7-first", ip);
    await setHits("sign_up", toLimitKey(ip), 20);
    const person = signUpInput();
    await expectStatus(signUp(app, person, "k7", ip), 429);
    const later = createTestApp();
    later.clock.now += 3_600_000;
    await expectStatus(signUp(later, person, "k7", ip), 201);
  });
});

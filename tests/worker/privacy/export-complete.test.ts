import { describe, expect, it, vi } from "vitest";
import * as schema from "@/db/schema";
import { paths } from "@/shared/paths";
import { exportSchema } from "@/shared/schemas/privacy";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail, toLimitKey } from "../../helpers/accounts";
import { app, db, expectStatus, expectText, type TestRequest } from "../../helpers/app";
import { createListing } from "../../helpers/factories";
import { EXPORT } from "./export";

describe("completeness of the export", () => {
  it("contains the counters by id and address and the stored responses that erasure deletes", async () => {
    const [member, other] = [await createUserWithPassword(), await createUserWithPassword()];
    const { token } = await signInByEmail(member.email);
    const counter = (key: string, name: string) => ({ key, name, windowStartTs: app.clock.now, hits: 1 });
    await db
      .insert(schema.limitCounters)
      .values([
        counter(member.id, "verification_mail"),
        counter(toLimitKey(member.email), "reset_mail"),
        counter(`${toLimitKey(member.email)}.${toLimitKey("192.0.2.7")}`, "sign_in"),
        counter(toLimitKey(other.email), "sign_up_mail"),
      ]);
    const answer = (key: string, scope: string) => ({
      key,
      scope,
      body: "sealed",
      status: 201,
      requestHash: "hash",
      createdTs: app.clock.now,
    });
    await db
      .insert(schema.idempotencyKeys)
      .values([
        answer("k1", `${member.id} POST /api/listings`),
        answer("k2", `${other.id} POST /api/listings`),
      ]);
    const text = await app.read(EXPORT, bearer(token));
    const data = exportSchema.parse(JSON.parse(text));
    const names = data.limit_counters.map(({ name }) => name);
    expectText(names, "verification_mail", "reset_mail", "sign_in");
    expect(names).not.toContain("sign_up_mail");
    expect(data.idempotency_keys.map(({ key, call }) => `${key} ${call}`)).toEqual(["k1 POST /api/listings"]);
    expect(text).not.toContain(other.id);

    const erase = { method: "DELETE", json: { password: PASSWORD }, ...bearer(token) };
    await expectStatus(app.request(paths.authMe(), erase), 200);
    const keys = (await db.select().from(schema.idempotencyKeys)).map(({ key }) => key);
    expect(keys.filter((key) => /^k\d$/.test(key))).toEqual(["k2"]);
    const counters = (await db.select().from(schema.limitCounters)).map(({ key }) => key);
    expect(counters.filter((key) => key === member.id || key.startsWith(toLimitKey(member.email)))).toEqual(
      [],
    );
  });

  it("names the actor of each audit event if the log has it; events without an actor are not all the system's", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const teacher = await createUserWithPassword({ role: "t" });
    await db.insert(schema.teacherInformation).values({ userId: teacher.id, phoneNumber: "+40712345678" });
    const { id } = await createListing(teacher);
    const ask = (init: TestRequest) => app.post(paths.apiListingPhone(id), init);
    await expectStatus(ask({ json: {}, headers: { "cf-connecting-ip": "192.0.2.90" } }), 200);
    for (const person of [await createUserWithPassword(), teacher]) {
      app.clock.now += 1000;
      await ask(bearer((await signInByEmail(person.email)).token));
    }
    const { token } = await signInByEmail(teacher.email);
    const data = exportSchema.parse(await (await app.get(EXPORT, bearer(token))).json());
    expect(data.audit_log.filter(({ action }) => action === "phone.revealed").map(({ by }) => by)).toEqual([
      "a visitor without an account, or the site",
      "another user",
      "you",
    ]);
  });
});

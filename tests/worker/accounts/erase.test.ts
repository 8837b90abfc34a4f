import { describe, expect, test } from "vitest";
import { eraseAccountStatements, exportAccount } from "@/features/accounts";
import { createAppContext } from "@/http/app-context";
import { newId } from "@/shared/ids";
import {
  bearer,
  createUserWithPassword,
  findLinkToken,
  requestToken,
  signInByEmail,
  signInWithPassword,
} from "../../helpers/accounts";
import { createTestApp, db } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";

const app = createTestApp();
const ctx = () =>
  createAppContext({
    bindings: app.bindings,
    execution: { waitUntil: () => {} },
    locale: "en",
    requestId: "test",
    address: "192.0.2.1",
    clock: () => app.clock.now,
  });

/** A user with a row in every table of the feature. */
async function busyMember() {
  const member = await createUserWithPassword(app);
  await signInWithPassword(app, member.email);
  await requestToken(app, { email: member.email, password: "wrong one" });
  await app.get(`/auth/users/forgot-password/${member.email}`);
  await app.post("/auth/users/signup", {
    json: {
      email: member.email,
      password: "trei culori cunosc",
      first_name: "A",
      last_name: "B",
      birth_date: "1990-01-01",
    },
    headers: { "idempotency-key": newId() },
  });
  return member;
}

/** Every table that may contain the user's rows, as one string. */
const everything = async () =>
  JSON.stringify([
    await db.query.sessions.findMany(),
    await db.query.knownDevices.findMany(),
    await db.query.oneTimeTokens.findMany(),
    await db.query.idempotencyKeys.findMany(),
    await db.query.limitCounters.findMany(),
  ]);

describe("accounts data of a user", () => {
  test("is exported without hashes and tokens", async () => {
    const member = await busyMember();
    const exported = await exportAccount(ctx(), member.id);
    expect(exported).toMatchObject({
      sessions: [{ _id: expect.any(String), created_ts: { seconds: Math.floor(app.clock.now / 1000) } }],
      known_devices: [{ device: "Firefox, Linux" }],
      one_time_tokens: [{ purpose: "reset_password", used_ts: null }],
    });
    const text = JSON.stringify(exported);
    const [session] = await db.query.sessions.findMany({ where: (row, { eq }) => eq(row.userId, member.id) });
    const token = findLinkToken((await mailsTo(member.email))[0]?.text ?? "");
    for (const secret of [session?.tokenHash, token]) expect(text).not.toContain(secret);
  });

  test("is erased; other users' data stays", async () => {
    const [member, other] = [await busyMember(), await busyMember()];
    const { token } = await signInByEmail(app, other.email);
    const counters = async () => (await db.query.limitCounters.findMany()).length;
    const before = await counters();
    await ctx().commit(eraseAccountStatements(ctx(), { ...member, emailVerified: true }));
    const left = await everything();
    expect(left).not.toContain(member.id);
    expect(left).not.toContain(member.email);
    expect(left).toContain(other.id);
    // Erased: its sign-ins, resets and sign-ups with its address. The IP address counter belongs to no user.
    expect(before - (await counters())).toBe(3);
    expect((await app.get("/auth/users/me", bearer(token))).status).toBe(200);
  });
});

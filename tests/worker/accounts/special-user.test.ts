import { describe, expect, test } from "vitest";
import {
  bearer,
  createUserWithPassword,
  findLinkToken,
  newEmail,
  PASSWORD,
  requestToken,
  signInByEmail,
} from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { findUserByEmail, mailsTo } from "../../helpers/factories";

const specialUserInput = (overrides: Record<string, unknown> = {}) => ({
  email: newEmail(),
  first_name: "Ilinca",
  last_name: "Țuțea",
  birth_date: "1984-01-30",
  ...overrides,
});
type Headers = Record<string, string>;
const create = (token: string, json: unknown, headers: Headers = {}) =>
  app.post("/auth/users/create_special_user", { json, headers: { ...bearer(token).headers, ...headers } });
const createTokenForRole = async (role: "u" | "t" | "a", canCreateAdmin = false) =>
  (await signInByEmail((await createUserWithPassword({ role, canCreateAdmin })).email)).token;

describe("POST /auth/users/create_special_user", () => {
  test("returns 201 with the whole user, who is mailed a link to set the password", async () => {
    const admin = await createTokenForRole("a");
    const input = specialUserInput({ role: "t", email: ` ${newEmail().toUpperCase()}`, last_name: "Ţuţea" });
    const email = input.email.trim().toLowerCase();
    const answer = await expectStatus(create(admin, input), 201);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({
      content: {
        _id: expect.stringMatching(/^[0-9a-z]{16}$/),
        email,
        role: "t",
        first_name: "Ilinca",
        last_name: "Țuțea",
        birth_date: "1984-01-30",
        disabled: false,
        can_create_admin: false,
      },
    });
    expect((await findUserByEmail(String(email)))?.passwordHash).toBeNull();
    await expectStatus(requestToken({ email }), 401);

    const [mail] = await mailsTo(email);
    expect(mail?.template).toBe("set_password");
    app.clock.now += 7 * 86_400_000 - 1;
    await expectStatus(
      app.request(`/auth/users/reset-password?token=${findLinkToken(mail?.text ?? "")}`, {
        method: "PUT",
        json: { password: PASSWORD },
      }),
      200,
    );
    await expectStatus(requestToken({ email }), 200);
    expect((await findUserByEmail(String(email)))?.emailVerifiedTs).toBe(app.clock.now);
  });

  test("only an admin who can create admins creates one; others: 403, and no account", async () => {
    const input = specialUserInput({ role: "a" });
    const refused = await create(await createTokenForRole("a"), input);
    expect([refused.status, ((await refused.json()) as { title: string }).title]).toEqual([
      403,
      "create_admin",
    ]);
    expect(await findUserByEmail(String(input.email))).toBeUndefined();
    await expectStatus(create(await createTokenForRole("a", true), input), 201);
    expect(await findUserByEmail(String(input.email))).toMatchObject({ role: "a", canCreateAdmin: false });
  });

  test("ignores privileged fields, a password and a prototype, in any spelling", async () => {
    const input = specialUserInput();
    const body = JSON.stringify(input).replace(
      "{",
      `{"__proto__":{"role":"a","can_create_admin":true},"can_create_admin":true,"canCreateAdmin":true,
        "CAN_CREATE_ADMIN":true,"user":{"role":"a"},"_id":"0000000000000000","disabled":true,"password":"${PASSWORD}",
        "email_verified_ts":1,"role":"a","role":"u",`,
    );
    const headers = {
      ...bearer(await createTokenForRole("a", true)).headers,
      "content-type": "application/json",
    };
    await expectStatus(app.post("/auth/users/create_special_user", { body, headers }), 201);
    const row = await findUserByEmail(String(input.email));
    expect(row).toMatchObject({
      role: "u",
      canCreateAdmin: false,
      disabledTs: null,
      emailVerifiedTs: null,
      passwordHash: null,
    });
    expect(row?.id).not.toBe("0000000000000000");
  });

  test("a known address: 409; two parallel requests create one account", async () => {
    const admin = await createTokenForRole("a");
    const input = specialUserInput();
    const answers = await Promise.all([create(admin, input), create(admin, input)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    const again = await create(admin, { ...input, email: String(input.email).toUpperCase() });
    expect([again.status, ((await again.json()) as { title: string }).title]).toEqual([409, "email_taken"]);
    expect(await mailsTo(input.email)).toHaveLength(1);
  });

  test.each([
    [{ email: "x" }, "email", "not_email"],
    [{ role: "admin" }, "role", "invalid_choice"],
    [{ birth_date: "2009-06-01", role: "t" }, "birth_date", "too_young"],
    [
      { role: "t", teacher_information: { employer: "Booking.com" } },
      "teacher_information.employer",
      "contact_data_in_text",
    ],
    [
      { role: "t", teacher_information: { phone_number: "x" } },
      "teacher_information.phone_number",
      "not_phone",
    ],
  ])("returns 422 for %j", async (changes, field, code) => {
    const answer = await expectStatus(create(await createTokenForRole("a"), specialUserInput(changes)), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field, code }] });
  });

  test("writes an audit event with the admin", async () => {
    const admin = await createUserWithPassword({ role: "a" });
    const { token } = await signInByEmail(admin.email);
    const { content } = (await (await create(token, specialUserInput())).json()) as {
      content: { _id: string };
    };
    const event = await db.query.auditLog.findFirst({
      where: (row, { eq }) => eq(row.subject, `user:${content._id}`),
    });
    expect(event).toMatchObject({ action: "user.special_created", actorId: admin.id, detail: { role: "u" } });
  });
});

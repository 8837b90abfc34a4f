import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions, users } from "@/db/schema";
import {
  bearer,
  createUserWithPassword,
  findLinkToken,
  listOneTimeTokens,
  newEmail,
  PASSWORD,
  signInByEmail,
  signUpInput,
  toLimitKey,
} from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { countRows, findUserByEmail, mailsTo, templatesTo } from "../../helpers/factories";
import { createRacingApp } from "../../helpers/racing-app";

const change = (userId: string, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, userId));

describe("concurrent changes between read and write", () => {
  test("forgot-password while the address changes: the old mailbox gets no link", async () => {
    const member = await createUserWithPassword();
    const racing = createRacingApp(1, () => change(member.id, { email: newEmail() }));
    await expectStatus(racing.get(`/auth/users/forgot-password/${member.email}`), 200);
    expect([await mailsTo(member.email), await listOneTimeTokens(member.id)]).toEqual([[], []]);
  });

  test("change-email while the account is closed: 400, the address stays, no mail", async () => {
    const member = await createUserWithPassword();
    const wanted = newEmail();
    const form = { email: wanted, current_password: PASSWORD };
    await app.post("/profile/settings/email", { as: member, form });
    const [link] = await mailsTo(wanted);
    const token = findLinkToken(link?.text ?? "");
    const racing = createRacingApp(1, () => change(member.id, { disabledTs: 1, disabledBy: "admin" }));
    await expectStatus(racing.post("/change-email", { form: { token, password: PASSWORD } }), 400);
    expect((await findUserByEmail(member.email))?.id).toBe(member.id);
    expect([await mailsTo(member.email), (await mailsTo(wanted)).length]).toEqual([[], 1]);
  });

  test("resend-verification while the account is erased: no failure, no mail", async () => {
    const member = await createUserWithPassword({ emailVerifiedTs: null });
    const racing = createRacingApp(2, () =>
      db.batch([
        db.delete(sessions).where(eq(sessions.userId, member.id)),
        db.delete(users).where(eq(users.id, member.id)),
      ]),
    );
    await expectStatus(racing.post("/verify-email/resend", { as: member }), 303);
    expect(await mailsTo(member.email)).toEqual([]);
  });

  test.each([
    ["is an admin no more", "t", { role: "u" }],
    ["is disabled", "t", { disabledTs: 1 }],
    ["may make no admins any more", "a", { canCreateAdmin: false }],
  ] as const)("create_special_user while the caller %s: 403, and no account", async (_, role, taken) => {
    const admin = await createUserWithPassword({ role: "a", canCreateAdmin: true });
    const { token } = await signInByEmail(admin.email);
    const email = newEmail();
    const counts = () => Promise.all(["users", "teacher_information", "audit_log"].map(countRows));
    const before = await counts();
    const racing = createRacingApp(2, () => change(admin.id, taken));
    await expectStatus(
      racing.post("/auth/users/create_special_user", {
        ...bearer(token),
        json: { email, role, first_name: "Ilinca", last_name: "Țuțea", birth_date: "1984-01-30" },
      }),
      403,
    );
    expect([await counts(), await mailsTo(email)]).toEqual([before, []]);
  });

  test("signup while another request creates the account: 201; a mailbox over its limit gets no more mail", async () => {
    const input = signUpInput();
    const { DB } = app.bindings;
    await DB.prepare("insert into limit_counters (name, key, window_start_ts, hits) values (?, ?, ?, 3)")
      .bind("sign_up_mail", toLimitKey(input.email), app.clock.now)
      .run();
    const racing = createRacingApp(1, () => app.post("/auth/users/signup", { json: input }));
    await expectStatus(racing.post("/auth/users/signup", { json: input }), 201);
    expect(await templatesTo(input.email)).toEqual(["verify_email"]);
  });
});

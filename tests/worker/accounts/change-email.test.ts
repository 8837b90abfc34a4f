import { describe, expect, test } from "vitest";
import type { Ctx } from "@/context";
import { issueToken } from "@/features/accounts";
import { newId, newSecret } from "@/shared/ids";
import {
  bearer,
  createUserWithPassword,
  findLinkToken,
  newEmail,
  PASSWORD,
  requestToken,
  signInByEmail,
} from "../../helpers/accounts";
import { type Actor, app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { findUser, mailsTo } from "../../helpers/factories";
import { confirmAsGuest, findEnquiry, publishListing, writeAsGuest } from "../../helpers/guests";

let address = 0;
const from = () => ({ "cf-connecting-ip": `192.0.2.${++address}` });
const confirm = (
  token: string,
  { as, ...form }: { as?: Actor; password?: string } = { password: PASSWORD },
) => app.post("/change-email", { form: { token, ...form }, ...(as && { as }), headers: from() });

/** A user who requested another address and received the link there. */
async function createUserWithChangeLink(to = newEmail()) {
  const member = await createUserWithPassword({ emailVerifiedTs: null, locale: "ro" });
  const ctx = { db, now: app.clock.now, newSecret, newId } as unknown as Ctx;
  const { token, statement } = issueToken(ctx, "change_email", member.id, to);
  await db.batch([statement]);
  return { member, to, token };
}

describe("/change-email", () => {
  test("GET changes nothing; POST sets the address as verified; the old one no longer signs in", async () => {
    const { member, to, token } = await createUserWithChangeLink();
    expect(await expectPage(app.get(`/change-email?token=${token}`), 200)).toContain(`value="${token}"`);
    expect((await findUser(member.id))?.email).toBe(member.email);

    await expectRedirect(confirm(token), "/change-email?done=1");
    expect(await findUser(member.id)).toMatchObject({ email: to, emailVerifiedTs: app.clock.now });
    await expectStatus(requestToken({ email: member.email, headers: from() }), 401);
    await expectStatus(requestToken({ email: to, headers: from() }), 200);
    await expectStatus(confirm(token), 400);
  });

  test("the owner of a mailbox confirms no account of a stranger, and drops the change", async () => {
    const { listing } = await publishListing();
    const email = newEmail();
    await writeAsGuest(listing.id, { email });
    const { id } = await confirmAsGuest(email);
    const { member: stranger, token } = await createUserWithChangeLink(email);
    const text = await app.read(`/change-email?token=${token}`);
    expectText(text, email, "Nov 20, 2026", 'name="password"', "This was not me");
    expect(text).not.toContain(stranger.email);

    for (const [proof, status] of [
      [{}, 422],
      [{ password: "not the password" }, 403],
      [{ as: (await signInByEmail((await createUserWithPassword()).email)).jar }, 422],
    ] as const)
      await expectStatus(confirm(token, proof), status);
    const { jar } = await signInByEmail(stranger.email);
    await app.get("/profile/enquiries", { as: jar });
    expect(await findUser(stranger.id)).toMatchObject({ email: stranger.email, emailVerifiedTs: null });
    expect(await findEnquiry(id)).toMatchObject({ learnerId: null, guestEmail: email });

    const drop = () => app.post("/ro/change-email/refuse", { form: { token } });
    await expectRedirect(drop(), "/ro/change-email?refused=1");
    expect(await app.read("/ro/change-email?refused=1")).toContain("Schimbarea a fost anulată");
    expect([(await drop()).status, (await confirm(token)).status]).toEqual([400, 400]);
    expect((await findUser(stranger.id))?.email).toBe(stranger.email);
  });

  test("the account's own session needs no password, nor sees a refusal", async () => {
    const { member, to, token } = await createUserWithChangeLink();
    const { jar } = await signInByEmail(member.email);
    const page = await app.read(`/change-email?token=${token}`, { as: jar });
    expect(page).not.toMatch(/name="password"|change-email\/refuse/);
    await expectStatus(confirm(token, { as: jar }), 303);
    expect((await findUser(member.id))?.email).toBe(to);
  });

  test("a JSON call confirms with the account's access token, not with another one", async () => {
    const { member, to, token } = await createUserWithChangeLink();
    const other = await signInByEmail((await createUserWithPassword()).email);
    const own = await signInByEmail(member.email);
    const call = (accessToken: string) =>
      app.request(`/auth/users/change-email?token=${token}`, { method: "POST", ...bearer(accessToken) });
    expect([(await call(other.token)).status, (await call(own.token)).status]).toEqual([422, 200]);
    expect((await findUser(member.id))?.email).toBe(to);
  });

  test("mails both addresses, the old one with a contact; the log contains no address", async () => {
    const { member, to, token } = await createUserWithChangeLink();
    await confirm(token);
    const [old] = await mailsTo(member.email);
    expect(old?.template).toBe("email_changed_from");
    expect(old?.text).toContain(String(app.bindings.CONTACT_EMAIL));
    expect(old?.text).not.toContain(to);
    expect((await mailsTo(to)).map((mail) => mail.template)).toEqual(["email_changed_to"]);
    const [event, ...others] = await db.query.auditLog.findMany({
      where: (row, { eq }) => eq(row.subject, `user:${member.id}`),
    });
    expect(others).toEqual([]);
    expect([event?.action, event?.detail]).toEqual(["user.email_changed", {}]);
  });

  test("ends every session except the visitor's own", async () => {
    const { member, token } = await createUserWithChangeLink();
    const [here, there] = [await signInByEmail(member.email), await signInByEmail(member.email)];
    await confirm(token, { as: here.jar });
    await expectStatus(app.get("/profile", { as: here.jar }), 200);
    await expectStatus(app.get("/auth/users/me", bearer(here.token)), 200);
    await expectStatus(app.get("/profile", { as: there.jar }), 302);
    await expectStatus(app.get("/auth/users/me", bearer(there.token)), 401);
  });

  test("links mailed to the old address no longer work", async () => {
    const { member, token } = await createUserWithChangeLink();
    await app.get(`/auth/users/forgot-password/${member.email}`);
    const reset = findLinkToken((await mailsTo(member.email)).at(-1)?.text ?? "");
    await confirm(token);
    await expectStatus(
      app.request(`/auth/users/reset-password?token=${reset}`, {
        method: "PUT",
        json: { password: "patru anotimpuri" },
      }),
      400,
    );
  });

  test("an address in use meanwhile: 409 with an explanation, no change; when it is free again, the link works", async () => {
    const { member, to, token } = await createUserWithChangeLink();
    const otherUser = await createUserWithPassword({ email: to });
    expect(await expectPage(confirm(token), 409)).toContain("already belongs to another account");
    expect((await findUser(member.id))?.email).toBe(member.email);
    expect(await mailsTo(member.email)).toEqual([]);
    await app.bindings.DB.prepare("update users set email = ? where id = ?")
      .bind(newEmail(), otherUser.id)
      .run();
    await expectStatus(confirm(token), 303);
  });

  test("two users change to one address: one succeeds, the other gets 409", async () => {
    const to = newEmail();
    const [first, second] = [await createUserWithChangeLink(to), await createUserWithChangeLink(to)];
    const answers = await Promise.all([confirm(first.token), confirm(second.token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 409]);
  });

  test("the same link twice in parallel works once", async () => {
    const { member, token } = await createUserWithChangeLink();
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 400]);
    expect(await mailsTo(member.email)).toHaveLength(1);
  });

  test("returns 400 for unknown and expired links, and for a closed account", async () => {
    const { member, token } = await createUserWithChangeLink();
    for (const wrong of ["", "x", `${token}x`]) await expectStatus(confirm(wrong), 400);
    app.clock.now += 86_400_000;
    await expectStatus(app.post("/change-email", { form: { token, password: PASSWORD } }), 400);
    await app.bindings.DB.prepare("update users set disabled_ts = 1, disabled_by = 'self' where id = ?")
      .bind(member.id)
      .run();
    await expectStatus(confirm(token), 400);
    expect((await findUser(member.id))?.email).toBe(member.email);
  });
});

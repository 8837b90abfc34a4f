import { describe, expect, test } from "vitest";
import {
  createUserWithPassword,
  findLinkToken,
  newEmail,
  signInByEmail,
  signInWithPassword,
} from "../../helpers/accounts";
import { app, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";
import { PASSWORD, readText, send } from "./helpers";

async function member() {
  const user = await createUserWithPassword({ locale: "ro" });
  return { user, jar: (await signInByEmail(user.email)).jar };
}

const openTokens = (userId: string) =>
  app.bindings.DB.prepare(
    "select email from one_time_tokens where user_id = ? and purpose = 'change_email' and used_ts is null",
  )
    .bind(userId)
    .all<{ email: string }>();

describe("POST /profile/settings/email", () => {
  test("returns 303; mails the link only to the new address, in the user's language, and changes nothing yet", async () => {
    const { user, jar } = await member();
    const wanted = newEmail();
    await expectRedirect(
      send("email", jar, {
        email: ` ${wanted.toUpperCase()} `,
        current_password: PASSWORD,
      }),
      "/profile/settings?done=email",
    );
    const [mail] = await mailsTo(wanted);
    expect(mail?.template).toBe("change_email");
    expect(mail?.text).toContain("https://catedra.test/ro/change-email?token=");
    expect(findLinkToken(mail?.text ?? "")).not.toBe("");
    expect(await mailsTo(user.email)).toEqual([]);
    expect((await openTokens(user.id)).results).toEqual([{ email: wanted }]);
    const page = await readText(await app.get("/profile/settings?done=email", { as: jar }));
    expectText(page, user.email, `We mailed a link to ${wanted}`);
  });

  test("a second link replaces the first, which may have gone to a wrong address", async () => {
    const { user, jar } = await member();
    const [stranger, own] = [newEmail(), newEmail()];
    await send("email", jar, { email: stranger, current_password: PASSWORD });
    await send("email", jar, { email: own, current_password: PASSWORD });
    expect((await openTokens(user.id)).results).toEqual([{ email: own }]);
  });

  test("an address in use: same answer, no link, and its owner is notified in their language", async () => {
    const { user, jar } = await member();
    const owner = await createUserWithPassword({ locale: "en" });
    await expectRedirect(
      send("email", jar, { email: owner.email, current_password: PASSWORD }),
      "/profile/settings?done=email",
    );
    const [mail, ...more] = await mailsTo(owner.email);
    expect([mail?.template, more.length]).toEqual(["email_taken", 0]);
    expect(mail?.text).not.toContain("token=");
    expect(mail?.text).not.toContain(user.email);
    expect(mail?.text).toContain("nothing was changed");
    // The page doesn't tell that the address is in use.
    expect(await readText(await app.get("/profile/settings", { as: jar }))).toContain(owner.email);
  });

  test("returns 403 at the field for a wrong password; keeps the typed address, not the password", async () => {
    const { user, jar } = await member();
    const wanted = newEmail();
    const wrong = "patru culori cunosc";
    const html = await expectPage(send("email", jar, { email: wanted, current_password: wrong }), 403);
    expect(html).toContain(`value="${wanted}"`);
    expect(html).not.toContain(wrong);
    expectText(
      html,
      `<a href="#field-email-current_password"><strong>Current password:<!-- --> </strong>The password is not correct.</a>`,
      "<title>Error: Settings | Catedra</title>",
    );
    expect(html).toMatch(/id="field-email-current_password"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/<details class="confirm" open="">/);
    expect([await mailsTo(wanted), await mailsTo(user.email)]).toEqual([[], []]);
  });

  test.each([
    ["nothing", {}, "Enter your email address."],
    ["no address", { email: "ana", current_password: PASSWORD }, "Enter an email address"],
    ["no password", { email: "x@example.test" }, "Enter your current password."],
  ])("returns 422 for %s", async (_, fields, message) => {
    const { jar } = await member();
    const answer = await expectStatus(send("email", jar, fields as Record<string, string>), 422);
    const text = await readText(answer);
    expect(text).toContain(message);
    // Only in the form that was sent.
    expect(text.split("Type the password again")).toHaveLength(2);
  });

  test("returns 422 for the current address, also in capitals", async () => {
    const { user, jar } = await member();
    const answer = await expectStatus(
      send("email", jar, {
        email: user.email.toUpperCase(),
        current_password: PASSWORD,
      }),
      422,
    );
    expect(await readText(answer)).toContain("already your address");
  });

  test("returns 429 with Retry-After for the fourth mail in an hour, used addresses included; allowed again later", async () => {
    const user = await createUserWithPassword();
    const { jar } = await signInWithPassword(user.email, "?remember_me=1");
    const taken = (await createUserWithPassword()).email;
    for (const email of [newEmail(), taken, newEmail()]) {
      await expectStatus(send("email", jar, { email, current_password: PASSWORD }), 303);
    }
    const wanted = newEmail();
    const refused = await send("email", jar, { email: wanted, current_password: PASSWORD });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(await refused.text()).toContain(`value="${wanted}"`);
    expect(await mailsTo(wanted)).toEqual([]);
    app.clock.now += 3_600_000;
    await expectStatus(send("email", jar, { email: wanted, current_password: PASSWORD }), 303);
    expect(await mailsTo(wanted)).toHaveLength(1);
  });

  test("one mailbox receives at most three an hour from all users; the answer stays the same", async () => {
    const wanted = newEmail();
    for (let n = 0; n < 4; n++) {
      const { jar } = await member();
      await expectStatus(send("email", jar, { email: wanted, current_password: PASSWORD }), 303);
    }
    expect(await mailsTo(wanted)).toHaveLength(3);
  });
});

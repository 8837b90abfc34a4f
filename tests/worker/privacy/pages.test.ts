import { describe, expect, it, vi } from "vitest";
import { users } from "@/db/schema";
import { parseConsent } from "@/shared/consent";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, expectNoText, expectRedirect, expectStatus, expectText, newJar } from "../../helpers/app";
import { createListing, createTeacher, createUser, updateRow } from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { createPaidOrder } from "../../helpers/promotion-fixture";

const readConsent = (jar: Map<string, string>) =>
  parseConsent(decodeURIComponent(jar.get("user_consent_settings") ?? ""));

describe("GET /profile/privacy", () => {
  it("shows stored data with counts, in both languages; redirects a visitor to sign-in", async () => {
    const teacher = await createTeacher();
    await createListing(teacher);
    await createListing(teacher, { state: "draft", subject: "p" });
    const page = await app.read(paths.ownPrivacy(), { as: teacher });
    expectText(page, "2 listings", "1 device", "Orders and payments", "Download my data");
    const romanian = await app.read(`/ro${paths.ownPrivacy()}`, { as: teacher });
    expectText(romanian, "2 anunțuri", "un dispozitiv", "Descărcați datele");
    const learner = await app.read(paths.ownPrivacy(), { as: await createUser() });
    expectNoText(learner, "Orders and payments", "Statistics of your listings");
    expect(page).toContain("Statistics of your listings");
    const guest = await app.get(paths.ownPrivacy());
    expect(guest.headers.get("location")).toBe(paths.signIn({ next: paths.ownPrivacy() }));
  });

  it("counts enquiries that the user sent as a guest before signing up", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const listing = await createListing(await createTeacher());
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email });
    await confirmAsGuest(email);
    const user = await createUser({ email, emailVerifiedTs: null });
    const page = async () => (await app.get(paths.ownPrivacy(), { as: user })).text();
    expect(await page()).not.toContain("1 conversation<");
    await updateRow(users, user.id, { emailVerifiedTs: app.clock.now });
    expect(await page()).toContain("1 conversation<");
  });
});

describe("POST /consent", () => {
  it("redirects back and stores the choice in a cookie for a year: all, none, or the ticked ones", async () => {
    const as = newJar();
    const next = paths.ownPrivacy({ done: "consent" });
    const answer = await app.post(`/ro${paths.consent()}`, { as, form: { choice: "accept", next } });
    await expectRedirect(answer, `/ro${next}`);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("user_consent_settings="));
    expectText(cookie, "SameSite=Strict", "Secure", "Max-Age=31536000", "Path=/");
    expect(cookie).not.toContain("HttpOnly");
    const needed = { functionality_storage: "granted", security_storage: "granted" };
    const chosen = (value: string) => ({
      analytics_storage: value,
      personalization_storage: value,
      ad_storage: value,
      ad_user_data: value,
      ad_personalization: value,
    });
    expect(readConsent(as)).toEqual({ ...chosen("granted"), ...needed });
    await app.post(paths.consent(), {
      as,
      form: { choice: "reject", ad_storage: "1", security_storage: "0" },
    });
    expect(readConsent(as)).toEqual({ ...chosen("denied"), ...needed });
    const form = { choice: "save", analytics_storage: "1", ad_user_data: "denied" };
    await app.post(paths.consent(), { as, form });
    expect(readConsent(as)).toEqual({ ...chosen("denied"), ...needed, analytics_storage: "granted" });
  });

  it("shows the stored choice, redirects only within the site, and rejects an invalid choice", async () => {
    const as = await createUser();
    const away = await app.post(paths.consent(), {
      as,
      form: { choice: "save", ad_storage: "1", next: "https://evil.test/" },
    });
    expect(away.headers.get("location")).toBe(paths.ownPrivacy({ done: "consent" }));
    const page = await app.read(away.headers.get("location") ?? "", { as });
    expect(page).toContain("Your choice is saved in this browser.");
    const ticked = [...page.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
      .filter(([tag]) => tag.includes("checked"))
      .map(([tag]) => /name="(\w+)"/.exec(tag)?.[1]);
    expect(ticked).toEqual(["ad_storage"]);
    await expectStatus(app.post(paths.consent(), { as, form: { choice: "maybe" } }), 400);
    const guest = await app.post(paths.consent(), { form: { choice: "reject" } });
    expect(guest.headers.get("location")).toBe("/");
  });
});

it("closing an account with a running promotion names the days and the amount that are lost, and leads to the withdrawal while it is possible", async () => {
  for (const [immediateStart, days] of [
    [true, 2],
    [false, 17],
  ] as const) {
    const { teacher, orderId } = await createPaidOrder({ immediateStart });
    app.clock.now += days * DAY_MS + HOUR_MS;
    const settings = await app.read(paths.settings(), { as: teacher });
    expect(settings).toContain("the days pass. The unused ones cost 10.86 lei.");
    const erase = await app.read(paths.eraseAccount(), { as: teacher });
    expect(erase).toMatch(/7 days, “.+”: 5 days left, until (Nov|Dec)/);
    expect(erase).toContain("you lose the unused days, which cost 10.86 lei.");
    for (const page of [settings, erase]) {
      const link = `href="${paths.withdrawOrder(orderId)}">Withdraw first and get 10.86 lei back</a>`;
      expect(page.includes(link)).toBe(immediateStart);
    }
  }
});

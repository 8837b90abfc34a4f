import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { auditLog, limitCounters, teacherInformation } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, resetApp } from "../../helpers/app";
import { createListing, createTeacher, createUser, listRows, signIn } from "../../helpers/factories";

beforeEach(async () => {
  await db.delete(limitCounters);
});

const NUMBER = "+40712345678";
const FORMATTED = "0712 345 678";

async function publishListing() {
  const teacher = await createTeacher();
  return { teacher, listing: await createListing(teacher) };
}

const from = (address: string) => ({ "cf-connecting-ip": address });
const revealByForm = (id: string, address: string) =>
  app.post(paths.revealPhone(id), { form: {}, headers: from(address) });
const revealByApi = (id: string, init = {}) => app.post(paths.apiListingPhone(id), init);

const setAllHits = (hits: number) => db.update(limitCounters).set({ hits });

describe("POST /tutoring/{id}/phone", () => {
  it("returns the page with the number, which no page showed before; GET redirects to the listing", async () => {
    const { listing } = await publishListing();
    const before = await app.read(`/ro${paths.listing(listing.id)}`);
    expect(before).toContain(`action="/ro${paths.revealPhone(listing.id)}#phone"`);
    expect(before).toContain("Afișați numărul de telefon");
    expect(before).not.toMatch(/712\s?345/);

    const page = await expectPage(app.post(`/ro${paths.revealPhone(listing.id)}`, { form: {} }), 200);
    expect(page).toContain(
      `<p>${FORMATTED}</p><a href="tel:${NUMBER}" class="button button--secondary">Sunați</a>`,
    );
    expect(page).not.toContain("WhatsApp");
    expect(page).toMatch(/Sunați<\/a><\/div><p[^>]*>Nu plătiți în avans[^/]*<a href="\/ro\/safety">/);
    expect(page).toContain(listing.title);
    await expectRedirect(
      app.get(`/ro${paths.revealPhone(listing.id)}`),
      `/ro${paths.listing(listing.id)}`,
      302,
    );
  });

  it("offers WhatsApp where the teacher allows it, only with the number", async () => {
    const { teacher, listing } = await publishListing();
    await db
      .update(teacherInformation)
      .set({ whatsapp: true })
      .where(eq(teacherInformation.userId, teacher.id));
    expect(await app.read(paths.listing(listing.id))).not.toMatch(/whatsapp|wa\.me/i);
    const page = await (await revealByForm(listing.id, "192.0.2.3")).text();
    expect(page).toContain(
      '<a href="https://wa.me/40712345678" class="button button--secondary">WhatsApp</a>',
    );
    const answer = await revealByApi(listing.id, { json: {} });
    expect(await answer.json()).toEqual({ content: { phone_number: NUMBER, whatsapp: true } });
    const profile = await app.read(`/auth/users/${teacher.id}`);
    expect(profile).not.toContain("whatsapp");
  });

  it("returns 404 and shows no button without a number; 404 for a hidden listing", async () => {
    const { teacher, listing } = await publishListing();
    for (const state of ["draft", "pending", "paused", "suspended", "deleted"] as const) {
      const hidden = await createListing(teacher, { state });
      await expectStatus(revealByForm(hidden.id, "192.0.2.1"), 404);
      await expectStatus(revealByApi(hidden.id, { json: {} }), 404);
    }
    await db
      .update(teacherInformation)
      .set({ phoneNumber: null })
      .where(eq(teacherInformation.userId, teacher.id));
    expect(await app.read(paths.listing(listing.id))).not.toContain(paths.revealPhone(listing.id));
    await expectStatus(revealByForm(listing.id, "192.0.2.1"), 404);
    await expectStatus(revealByForm(newId(), "192.0.2.1"), 404);
    await expectStatus(revealByForm("nope", "192.0.2.1"), 404);
  });

  it("shows the owner no button", async () => {
    const { teacher, listing } = await publishListing();
    const page = await app.read(paths.listing(listing.id), { as: await signIn(teacher) });
    expect(page).not.toContain(paths.revealPhone(listing.id));
  });

  it("returns 429 with an explanation after ten a day, by IP address for visitors and by account for users", async () => {
    const { listing } = await publishListing();
    await expectStatus(revealByForm(listing.id, "192.0.2.5"), 200);
    await setAllHits(9);
    await expectStatus(revealByForm(listing.id, "192.0.2.5"), 200);
    const refused = await expectStatus(revealByForm(listing.id, "192.0.2.5"), 429);
    expect(Number(refused.headers.get("retry-after"))).toBe(86_400);
    const page = await refused.text();
    expect(page).toContain("many phone numbers today");
    expect(page).not.toContain(FORMATTED);
    await expectStatus(revealByForm(listing.id, "192.0.2.6"), 200);

    const as = await signIn(await createUser());
    const revealOwn = () =>
      app.post(paths.revealPhone(listing.id), { as, form: {}, headers: from("192.0.2.5") });
    await expectStatus(revealOwn(), 200);
    await setAllHits(10);
    await expectStatus(revealOwn(), 429);
    app.clock.now += 86_400_000;
    await expectStatus(revealOwn(), 200);
  });

  it("returns 429 after ten a day for one IPv6 network, over all its addresses", async () => {
    const { listing } = await publishListing();
    await expectStatus(revealByForm(listing.id, "2001:db8:a:1::1"), 200);
    await setAllHits(10);
    await expectStatus(revealByForm(listing.id, "2001:db8:a:1:ffff::"), 429);
    await expectStatus(revealByForm(listing.id, "2001:db8:a:2::1"), 200);
  });
});

describe("POST /api/listings/{id}/phone", () => {
  it("returns the number with or without a bearer token; the log names the user, not the number", async () => {
    const log = vi.spyOn(console, "log");
    const { listing } = await publishListing();
    const member = await createUserWithPassword();
    const { token } = await signInByEmail(member.email);
    const answer = await expectStatus(revealByApi(listing.id, bearer(token)), 200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ content: { phone_number: NUMBER, whatsapp: false } });
    await expectStatus(revealByApi(listing.id, { json: {} }), 200);
    const rows = await listRows(auditLog, { action: "phone.revealed", subject: `listing:${listing.id}` });
    expect(rows.map(({ actorId }) => actorId).sort()).toEqual([null, member.id].sort());
    expect(JSON.stringify(rows)).not.toContain("712345678");
    expect(JSON.stringify(log.mock.calls)).not.toContain("712345678");
  });

  it("returns 403 or 415 without a bearer token for requests that need no preflight; counts nothing", async () => {
    const { listing } = await publishListing();
    const headers = {
      origin: "https://elsewhere.test",
      "sec-fetch-site": "cross-site",
      ...from("192.0.2.60"),
    };
    for (let n = 0; n < 11; n++) {
      await expectStatus(revealByApi(listing.id, { headers }), 403);
      const text = { ...headers, "content-type": "text/plain" };
      await expectStatus(revealByApi(listing.id, { body: "{}", headers: text }), 415);
    }
    await expectStatus(revealByForm(listing.id, "192.0.2.60"), 200);
  });

  it("returns 405 with Allow for GET, 403 when a visitor fails the app check; users need no check", async () => {
    resetApp({ TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET_KEY: "secret-key" });
    const { listing } = await publishListing();
    const answer = await app.get(paths.apiListingPhone(listing.id));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    const refused = await expectStatus(revealByApi(listing.id, { json: {} }), 403);
    expect(await refused.json()).toMatchObject({ title: "app_check" });
    await expectStatus(revealByForm(listing.id, "192.0.2.40"), 403);
    const { token } = await signInByEmail((await createUserWithPassword()).email);
    await expectStatus(revealByApi(listing.id, bearer(token)), 200);
  });

  it("counts in the owner's statistics, except requests of the owner and of robots", async () => {
    const { teacher, listing } = await publishListing();
    const counts = async () => {
      const rows = await app.bindings.DB.prepare("select counts from statistics_batches").all<{
        counts: string;
      }>();
      return rows.results.filter((row) => row.counts.includes(listing.id)).length;
    };
    await app.post(paths.revealPhone(listing.id), { as: await signIn(teacher), form: {} });
    expect(await counts()).toBe(0);
    for (const robot of ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", ""]) {
      const headers = { ...from("192.0.2.51"), "user-agent": robot };
      await expectStatus(app.post(paths.revealPhone(listing.id), { form: {}, headers }), 200);
      await expectStatus(revealByApi(listing.id, { json: {}, headers }), 200);
    }
    expect(await counts()).toBe(0);
    await revealByForm(listing.id, "192.0.2.50");
    expect(await counts()).toBe(1);
  });
});

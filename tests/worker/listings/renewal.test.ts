import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, listings, users } from "@/db/schema";
import { sendExpiryReminders } from "@/features/listings";
import { DAY_MS } from "@/shared/dates";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  findListing,
  listRows,
  mailsTo,
  templatesTo,
  type User,
} from "../../helpers/factories";

import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

let teacher: User;

beforeEach(async () => {
  teacher = await createTeacher({ locale: "ro" });
});

const remind = () => sendExpiryReminders(servicesAt(app.clock.now, app.bindings));
/** The path of the newest reminder's link. */
async function findRenewalLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  const [, path = ""] = mail?.text.match(/https:\/\/catedra\.test(\/\S*\/renew\?token=[\w-]+)/) ?? [];
  return path;
}
const confirmRenewal = (path: string, token = new URL(path, "https://x").searchParams.get("token") ?? "") =>
  app.post(path.split("?")[0] ?? "", { form: { token } });

describe("job send-expiry-reminders", () => {
  it("reminds the owner 14 and 3 days before and on the day, once each, in the owner's language", async () => {
    const listing = await createListing(teacher, { expiresTs: app.clock.now + 15 * DAY_MS });
    const templates = async () => await templatesTo(teacher.email);
    await remind();
    expect(await templates()).toEqual([]);
    for (const [days, expected] of [
      [1, ["listing_expiring"]],
      [11, ["listing_expiring", "listing_expiring"]],
      [3, ["listing_expiring", "listing_expiring", "listing_expired"]],
      [5, ["listing_expiring", "listing_expiring", "listing_expired"]],
    ] as const) {
      app.clock.now += days * DAY_MS;
      await Promise.all([remind(), remind()]);
      await remind();
      expect(await templates()).toEqual(expected);
    }
    const [first] = await mailsTo(teacher.email);
    expect(first?.subject).toBe(`Anunțul „${listing.title}” expiră pe 05.12.2026`);
    expect(first?.text).toContain(`https://catedra.test/ro/tutoring/${listing.id}/renew?token=`);
    // The version stays, so that an open form can be saved.
    expect((await findListing(listing.id))?.version).toBe(1);
  });

  it("after an outage sends only the latest reminder, and none a week late", async () => {
    const [dayLate, weekLate] = [await createTeacher(), await createTeacher()];
    await createListing(dayLate, { expiresTs: app.clock.now - DAY_MS });
    await createListing(weekLate, { expiresTs: app.clock.now - 8 * DAY_MS });
    await remind();
    expect(await templatesTo(dayLate.email)).toEqual(["listing_expired"]);
    expect(await mailsTo(weekLate.email)).toEqual([]);
  });

  it("skips paused and suspended listings and closed accounts", async () => {
    const expiresTs = app.clock.now + DAY_MS;
    await createListing(teacher, { state: "paused", expiresTs });
    await createListing(teacher, { state: "suspended", expiresTs });
    const closed = await createTeacher({ disabledTs: 1 });
    await createListing(closed, { expiresTs });
    await remind();
    expect([...(await mailsTo(teacher.email)), ...(await mailsTo(closed.email))]).toEqual([]);
  });
});

describe("GET and POST /tutoring/{id}/renew?token=", () => {
  async function remindOwner(overrides: Parameters<typeof createListing>[1] = {}) {
    const listing = await createListing(teacher, { expiresTs: app.clock.now + DAY_MS, ...overrides });
    await remind();
    return { listing, link: await findRenewalLink(teacher.email) };
  }

  it("asks for confirmation, then renews for ninety days once, without sign-in", async () => {
    const { listing, link } = await remindOwner();
    const page = await expectStatus(app.get(link), 200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    const html = await page.text();
    expectText(html, "Prelungiți cu 90 de zile", 'name="robots" content="noindex"');
    expect((await findListing(listing.id))?.version).toBe(1);

    const answers = await Promise.all(Array.from({ length: 5 }, () => confirmRenewal(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 303)?.headers.get("location")).toBe(
      `/ro/tutoring/${listing.id}/renew?done=1`,
    );
    expect(await findListing(listing.id)).toMatchObject({
      expiresTs: app.clock.now + 90 * DAY_MS,
      renewedTs: app.clock.now,
      expiryNotice: null,
      version: 2,
    });
    const [audit] = await listRows(auditLog, { subject: `listing:${listing.id}` });
    expect(audit).toMatchObject({ action: "listing.renewed", actorId: null, detail: { by: "link" } });
    expectText(await expectPage(app.get(link), 400), "deja folosit");
    expectText(await app.read(`/ro/tutoring/${listing.id}/renew?done=1`), "Anunțul este prelungit");
    await expectConsistentIndex(app.clock.now);
  });

  it("renews an expired listing until thirty days after its expiry", async () => {
    const { listing, link } = await remindOwner({ expiresTs: app.clock.now - DAY_MS });
    expectText(await app.read(link), "A expirat pe 19.11.2026");
    app.clock.now = (listing.expiresTs ?? 0) + 30 * DAY_MS + 1;
    await expectStatus(app.get(link), 400);
    await expectStatus(confirmRenewal(link), 400);
    app.clock.now -= 1;
    await expectStatus(confirmRenewal(link), 303);
    await expectConsistentIndex(app.clock.now);
  });

  it("returns 400 for a wrong token, another mailbox, a suspended or deleted listing, a closed account", async () => {
    const { listing, link } = await remindOwner();
    const token = new URL(link, "https://x").searchParams.get("token") ?? "";
    const otherListing = await createListing(teacher, { subject: "p", expiresTs: listing.expiresTs });
    // The last character carries four of six bits, so two characters can encode the same token.
    const changed = `${token.slice(0, -3)}${token.at(-3) === "A" ? "B" : "A"}${token.slice(-2)}`;
    for (const bad of [`${token}x`, token.slice(1), "", "x", changed]) {
      const path = `/tutoring/${listing.id}/renew`;
      if (bad) await expectStatus(app.get(`${path}?token=${bad}`), 400);
      await expectStatus(confirmRenewal(path, bad), bad ? 400 : 401);
    }
    await expectStatus(confirmRenewal(`/tutoring/${otherListing.id}/renew`, token), 400);
    await expectStatus(confirmRenewal("/tutoring/no-id/renew", token), 404);

    const expectRefusedDuring = async (change: () => Promise<unknown>, revert: () => Promise<unknown>) => {
      await change();
      await expectStatus(confirmRenewal(link), 400);
      await revert();
    };
    const setListing = (change: object) => () =>
      db.update(listings).set(change).where(eq(listings.id, listing.id));
    const setOwner = (change: object) => () => db.update(users).set(change).where(eq(users.id, teacher.id));
    for (const state of ["suspended", "deleted", "pending", "draft", "rejected"] as const) {
      await expectRefusedDuring(setListing({ state }), setListing({ state: "published" }));
    }
    await expectRefusedDuring(
      setListing({ ownerId: (await createTeacher()).id }),
      setListing({ ownerId: teacher.id }),
    );
    await expectRefusedDuring(
      setOwner({ email: `neu-${teacher.email}` }),
      setOwner({ email: teacher.email }),
    );
    await expectRefusedDuring(setOwner({ disabledTs: 1 }), setOwner({ disabledTs: null }));
    expect((await findListing(listing.id))?.version).toBe(1);
    await expectStatus(confirmRenewal(link), 303);
  });
});

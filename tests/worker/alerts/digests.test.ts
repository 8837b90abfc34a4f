import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { alerts, listings, pushOutbox, pushSubscriptions, users } from "@/db/schema";
import { composeAlertDigest, matchAlerts, queueAlertDigests } from "@/features/alerts";
import { reindexListingStatements } from "@/features/listings";
import { deliverMail } from "@/features/mail";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { app, db, expectStatus } from "../../helpers/app";
import {
  countRows,
  createListing,
  createTeacher,
  createUser,
  listRows,
  updateRow,
} from "../../helpers/factories";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";
import { servicesAt } from "../../helpers/services";
import { createAlertRow } from "./create-alert-row";

const { now } = app.clock;
const endpoint = stubMailEndpoint();

beforeEach(async () => {
  await db.delete(pushSubscriptions);
  for (const table of ["alerts", "alert_filters", "alert_queue", "search_entries", "listings"])
    await db.run(sql`delete from ${sql.identifier(table)}`);
});

async function publish(overrides: Parameters<typeof createListing>[1] = {}, owner?: { id: string }) {
  const listing = await createListing(owner ?? (await createTeacher()), overrides);
  await db.run(sql`insert into alert_queue (listing_num, published_ts) values (${listing.num}, ${now})`);
  await matchAlerts(servicesAt(now));
  return listing;
}
const deliver = (ts: number) => deliverMail(jobContextAt(ts), { alert_digest: composeAlertDigest });
async function sendDigests(ts = now) {
  await queueAlertDigests(jobContextAt(ts));
  await deliver(ts);
  return endpoint.requests.splice(0);
}
const reindex = (id: string) => db.batch(reindexListingStatements(servicesAt(now), id) as [never]);

describe("digests", () => {
  it("contain the new listings, with links, in the language of the alert", async () => {
    const id = await createAlertRow("subject=m&county=cj", {
      now,
      email: "ana@example.test",
      locale: "ro",
    });
    const listing = await publish({
      title: "Algebră pentru liceu",
      county: "cj",
      price: 9000,
      pricePerHour: 9000,
    });
    const [mail] = await sendDigests();
    expect(mail).toMatchObject({ to: "ana@example.test" });
    expect(mail?.subject).toBe("Profesori noi: Matematică, Cluj");
    expect(mail?.text).toContain("Algebră pentru liceu");
    expect(mail?.text).toContain("90 lei");
    expect(mail?.html).toContain(">Algebră pentru liceu</a>");
    expect(mail?.text).toMatch(
      new RegExp(`https://catedra.test/ro/alerts/${id}/open\\?token=\\S+&listing=${listing.id}`),
    );
    expect(mail?.text).toContain("https://catedra.test/ro/unsubscribe?token=");
    const { headers } = mail as unknown as { headers: Record<string, string> };
    expect(headers["List-Unsubscribe"]).toMatch(/^<https:\/\/catedra\.test\/ro\/unsubscribe\?token=/);
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  });

  it("are sent when they are due, and not without new listings", async () => {
    const id = await createAlertRow("subject=m", { now, nextDigestTs: now + HOUR_MS });
    await publish();
    expect(await sendDigests()).toEqual([]);
    expect(await sendDigests(now + HOUR_MS)).toHaveLength(1);
    // 6 pm in Bucharest.
    const [alert] = await listRows(alerts, { id });
    expect(alert?.nextDigestTs).toBe(Date.UTC(2026, 10, 20, 16));
    expect(await sendDigests(now + DAY_MS)).toEqual([]);
    await publish();
    expect(await sendDigests(now + DAY_MS)).toEqual([]);
    expect(await sendDigests(now + 2 * DAY_MS)).toHaveLength(1);
  });

  it("contain the ten newest listings and say that there are more", async () => {
    await createAlertRow("subject=m", { now });
    for (let n = 1; n <= 11; n++) await publish({ title: `Matematică, anunțul ${n}.` });
    const [mail] = await sendDigests();
    expect(mail?.text.match(/anunțul \d+\./g)).toHaveLength(10);
    expect(mail?.text).not.toContain("anunțul 1.");
    expect(mail?.text).toContain("These are the 10 newest.");
  });

  it("leave out listings that are hidden or changed when the mail leaves", async () => {
    await createAlertRow("subject=m&max=100", { now });
    const hidden = await publish({ title: "Anunț suspendat" });
    const changed = await publish({ title: "Anunț mai scump" });
    await publish({ title: "Anunț vizibil" });
    await queueAlertDigests(jobContextAt(now));
    await updateRow(listings, hidden.id, { state: "paused" });
    await updateRow(listings, changed.id, { pricePerHour: 12_000 });
    await reindex(hidden.id);
    await reindex(changed.id);
    await deliver(now);
    expect(endpoint.requests).toHaveLength(1);
    expect(endpoint.requests[0]?.text.match(/Anunț [a-z ]+/g)).toEqual(["Anunț vizibil"]);
  });

  it.each([
    ["was paused", { pausedTs: now }],
    ["is not confirmed", { confirmedTs: null }],
    ["moved to another address", { email: "other@example.test" }],
  ])("are deleted when the alert %s before the mail leaves", async (_, change) => {
    const id = await createAlertRow("subject=m", { now });
    await publish();
    await queueAlertDigests(jobContextAt(now));
    await updateRow(alerts, id, change);
    await deliver(now);
    expect(endpoint.requests).toEqual([]);
    expect(await countRows("mail_outbox")).toBe(0);
  });

  it("go to the account's address, unless it is disabled or has turned off mail of alerts", async () => {
    const user = await createUser({ email: "ioana@example.test", locale: "ro" });
    await createAlertRow("subject=m", { now, userId: user.id });
    for (const [day, change, count] of [
      [0, { locale: "ro" }, 1],
      [1, { mailOff: ["alerts"] }, 0],
      [2, { mailOff: [], disabledTs: now }, 0],
      [3, { disabledTs: null }, 1],
    ] as const) {
      await updateRow(users, user.id, change as Partial<typeof users.$inferInsert>);
      await publish();
      const mails = await sendDigests(now + day * DAY_MS + (day > 0 ? 8 * HOUR_MS : 0));
      expect(mails.map(({ to }) => to)).toEqual(Array(count).fill("ioana@example.test"));
    }
  });

  it("leave out the recipient's own listings", async () => {
    const teacher = await createTeacher({ email: "own@example.test" });
    await createAlertRow("subject=m", { now, userId: teacher.id });
    await publish({ title: "Anunțul propriu" }, teacher);
    expect(await sendDigests()).toEqual([]);
    await publish({ title: "Anunțul altcuiva" });
    const [mail] = await sendDigests(now + DAY_MS);
    expect(mail?.text).not.toContain("Anunțul propriu");
  });
});

describe("push messages about digests", () => {
  const listPushes = async () =>
    (await db.select().from(pushOutbox)).map(({ payload }) => JSON.parse(payload));

  it("go to the devices of the account, once, and lead to the list by a link that counts as opened", async () => {
    const user = await createUser({ locale: "ro" });
    await insertPushDevice(user.id);
    await insertPushDevice((await createUser()).id);
    const id = await createAlertRow("subject=m&county=cj", { now, userId: user.id });
    await createAlertRow("subject=ro", { now, userId: user.id });
    await publish({ county: "cj" });
    await Promise.all([1, 2].map(() => queueAlertDigests(jobContextAt(now))));
    const pushes = await listPushes();
    expect(pushes).toEqual([
      {
        title: "Profesori noi pentru alerta dumneavoastră",
        body: "Matematică, Cluj",
        path: expect.stringMatching(new RegExp(`^/ro/alerts/${id}/open\\?token=`)),
      },
    ]);
    await updateRow(alerts, id, { openedTs: now - 2 * DAY_MS });
    await expectStatus(app.get(pushes[0]?.path), 302);
    expect(await listRows(alerts, { id })).toMatchObject([{ openedTs: now }]);
  });

  it("are not sent about hidden or own listings, nor when they are turned off", async () => {
    const user = await createTeacher();
    await insertPushDevice(user.id);
    await createAlertRow("subject=m", { now, userId: user.id });
    await publish({}, user);
    const hidden = await publish();
    await updateRow(listings, hidden.id, { state: "paused" });
    await reindex(hidden.id);
    await queueAlertDigests(jobContextAt(now));
    expect(await listPushes()).toEqual([]);

    await updateRow(users, user.id, { pushOff: ["alerts"] });
    await publish();
    await queueAlertDigests(jobContextAt(now + DAY_MS));
    expect(await listPushes()).toEqual([]);
  });
});

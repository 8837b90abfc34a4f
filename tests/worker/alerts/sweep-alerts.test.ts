import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { alerts, users } from "@/db/schema";
import { sweepAlerts } from "@/features/alerts";

import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, db, expectStatus } from "../../helpers/app";
import { listRows, mailsTo } from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { createAlertSetup, createGuestAlert, listStoredAlerts, newAddress, postAlert } from "./setup";

beforeEach(async () => {
  // Without keys, the app check logs once that it is off.
  await db.delete(alerts);
});

const sweepAt = (now: number) => sweepAlerts(jobContextAt(now));
const listKeepMails = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template === "alert_keep");

describe("sweepAlerts", () => {
  it("deletes unconfirmed alerts after a week, with their filters", async () => {
    await createAlertSetup();
    const email = newAddress();
    await postAlert({ email, filters: "max=77" });
    const confirmed = await createGuestAlert({ filters: "max=78" });
    await sweepAt(app.clock.now + 7 * DAY_MS - 1000);
    expect(await listStoredAlerts({ email })).toHaveLength(1);
    await sweepAt(app.clock.now + 7 * DAY_MS);
    expect(await listStoredAlerts({ email })).toEqual([]);
    expect(await listStoredAlerts(confirmed)).toHaveLength(1);
  });

  it("asks once after six months without an opened link, and ends the alert 14 days later", async () => {
    const { user, as } = await createAlertSetup();
    const guest = await createGuestAlert({ filters: "subject=m&county=cj" });
    await postAlert({}, { as });
    const start = app.clock.now;
    await sweepAt(start + 182 * DAY_MS);
    expect(await listKeepMails(guest.email)).toEqual([]);
    for (const hour of [0, 1, 2]) await sweepAt(start + 183 * DAY_MS + hour * 3_600_000);
    for (const { email } of [guest, user]) {
      const mails = await listKeepMails(email);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain("/open?token=");
      expect(mails[0]?.unsubscribeUrl).toContain("/unsubscribe?token=alert.");
    }
    await sweepAt(start + 197 * DAY_MS - 1000);
    expect(await listStoredAlerts(guest)).toHaveLength(1);
    await sweepAt(start + 197 * DAY_MS);
    expect(await listStoredAlerts(guest)).toEqual([]);
    expect(await listStoredAlerts(user)).toEqual([]);
  });

  it("neither asks a disabled account nor ends its alerts; they continue after its return", async () => {
    const { user, as } = await createAlertSetup();
    await postAlert({}, { as });
    const setDisabled = (disabledTs: number | null) =>
      db.update(users).set({ disabledTs }).where(eq(users.id, user.id));
    const start = app.clock.now;
    await setDisabled(start);
    for (const day of [183, 197, 365]) await sweepAt(start + day * DAY_MS);
    expect(await listKeepMails(user.email)).toEqual([]);
    expect(await listStoredAlerts(user)).toHaveLength(1);
    await setDisabled(null);
    await sweepAt(start + 366 * DAY_MS);
    expect(await listKeepMails(user.email)).toHaveLength(1);
    expect(await listStoredAlerts(user)).toHaveLength(1);
  });

  it("keeps an alert whose link was opened after the mail, or within six months", async () => {
    await createAlertSetup();
    const guest = await createGuestAlert();
    const start = app.clock.now;
    await sweepAt(start + 183 * DAY_MS);
    app.clock.now = start + 190 * DAY_MS;
    const [mail] = await listKeepMails(guest.email);
    const path = mail?.text.match(/\/alerts\/\S+\/open\?token=\S+/)?.[0] ?? "";
    await expectStatus(app.get(path), 302);
    await sweepAt(start + 365 * DAY_MS);
    expect(await listStoredAlerts(guest)).toHaveLength(1);
    expect(await listKeepMails(guest.email)).toHaveLength(1);
    app.clock.now = start + 370 * DAY_MS;
    await app.get(paths.alerts({ token: guest.token }));
    await sweepAt(start + 400 * DAY_MS);
    expect(await listKeepMails(guest.email)).toHaveLength(1);
    expect(await listRows(alerts, { id: guest.id })).toHaveLength(1);
  });
});

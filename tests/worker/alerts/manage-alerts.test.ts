import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { alertFilters, alertMatches, alerts, users } from "@/db/schema";
import { createAlertToken } from "@/features/alerts";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createUser, listRows, updateRow } from "../../helpers/factories";
import { createAlertRow } from "./create-alert-row";
import {
  countFilters,
  createAlertSetup,
  createGuestAlert,
  findAlertToken,
  listStoredAlerts,
  newAddress,
  postAlert,
} from "./setup";

type Action = Parameters<typeof paths.alertAction>[1];
const press = (id: string, action: Action, form: Record<string, string>) =>
  app.post(paths.alertAction(id, action), { form });
const findStored = async (id: string) => (await listRows(alerts, { id }))[0];

/** A match of an alert's filters with some listing. Returns its number. */
async function insertMatch(alertId: string, now: number) {
  const stored = await findStored(alertId);
  const [match] = await db
    .insert(alertMatches)
    .values({ filtersId: stored?.filtersId ?? 0, listingNum: 1, createdTs: now })
    .returning();
  return match?.seq ?? 0;
}

describe("the confirming link", () => {
  it("starts the alert by a press, at the moment of the press", async () => {
    const email = newAddress();
    await postAlert({ email });
    const { token, id } = await findAlertToken(email);
    const seq = await insertMatch(id, app.clock.now);
    app.clock.now += 2 * DAY_MS;
    const page = await app.get(paths.alerts({ token }));
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    expect(await page.text()).toContain("Start this alert?");
    const answer = await press(id, "confirm", { token });
    expect(answer.headers.get("location")).toBe(paths.alerts({ token, done: "confirmed" }));
    const stored = await findStored(id);
    expect(stored).toMatchObject({ confirmedTs: app.clock.now, openedTs: app.clock.now, sentSeq: seq });
    expect(stored?.nextDigestTs).toBeGreaterThan(app.clock.now);
    app.clock.now += DAY_MS;
    await press(id, "confirm", { token });
    expect((await findStored(id))?.confirmedTs).toBe(stored?.confirmedTs);
  });

  it("ends after a week, also before the sweep", async () => {
    const email = newAddress();
    await postAlert({ email });
    const { token, id } = await findAlertToken(email);
    app.clock.now += 7 * DAY_MS;
    await expectStatus(app.get(paths.alerts({ token })), 400);
    await expectStatus(press(id, "confirm", { token }), 400);
    expect((await findStored(id))?.confirmedTs).toBeNull();
  });

  it("refuses tokens of other alerts and addresses, guessed ones, and those of ended alerts", async () => {
    const email = newAddress();
    await postAlert({ email });
    const { token, id } = await findAlertToken(email);
    const other = await createGuestAlert();
    const forged = createAlertToken(
      { config: { ...app.bindings, JWT_SECRET: "x".repeat(64) } as never },
      { id, email },
    );
    const wrong = [
      "",
      "nope",
      id,
      `${id}.`,
      `${id}.${token.split(".")[1]?.toLowerCase()}x`,
      other.token,
      forged,
    ];
    for (const guess of [
      ...wrong,
      `${id}.${other.token.split(".")[1]}`,
      `${newId()}.${token.split(".")[1]}`,
    ]) {
      for (const action of ["confirm", "pause", "delete"] as const) await press(id, action, { token: guess });
      if (guess !== other.token)
        await expectStatus(app.get(paths.alerts({ token: guess })), guess ? 400 : 200);
    }
    expect(await findStored(id)).toMatchObject({ confirmedTs: null, pausedTs: null });
    await press(id, "delete", { token });
    const ended = await expectStatus(app.get(paths.alerts({ token })), 400);
    expect(await ended.text()).toContain("The alert has ended");
    await expectStatus(press(id, "confirm", { token }), 400);
  });

  it("refuses the 21st alert of an address", async () => {
    const { email } = await createGuestAlert();
    for (let n = 1; n < 20; n++) await createAlertRow(`max=${n}`, { now: app.clock.now, email });
    expect(await listStoredAlerts({ email })).toHaveLength(20);
    await postAlert({ email, filters: "max=900" });
    const { id, token } = await findAlertToken(email);
    expect(await expectPage(press(id, "confirm", { token }), 409)).toContain("There are already 20 alerts");
    expect((await findStored(id))?.confirmedTs).toBeNull();
  });
});

describe("the page of alerts", () => {
  it("pauses, resumes and changes an alert by the mailed link, and ends it with its filters", async () => {
    const { id, token, email } = await createGuestAlert({ filters: "max=431" });
    const before = await countFilters();
    app.clock.now += DAY_MS;
    expect((await press(id, "pause", { token })).headers.get("location")).toBe(
      paths.alerts({ token, done: "paused" }),
    );
    expect(await findStored(id)).toMatchObject({ pausedTs: app.clock.now });
    const page = await app.read(paths.alerts({ token, done: "paused" }));
    expectText(page, "The alert is paused.", email);
    const seq = await insertMatch(id, app.clock.now);
    app.clock.now += 3 * DAY_MS;
    await press(id, "resume", { token });
    const resumed = await findStored(id);
    expect(resumed).toMatchObject({ pausedTs: null, sentSeq: seq, openedTs: app.clock.now });
    expect(resumed?.nextDigestTs).toBeGreaterThan(app.clock.now);
    await press(id, "frequency", { token, frequency: "weekly" });
    expect(await findStored(id)).toMatchObject({ frequency: "weekly", sentSeq: seq });
    await expectStatus(press(id, "frequency", { token, frequency: "hourly" }), 422);
    const ended = await press(id, "delete", { token });
    expect(ended.headers.get("location")).toBe(paths.alerts({ done: "deleted" }));
    expect(await findStored(id)).toBeUndefined();
    expect(await countFilters()).toBe(before - 1);
    await expectStatus(press(id, "delete", { token }), 400);
  });

  it("keeps an alert paused whose frequency is changed at the same time", async () => {
    const { id, token } = await createGuestAlert();
    await Promise.all([
      press(id, "pause", { token }),
      press(id, "frequency", { token, frequency: "weekly" }),
    ]);
    expect(await findStored(id)).toMatchObject({ frequency: "weekly", pausedTs: app.clock.now });
  });

  it("keeps filters that another alert uses", async () => {
    const [first, second] = [
      await createGuestAlert({ filters: "max=433" }),
      await createGuestAlert({ filters: "max=433" }),
    ];
    await press(first.id, "delete", { token: first.token });
    const stored = await findStored(second.id);
    expect(await listRows(alertFilters, { id: stored?.filtersId ?? 0 })).toHaveLength(1);
  });

  it("lists all alerts of the link's address, with a token for each, and none of others", async () => {
    const { email, token } = await createGuestAlert({ filters: "subject=m" });
    const second = await createGuestAlert({ filters: "subject=p" }, email);
    await createGuestAlert({ filters: "max=437" });
    const page = await app.read(paths.alerts({ token }));
    expectText(page, "Mathematics", "Physics");
    expect(page).not.toContain("max=437");
    // Ended by the link of another alert of the address; the page goes on with that one's link.
    const answer = await press(second.id, "delete", { token: second.token });
    expect(answer.headers.get("location")).toBe(paths.alerts({ token, done: "deleted" }));
  });

  it("lets users change their own alerts only, without a token", async () => {
    const { user, as } = await createAlertSetup();
    await postAlert({}, { as });
    const [own] = await listStoredAlerts(user);
    const id = own?.id ?? "";
    const stranger = await createUser({ email: newAddress() });
    await app.post(paths.alertAction(id, "pause"), { form: {}, as: stranger });
    await app.post(paths.alertAction(id, "pause"), { form: {} });
    expect((await findStored(id))?.pausedTs).toBeNull();
    const answer = await app.post(paths.alertAction(id, "pause"), { form: {}, as });
    expect(answer.headers.get("location")).toBe("/alerts?done=paused");
    expect((await findStored(id))?.pausedTs).toBe(app.clock.now);
    expect(await app.read("/alerts", { as: stranger })).toContain("No alerts yet");
    expect(await app.read("/alerts")).toContain("Sign in to see your alerts");
  });

  it("voids an account's links when its address changes", async () => {
    const { user, as } = await createAlertSetup();
    await postAlert({}, { as });
    const [own] = await listStoredAlerts(user);
    const id = own?.id ?? "";
    const { config } = (await import("../../helpers/services")).servicesAt(app.clock.now);
    const token = createAlertToken({ config }, { id, email: user.email });
    await expectStatus(app.get(paths.alerts({ token })), 200);
    await updateRow(users, user.id, { email: newAddress() });
    await expectStatus(app.get(paths.alerts({ token })), 400);
  });
});

describe("GET /alerts/{id}/open", () => {
  it("leads to the listing or the list of the alert, and records the opening once a day", async () => {
    const { id, token } = await createGuestAlert({ filters: "subject=m&county=cj" });
    const listing = newId();
    await db.run(sql`update alerts set keep_asked_ts = ${app.clock.now} where id = ${id}`);
    app.clock.now += 1000;
    const open = async (query: Record<string, string>) =>
      (await app.get(paths.alertAction(id, "open", query))).headers.get("location");
    expect(await open({ token, listing })).toBe(`/tutoring/${listing}`);
    expect(await findStored(id)).toMatchObject({ openedTs: app.clock.now, keepAskedTs: null });
    expect(await open({ token })).toMatch(/^\/tutoring\?(subject=m&county=cj|county=cj&subject=m)$/);
    const openedTs = app.clock.now;
    app.clock.now += 3_600_000;
    await open({ token });
    expect((await findStored(id))?.openedTs).toBe(openedTs);
    app.clock.now += DAY_MS;
    await open({ token });
    expect((await findStored(id))?.openedTs).toBe(app.clock.now);
  });

  it("leads to the list with the words of the alert as they are, not understood again", async () => {
    const { id, token } = await createGuestAlert({ filters: "q=pian+cluj&subject=mu&exact=1" });
    const answer = await app.get(paths.alertAction(id, "open", { token }));
    const query = new URL(answer.headers.get("location") ?? "", "https://catedra.test").searchParams;
    expect(Object.fromEntries(query)).toEqual({ q: "pian cluj", subject: "mu", exact: "1" });
  });

  it("records nothing for an invalid token, and never leads to another site", async () => {
    const { id, token } = await createGuestAlert();
    const before = await findStored(id);
    app.clock.now += 30 * DAY_MS;
    for (const query of [
      { token: `${token}x` },
      { token: "", listing: "https://evil.test/" },
      { token: "x", listing: "//evil.test" },
    ]) {
      await expectRedirect(app.get(paths.alertAction(id, "open", query)), "/tutoring", 302);
    }
    await app.request(paths.alertAction(id, "open", { token }), { method: "HEAD" });
    expect(await findStored(id)).toEqual(before);
  });
});

import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eFacturaConnection, eInvoices, mediaDeletions } from "@/db/schema";
import { sendEInvoices } from "@/features/e-factura";
import { purgeInvoiceBuyers } from "@/features/invoices";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { app, bindings, db } from "../../helpers/app";
import { fakeAuthority } from "../../helpers/fake-authority";
import { killDb } from "../../helpers/kill-db";
import { createJobContext } from "../../helpers/promotion-fixture";
import { EXEMPT_SELLER, PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "../invoices/make-invoices";
import { COMPANY, issueInvoices, PERSON, readEInvoice } from "./setup";

let authority: ReturnType<typeof fakeAuthority>;
const MINUTE_MS = 60_000;

/** Runs the job after a pause, as the cron does. */
async function run(afterMs = 5 * MINUTE_MS): Promise<void> {
  app.clock.now += afterMs;
  await sendEInvoices(createJobContext());
}

// Invoices are dated in the order of their numbers, so time goes on from test to test.
let { now } = app.clock;
afterEach(() => {
  now = app.clock.now;
});

beforeEach(async () => {
  app.clock.now = now;
  await db.delete(eInvoices);
  authority = fakeAuthority();
  authority.faults.change({ e_factura: { outage: "none", probability: 1, processing_s: 10 } });
  await saveSeller(PAYING_SELLER);
  await authority.connect();
});

const setOutage = (outage: "refuse" | "cut" | "error" | "limit" | "none") =>
  authority.faults.change({ e_factura: { outage } });

describe("send-efactura", () => {
  it.each([
    ["with VAT", PAYING_SELLER],
    ["without VAT", EXEMPT_SELLER],
  ])("uploads invoices and credit notes of a seller %s, and stores the signed answers", async (_, seller) => {
    await saveSeller(seller);
    const labels = [...(await issueInvoices(PERSON, 333)), ...(await issueInvoices(COMPANY, 1900))];
    expect(labels).toHaveLength(4);
    await run();
    expect((await Promise.all(labels.map(readEInvoice))).map(({ state }) => state)).toEqual(
      Array(4).fill("uploaded"),
    );
    await run();
    for (const label of labels) {
      const { state, error, dueTs, uploadIndex } = await readEInvoice(label);
      expect([state, error, dueTs]).toEqual(["accepted", "", null]);
      const answer = await bindings.MEDIA.get(`e-factura/${label}.zip`);
      const files = unzipSync(new Uint8Array(await (answer as R2ObjectBody).arrayBuffer()));
      expect(Object.keys(files).sort()).toEqual([`${uploadIndex}.xml`, `semnatura_${uploadIndex}.xml`]);
    }
    const sent = [...authority.uploads.values()].map(({ isB2c, standard, errors }) => [
      isB2c,
      standard,
      errors,
    ]);
    expect(sent).toEqual([
      [true, "UBL", []],
      [true, "CN", []],
      [false, "UBL", []],
      [false, "CN", []],
    ]);
    authority.calls.length = 0;
    await run();
    expect(authority.calls).toEqual([]);
  });

  it("uploads documents of orders from before the seller's registration for VAT or its end, and refunds of a ban", async () => {
    const refunds = [1, 2, 3, 4, 5, 6, 7, 8, 7, 400, 1900];
    const withVat = await createOpenOrder(null, { billing: PERSON });
    await insertInvoices(withVat.id, { paidTs: app.clock.now, billing: PERSON });
    await saveSeller(EXEMPT_SELLER);
    for (const refundedAmount of refunds) await insertInvoices(withVat.id, { refundedAmount });
    const withoutVat = await createOpenOrder(null, { billing: PERSON, vatRate: 0, vatAmount: 0 });
    await saveSeller(PAYING_SELLER);
    await insertInvoices(withoutVat.id, { paidTs: app.clock.now, billing: PERSON });
    for (const refundedAmount of refunds) await insertInvoices(withoutVat.id, { refundedAmount });
    for (const [{ id }, seller] of [
      [withVat, { ...PAYING_SELLER, exemption: expect.any(String) }],
      [withoutVat, EXEMPT_SELLER],
    ] as const)
      expect((await listOrderInvoices(id)).map((invoice) => invoice.seller)).toEqual(Array(12).fill(seller));
    for (let n = 0; n < 4; n++) await run();
    const states = (await db.select().from(eInvoices)).map(({ state, error }) => state + error);
    expect(states).toEqual(Array(24).fill("accepted"));
  });

  it("asks rarely while the authority processes a document for hours", async () => {
    const [label = ""] = await issueInvoices(PERSON);
    authority.faults.change({ e_factura: { processing_s: 6 * 3600 } });
    for (let minutes = 0; minutes < 8 * 60; minutes += 5) await run();
    expect(authority.calls.filter((call) => call === "stareMesaj").length).toBeLessThan(30);
    expect(await readEInvoice(label)).toMatchObject({ state: "accepted" });
  });

  it.each([
    ["refuse", "uploading"],
    ["cut", "uploading"],
    ["error", "uploading"],
    ["limit", "queued"],
  ] as const)("survives %s: nothing is uploaded twice, also by a slow authority", async (outage, state) => {
    const [label = ""] = await issueInvoices(PERSON);
    authority.faults.change({ e_factura: { outage, processing_s: 5 * 3600 } });
    await run();
    expect((await readEInvoice(label)).state).toBe(state);
    for (let n = 0; n < 3; n++) await run();
    setOutage("none");
    for (let n = 0; n < 20; n++) await run(2 * HOUR_MS);
    expect(await readEInvoice(label)).toMatchObject({ state: "accepted" });
    expect(authority.uploads.size).toBe(1);
  });

  it("leaves an upload to an admin if it may be the one that the authority rejected", async () => {
    const [label = ""] = await issueInvoices({ ...COMPANY, tax_id: "RO12345675" });
    setOutage("cut");
    await run();
    setOutage("none");
    for (let n = 0; n < 20; n++) await run(2 * HOUR_MS);
    expect([(await readEInvoice(label)).error, authority.uploads.size]).toEqual([
      expect.stringContaining("ANAF nu a confirmat"),
      1,
    ]);
  });

  it("sends other documents on a day on which an answer cannot be read again", async () => {
    const [lost = ""] = await issueInvoices(PERSON);
    for (let n = 0; n < 12; n++) {
      await run();
      await db.update(eInvoices).set({ state: "uploading", uploadIndex: null, dueTs: 0 });
    }
    const [other = ""] = await issueInvoices(COMPANY);
    await run();
    expect(await readEInvoice(lost)).toMatchObject({
      state: "uploading",
      error: expect.stringContaining("10"),
    });
    expect((await readEInvoice(other)).state).toBe("uploaded");
    await run(DAY_MS);
    await run();
    expect([(await readEInvoice(lost)).state, authority.uploads.size]).toEqual(["accepted", 2]);
  });

  it("stores why a document was rejected; an admin can send it again", async () => {
    const [label = ""] = await issueInvoices({ ...COMPANY, tax_id: "RO12345675" });
    await run();
    await run();
    expect(await readEInvoice(label)).toMatchObject({
      state: "rejected",
      error: "[ERRIdentif]",
      dueTs: null,
    });
    expect(await bindings.MEDIA.head(`e-factura/${label}.zip`)).not.toBeNull();
  });

  it("takes the earlier upload of a duplicate, as after a restore of the database", async () => {
    const [label = ""] = await issueInvoices(PERSON);
    await run();
    const { uploadIndex } = await readEInvoice(label);
    await db.update(eInvoices).set({ state: "queued", uploadIndex: null, dueTs: 0 });
    await run();
    for (let n = 0; n < 3; n++) await run();
    expect(await readEInvoice(label)).toMatchObject({ state: "accepted", uploadIndex });
  });

  it("finds an upload at the authority before it uploads again", async () => {
    const [label = "", other = ""] = [...(await issueInvoices(PERSON)), ...(await issueInvoices(COMPANY))];
    await run();
    const before = await readEInvoice(label);
    await db.update(eInvoices).set({ state: "uploading", uploadIndex: null, dueTs: 0 });
    await run();
    expect(authority.uploads.size).toBe(2);
    expect(await readEInvoice(label)).toMatchObject({ state: "uploaded", uploadIndex: before.uploadIndex });
    await run();
    expect((await readEInvoice(other)).state).toBe("accepted");
  });

  it("loses the signed answer with the buyer, at the end of the accounting period", async () => {
    const [label = ""] = await issueInvoices(PERSON);
    await run();
    await run();
    const later = { ...createJobContext(), now: app.clock.now + 7 * 366 * DAY_MS };
    await purgeInvoiceBuyers(later);
    const scheduled = await db.select({ key: mediaDeletions.key }).from(mediaDeletions);
    expect(scheduled).toContainEqual({ key: `e-factura/${label}.zip` });
  });

  it("does nothing without a connection, and stops when the authority refuses to renew it", async () => {
    const [label = ""] = await issueInvoices(PERSON);
    await db.delete(eFacturaConnection);
    await run();
    expect([authority.calls, (await readEInvoice(label)).state]).toEqual([["token"], "queued"]);
    await authority.connect();
    // The consent of a year is over.
    await run(366 * DAY_MS);
    const [connection] = await db.select().from(eFacturaConnection);
    expect([connection?.refusedTs, (await readEInvoice(label)).state]).toEqual([app.clock.now, "queued"]);
  });

  it("ends the connection when the tokens cannot be decrypted, since JWT_SECRET has changed", async () => {
    const changed = { ...app.bindings, JWT_SECRET: "another-secret-of-at-least-32-characters" };
    await sendEInvoices(createJobContext(changed));
    const [connection] = await db.select().from(eFacturaConnection);
    expect(connection?.refusedTs).toBe(app.clock.now);
  });

  it("renews the tokens before they end, and stores none of them readable", async () => {
    const read = async () => (await db.select().from(eFacturaConnection))[0];
    const first = await read();
    await run(84 * DAY_MS);
    const second = await read();
    expect(second?.accessExpiresTs).toBe(app.clock.now + 90 * DAY_MS);
    expect(second?.refreshToken).not.toBe(first?.refreshToken);
    expect(second?.consentEndsTs).toBe(first?.consentEndsTs);
    expect(JSON.stringify([first, second])).not.toContain("eyJ");
    const [label = ""] = await issueInvoices(PERSON);
    // The authority has ended the token early.
    await db.update(eFacturaConnection).set({ accessToken: first?.accessToken ?? "" });
    app.clock.now += 10 * DAY_MS;
    await expect(run()).rejects.toThrow("401");
    await run();
    await run();
    await run();
    expect((await readEInvoice(label)).state).toBe("accepted");
  });
});

/** Hours for which a slow authority processes a document, in seconds. */
const SLOW_S = 5 * 3600;

/** A bucket in which the job is killed before or after it stores an answer. */
const failPut = (bucket: R2Bucket, isExecuted: boolean): R2Bucket =>
  new Proxy(bucket, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        if (name !== "put" || isExecuted) await value.apply(target, args);
        if (name === "put") throw new Error("killed");
      };
    },
  });

it("uploads each document once when the job is killed 20 times", async () => {
  let seed = 29;
  /** Numbers from 0 to `end`, the end excluded; the same in each run. */
  const random = (end: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % end;
  };
  const labels: string[] = [];
  let kills = 0;
  for (let round = 0; kills < 20; round++) {
    labels.push(...(await issueInvoices(round % 2 ? PERSON : COMPANY, round % 3 ? 0 : 500)));
    app.clock.now += 7 * MINUTE_MS;
    // Of a slow authority, which lists nothing for hours, the job must not conclude that it has nothing.
    authority.faults.change({ e_factura: { processing_s: random(2) === 0 ? 10 : SLOW_S } });
    if (random(3) === 0) setOutage("cut");
    const DB = killDb(bindings.DB, { call: random(12), isExecuted: random(2) === 0 });
    const MEDIA = random(4) === 0 ? failPut(bindings.MEDIA, random(2) === 0) : bindings.MEDIA;
    const ended = await sendEInvoices(createJobContext({ ...app.bindings, DB, MEDIA })).then(
      () => true,
      (error: Error) => {
        expect(String(error.cause ?? error)).toContain("killed");
        return false;
      },
    );
    if (!ended) kills++;
    setOutage("none");
    // Two runs at the same time.
    if (random(4) === 0) await Promise.all([1, 2].map(() => sendEInvoices(createJobContext())));
  }
  authority.faults.change({ e_factura: { processing_s: SLOW_S } });
  for (let n = 0; n < 60; n++) await run(HOUR_MS);

  const rows = await Promise.all(labels.map(readEInvoice));
  expect(rows.filter(({ state }) => state !== "accepted")).toEqual([]);
  const numbers = [...authority.uploads.values()].map(({ xml }) => xml.match(/<cbc:ID>([^<]+)</)?.[1]);
  expect(numbers.sort()).toEqual([...labels].sort());
  expect([...authority.uploads.values()].flatMap(({ errors }) => errors)).toEqual([]);
  vi.unstubAllGlobals();
});

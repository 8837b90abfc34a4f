import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { auditLog, contactMessages, eFacturaConnection, eInvoices } from "@/db/schema";
import { sendEInvoices } from "@/features/e-factura";
import { runSchedule } from "@/jobs";
import { DAY_MS, startOfDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { checkDocument } from "../../../dev/stubs/e-factura/check-document";
import {
  app,
  createTestApp,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  type Jar,
} from "../../helpers/app";
import { fakeAuthority } from "../../helpers/fake-authority";
import { type Caller, createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { createJobContext } from "../../helpers/promotion-fixture";

import { PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { insertMessage } from "../follow-up/messages";
import { COMPANY, issueInvoices, PERSON, readEInvoice } from "./setup";

const authority = fakeAuthority();
const unregistered = createTestApp({ EFACTURA_CLIENT_ID: undefined, EFACTURA_CLIENT_SECRET: undefined });
/** Friday, 20 November 2026. */
const start = app.clock.now;
let admin: Caller;
let jar: Jar;

beforeAll(async () => {
  admin = await createAdminCaller();
  jar = admin.jar;
  await saveSeller(PAYING_SELLER);
});
beforeEach(async () => {
  app.clock.now = start;
  await db.delete(eFacturaConnection);
  await db.update(eInvoices).set({ state: "accepted", dueTs: null, settledTs: start });
});

const readConsentUrl = async (path = paths.eFactura()) =>
  (await expectPage(app.get(path, { as: jar }), 200))
    .match(/href="([^"]*anaf-oauth2[^"]*)"/)?.[1]
    ?.replaceAll("&amp;", "&") ?? "";

describe("/admin/e-factura", () => {
  it("connects in both languages, though the authority leads back to an address without a language", async () => {
    for (const [prefix, missing, connected] of [
      ["", "Not connected to ANAF", "Connected on"],
      ["/ro", "Neconectat la ANAF", "Conectat la"],
    ] as const) {
      await db.delete(eFacturaConnection);
      const page = prefix + paths.eFactura();
      expect(await app.read(page, { as: jar })).toContain(missing);
      const callback = authority.consent(await readConsentUrl(page));
      expect(callback).toMatch(/^\/admin\/e-factura\/callback\?code=/);
      if (prefix) await expectRedirect(app.get(callback, { as: jar }), prefix + callback);
      await expectRedirect(app.get(prefix + callback, { as: jar }), prefix + paths.eFactura({ done: true }));
      expect(await app.read(page, { as: jar })).toContain(connected);
    }
    expect(await db.$count(auditLog, eq(auditLog.action, "invoice.connected"))).toBe(2);
    const log = await app.read(paths.adminAudit({ subject: "connection:e-Factura" }), { as: jar });
    expect(log).toMatch(
      /Site connected to ANAF<\/strong>: <a[^>]*href="\/admin\/e-factura">Connection e-Factura</,
    );
  });

  it("refuses an answer of another session, a used or late code, and a refusal", async () => {
    const callback = authority.consent(await readConsentUrl());
    const other = await createAdminCaller();
    await expectPage(app.get(callback, { as: other.jar }), 409);
    await expectPage(app.get(callback.replace(/code=\w+/, "error=access_denied"), { as: jar }), 409);
    app.clock.now += 61_000;
    const page = await expectPage(app.get(callback, { as: jar }), 409);
    expect(page).toContain("took longer than a minute");
    const late = authority.consent(await readConsentUrl(`/ro${paths.eFactura()}`));
    app.clock.now += 61_000;
    expect(await expectPage(app.get(`/ro${late}`, { as: jar }), 409)).toContain("peste un minut");
    const again = authority.consent(await readConsentUrl());
    await expectStatus(app.get(again, { as: jar }), 303);
    await expectStatus(app.get(again, { as: jar }), 409);
    authority.faults.change({ e_factura: { outage: "error" } });
    await expectStatus(app.get(authority.consent(await readConsentUrl()), { as: jar }), 503);
    authority.faults.change({ e_factura: { outage: "none" } });
  });

  it("says without the settings what to do instead; the job does nothing", async () => {
    expect(await unregistered.read(paths.eFactura(), { as: jar })).toContain("EFACTURA_CLIENT_ID");
    const [label = ""] = await issueInvoices(PERSON);
    await sendEInvoices(createJobContext(unregistered.bindings));
    expect((await readEInvoice(label)).state).toBe("queued");
    expect(await unregistered.read(paths.adminInvoices(), { as: jar })).toContain(
      "not sent to the tax authority",
    );
  });
});

describe("/admin/invoices", () => {
  it("lists the invoices of a month with their states, in pages", async () => {
    app.clock.now = startOfDay("2026-10-05");
    await saveSeller({ ...PAYING_SELLER, series: "OCT" });
    const labels: string[] = [];
    for (let n = 0; n < 51; n++) labels.push(...(await issueInvoices(n === 0 ? COMPANY : PERSON)));
    const html = await app.read(`/ro${paths.adminInvoices({ month: "2026-10" })}`, { as: jar });
    expectText(html, `Factură ${labels[50]}`, "În așteptare");
    expect(html).not.toContain(labels[0]);
    const next = html.match(/href="\/ro(\/admin\/invoices\?month=2026-10[^"]*before=[^"]*)"/)?.[1];
    expect(await app.read(next?.replaceAll("&amp;", "&") ?? "", { as: jar })).toContain(labels[0]);
    await saveSeller(PAYING_SELLER);
    app.clock.now = start;
    expect(await app.read(paths.adminInvoices(), { as: jar })).not.toContain(labels[0]);
    expect(await app.read(paths.adminInvoices({ state: "open" }), { as: jar })).toContain(labels[50]);

    await db
      .update(eInvoices)
      .set({ state: "accepted", uploadIndex: "5000000001", settledTs: startOfDay("2026-10-07") })
      .where(eq(eInvoices.label, labels[1] ?? ""));
    const csv = await app.read(paths.adminInvoicesCsv({ from: "2026-10-01", to: "2026-10-31" }), { as: jar });
    expect(csv).toMatch(new RegExp(`${labels[0]}.*Queued,,,`));
    expect(csv).toMatch(new RegExp(`${labels[1]}.*Accepted,5000000001,2026-10-07,`));
    const zip = await app.get(paths.adminInvoicesZip({ month: "2026-10" }), { as: jar });
    expect(zip.headers.get("content-disposition")).toContain("e-invoices-2026-10.zip");
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toEqual(labels.map((label) => `${label}.xml`));
    for (const file of Object.values(files)) expect(checkDocument(strFromU8(file))).toEqual([]);
  });

  it("serves each document to admins, as a page's file and by the API", async () => {
    const [invoice = "", note = ""] = await issueInvoices(COMPANY, 700);
    for (const label of [invoice, note]) {
      const response = await app.get(paths.apiAdminInvoice(`${label}.xml`), { headers: admin.headers });
      expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
      const xml = await expectPage(response, 200);
      expect(checkDocument(xml)).toEqual([]);
      expect(await app.read(paths.adminInvoiceFile(label, "document.xml"), { as: jar })).toBe(xml);
    }
    expect(await app.read(paths.adminInvoiceFile(note, "document.xml"), { as: jar })).toMatch(
      new RegExp(`<CreditNote [^]*>381<[^]*<cac:BillingReference>[^]*>${invoice}<`),
    );
    for (const file of ["CAT-999999.xml", "CAT-1", "x.xml"])
      await expectStatus(app.get(paths.apiAdminInvoice(file), { headers: admin.headers }), 404);
    await expectStatus(app.get(paths.adminInvoiceFile(invoice, "answer.zip"), { as: jar }), 404);
  });

  it.each(["uploading", "uploaded"] as const)(
    "marks a document as uploaded by hand that stays %s",
    async (state) => {
      const [label = ""] = await issueInvoices(PERSON);
      await db.update(eInvoices).set({ state }).where(eq(eInvoices.label, label));
      await expectStatus(app.post(paths.adminInvoiceAction(label, "hand-over"), { as: jar }), 303);
      expect((await readEInvoice(label)).state).toBe("handed_over");
    },
  );

  it("marks a document as uploaded by hand, and sends a rejected one again, each once", async () => {
    const [label = ""] = await issueInvoices(PERSON);
    // The task that led to the page, which a run continues from.
    const from = { task: `e_invoices:${label}`, run: "0.1.contact:x" };
    const post = (action: "hand-over" | "send-again") =>
      app.post(paths.adminInvoiceAction(label, action, from), { as: jar });
    const call = (action: "hand-over" | "send-again") =>
      app.post(paths.apiAdminInvoiceAction(label, action), { headers: admin.headers });
    const readOpen = () => app.read(paths.adminInvoices({ state: "open", ...from }), { as: jar });
    const byHand = `action="${paths.adminInvoiceAction(label, "hand-over", from).replace("&", "&amp;")}"`;
    await expectStatus(post("send-again"), 409);
    await expectStatus(call("send-again"), 409);
    // The site cannot send it; then it sends it itself, unless the authority does not take it.
    expect(await readOpen()).toContain(byHand);
    await authority.connect();
    expect(await readOpen()).not.toContain(byHand);
    await db.update(eInvoices).set({ error: "Nu aveti drept" }).where(eq(eInvoices.label, label));
    expect(await readOpen()).toContain(byHand);
    await db
      .update(eInvoices)
      .set({ state: "rejected", uploadIndex: "5000000009", error: "[BR-16]", dueTs: null, uploadTs: start })
      .where(eq(eInvoices.label, label));
    const open = await readOpen();
    expectText(
      open,
      "Send again",
      byHand,
      `href="${paths.followUpRow(from.task, { run: from.run })}"`,
      "5000000009",
      "Nov 20, 2026",
      "[BR-16]",
    );
    expect(open).toMatch(/>Open(<!-- -->)? <span[^>]*>1</);
    expect(open).toMatch(/>November 2026(<!-- -->)? <span[^>]*>\d+</);
    await expectRedirect(
      post("send-again"),
      paths.adminInvoices({ state: "open", done: "send-again", ...from }),
    );
    expect(await readEInvoice(label)).toMatchObject({ state: "queued", error: "", dueTs: start });
    await expectStatus(call("hand-over"), 204);
    expect(await readEInvoice(label)).toMatchObject({ state: "handed_over", dueTs: null });
    await expectStatus(post("hand-over"), 409);
    const actions = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `invoice:${label}`));
    expect(actions.map(({ action }) => action)).toEqual(["invoice.sent_again", "invoice.handed_over"]);
  });
});

it("a document is a task from the third working day, and at once if it is rejected", async () => {
  const [label = ""] = await issueInvoices(PERSON);
  const listKeys = async () =>
    (await listFollowUp(await createAdminCaller(), { queue: "e_invoices" })).content.map(({ key }) => key);
  const readHealth = async () => app.read(paths.adminHealth(), { as: (await createAdminCaller()).jar });
  // Issued on Friday: Wednesday is the third working day, the fifth ends on Friday.
  expect(await readEInvoice(label)).toMatchObject({
    followUpTs: startOfDay("2026-11-25"),
    deadlineTs: startOfDay("2026-11-28") - 1,
  });
  app.clock.now = startOfDay("2026-11-25") - 1;
  expect(await listKeys()).toEqual([]);
  app.clock.now++;
  expect(await listKeys()).toEqual([`e_invoices:${label}`]);
  expect(await readHealth()).toContain("1 invoice is late");
  const listOrder = async () =>
    (await listFollowUp(await createAdminCaller())).content
      .map(({ key }) => key)
      .filter((key) => /^(contact|e_invoices):/.test(key));
  await db.delete(contactMessages);
  const earlier = await insertMessage(1);
  expect(await listOrder(), "its deadline is three days away").toEqual([earlier, `e_invoices:${label}`]);
  await db.update(eInvoices).set({ state: "accepted" });
  expect(await listKeys()).toEqual([]);
  await db.update(eInvoices).set({ state: "rejected", settledTs: start }).where(eq(eInvoices.label, label));
  app.clock.now = start;
  expect(await listKeys()).toEqual([`e_invoices:${label}`]);
  // Overdue messages precede it until the last two days before its deadline.
  await db.delete(contactMessages);
  const overdue = await insertMessage(9);
  const waiting = await insertMessage(1);
  expect(await listOrder()).toEqual([overdue, waiting, `e_invoices:${label}`]);
  app.clock.now = startOfDay("2026-11-26");
  await db.update(contactMessages).set({ createdTs: app.clock.now - DAY_MS });
  expect((await listOrder())[0]).toBe(`e_invoices:${label}`);
  app.clock.now = start;
  const row = await app.read(paths.followUpRow(`e_invoices:${label}`), { as: jar });
  expect(row).toContain("Ștefan Țepeș");
  expect(await app.read(paths.admin(), { as: jar })).toContain(">Due Nov 27, 2026<");
});

it("asks admins to connect once a document waits, and warns 14 days before the consent ends", async () => {
  const readTask = async () => {
    const { content } = await listFollowUp(await createAdminCaller(), {
      queue: "e_factura_connection",
    });
    return content.map(({ key, subject }) => `${key} ${subject.about}`);
  };
  const readHealth = async () => app.read(paths.adminHealth(), { as: (await createAdminCaller()).jar });
  expect(await readTask()).toEqual([]);
  expect(await readHealth()).toContain("Not connected to ANAF.");
  await issueInvoices(PERSON);
  expect(await readTask()).toEqual(["e_factura_connection:e-Factura Not connected to ANAF"]);
  for (const path of [paths.admin(), paths.followUpRow("e_factura_connection:e-Factura")])
    expect(await app.read(path, { as: jar })).toContain("e-Factura connection");
  const task = await app.read(paths.followUpRow("e_factura_connection:e-Factura"), { as: jar });
  expectText(task, "Connect it before the deadline");
  // Snoozed, it stays on the first screen with the deadline of the first document.
  const key = "e_factura_connection:e-Factura";
  const snoozed = await (await createAdminCaller()).patch(key, { snoozed_until: "2026-11-22" });
  expect(snoozed.due).toBe("2026-11-27");
  expect(await readTask()).toEqual([]);
  expectText(await app.read(paths.admin(), { as: jar }), "Nov 27, 2026");
  await authority.connect();
  expect(await readTask()).toEqual([]);
  const warn = async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    await runSchedule("check-health", app.bindings, { waitUntil: () => {} }, undefined, () => app.clock.now);
    const lines = warned.mock.calls.map(([line]) => JSON.parse(String(line)).alert);
    warned.mockRestore();
    return lines.includes("e_factura_consent_ending");
  };
  app.clock.now = start + 351 * DAY_MS - 60_000;
  expect(await warn()).toBe(false);
  app.clock.now = start + 351 * DAY_MS + 60_000;
  expect(await warn()).toBe(true);
  expect(await readHealth()).toContain("The consent ends within 14 days.");
  app.clock.now += 15 * DAY_MS;
  expect(await readTask()).toEqual(["e_factura_connection:e-Factura The consent has ended or was refused"]);
  vi.unstubAllGlobals();
});

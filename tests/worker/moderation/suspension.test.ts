import { beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  listRows,
  mailsTo,
  signIn,
} from "../../helpers/factories";

import { expectConsistentIndex } from "../../helpers/search-tables";
import { readUndoForm } from "../../helpers/undo";

let admin: Jar;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  admin = await signIn(await createAdmin());
  teacher = await createTeacher({ locale: "ro" });
});

const DAY_MS = 86_400_000;
const act = async (id: string, action: string, form: Record<string, string> = {}) => {
  const version = String((await findListing(id))?.version);
  return app.post(`/admin/listings/${id}/${action}`, { form: { version, ...form }, as: admin });
};
const suspend = (id: string) =>
  act(id, "suspend", { reason: "unsafe", text: "Ne-au scris <b>părinții</b>." });
const last = async (id: string) => (await listRows(auditLog, { subject: `listing:${id}` })).at(-1);

describe("POST /admin/listings/{id}/undo", () => {
  it("takes a suspension or removal back within 60 seconds: no mail, and the form has its text again", async () => {
    const { id } = await createListing(teacher);
    for (const [decision, done] of [
      ["suspend", "suspended"],
      ["remove", "removed"],
    ] as const) {
      await act(id, decision, { reason: "unsafe", text: "Ne-au scris părinții." });
      expect(await findListing(id)).toMatchObject({ state: done === "removed" ? "deleted" : done });
      app.clock.now += 59_000;
      await expectStatus(act(id, "undo", await readUndoForm(`listing:${id}`)), 303);
      expect(await findListing(id)).toMatchObject({
        ...{ state: "published", suspendedFrom: null, removedFrom: null, deletedTs: null },
        ...{ stateReasons: null, stateNote: "" },
      });
      expect(await mailsTo(teacher.email)).toEqual([]);
      const undone = await app.read(paths.adminListing(id, { done: "undone" }), { as: admin });
      expectText(undone, "The listing is as it was before");
      expectText(undone, "Ne-au scris părinții.</textarea>");
      await expectConsistentIndex(app.clock.now);
    }
  });
});

describe("POST /admin/listings/{id}/suspend", () => {
  it("hides a listing, mails its owner the reason in their language and writes an audit event", async () => {
    const listing = await createListing(teacher);
    const page = await app.read(`/admin/listings/${listing.id}`, { as: admin });
    expect(page.match(/value="fill"/g), "prepared texts do not fit a removal").toHaveLength(1);
    const answer = await suspend(listing.id);
    expect(answer.headers.get("location")).toBe(`/admin/listings/${listing.id}?done=suspended`);
    expect(await findListing(listing.id)).toMatchObject({
      state: "suspended",
      suspendedFrom: "published",
      stateReasons: ["unsafe"],
      stateNote: "Ne-au scris <b>părinții</b>.",
      version: 2,
    });
    const [mail] = await mailsTo(teacher.email);
    expect(mail).toMatchObject({
      template: "listing_suspended",
      subject: `Anunțul „${listing.title}” este suspendat`,
    });
    expect(mail?.text).toContain("> Ne-au scris <b>părinții</b>.");
    expect(mail?.html).toContain("&lt;b&gt;părinții");
    expect(await last(listing.id)).toMatchObject({
      action: "listing.suspended",
      detail: { reason: "unsafe", from: "published" },
    });
    await expectConsistentIndex(app.clock.now);
    await expectStatus(app.get(`/tutoring/${listing.id}`), 200);
    expectText(await app.read(`/tutoring/${listing.id}`), "not available right now");
    const html = await app.read(`/admin/listings/${listing.id}?done=suspended`, { as: admin });
    expectText(html, "The listing is suspended. The teacher gets the reason by email.");
    expectText(html, "Reinstate");
    expectText(html, "Ne-au scris &lt;b&gt;părinții");
  });

  it("twenty parallel calls suspend once and mail once", async () => {
    const listing = await createListing(teacher);
    const answers = await Promise.all(Array.from({ length: 20 }, () => suspend(listing.id)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    expect((await findListing(listing.id))?.suspendedFrom).toBe("published");
  });
});

describe("POST /admin/listings/{id}/reinstate", () => {
  const BEFORE = [
    ["pending", { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null }, "pending"],
    ["published", {}, "published"],
    ["paused", { state: "paused" }, "paused"],
    ["expired", { expiresTs: Date.UTC(2026, 10, 19) }, "published"],
  ] as const;
  it.each(BEFORE)("restores a listing that was %s before", async (_, overrides, state) => {
    const listing = await createListing(teacher, { ...overrides, subject: "la" });
    await suspend(listing.id);
    const answer = await act(listing.id, "reinstate");
    expect(answer.headers.get("location")).toBe(`/admin/listings/${listing.id}?done=reinstated`);
    expect(await findListing(listing.id)).toMatchObject({
      state,
      suspendedFrom: null,
      stateReasons: null,
      stateNote: "",
      expiresTs: listing.expiresTs,
      publishedTs: listing.publishedTs,
      version: 3,
    });
    expect((await mailsTo(teacher.email)).at(-1)?.template).toBe("listing_reinstated");
    expect((await last(listing.id))?.action).toBe("listing.reinstated");
    await expectConsistentIndex(app.clock.now);
  });

  it("leaves a task to finish the check, and tells the reporters when it ends", async () => {
    const { id } = await createListing(teacher);
    const report = { reason: "unsafe", email: "mama@example.test", text: "Ușa era încuiată." };
    await expectStatus(app.post(`/tutoring/${id}/report`, { form: report }), 303);
    await suspend(id);
    const today = () => app.read(paths.admin(), { as: admin });
    const task = new RegExp(`suspensions:${teacher.id}[^>]*>Safety checks to finish`);
    expect(await today()).toMatch(new RegExp(`Danger.*${task.source}`, "s"));
    const row = paths.followUpRow(`suspensions:${teacher.id}`);
    const page = await app.read(row, { as: admin });
    for (const text of [
      "Ușa era încuiată.",
      "tel:119",
      "Write to the teacher",
      "disable-account",
      "Suspended",
    ])
      expectText(page, text);
    // The teacher waits for a message.
    const closed = await expectPage(app.post(row, { as: admin, form: { intent: "done" } }), 422);
    expectText(closed, "The teacher was promised a message.");
    await expectStatus(act(id, "reinstate"), 303);
    expect(await today()).not.toMatch(task);
    const told = (await mailsTo("mama@example.test")).filter(({ template }) => template === "report_decided");
    expect(told).toHaveLength(2);
    expect(told[0]?.text).toContain("We have hidden the listing while we check.");
    expect(told[1]?.text).toContain("We have checked it again and lifted the restriction.");
    expect(Number(told[1]?.nextAttemptTs)).toBeGreaterThanOrEqual(Number(told[0]?.nextAttemptTs));
  });

  const REMOVABLE: Parameters<typeof createListing>[1][] = [
    { state: "suspended", suspendedFrom: "paused", stateReasons: ["unsafe"], stateNote: "De ce." },
    { state: "rejected", stateReasons: ["price"], stateNote: "Prețul?", publishedTs: null, expiresTs: null },
    { state: "pending", publishedTs: null, expiresTs: null, holdRule: "phone" },
  ];
  it.each(REMOVABLE)("restores a removed listing that was $state, with its reasons", async (overrides) => {
    const { id } = await createListing(teacher, overrides);
    const before = await findListing(id);
    await expectStatus(act(id, "remove", { reason: "unsafe", text: "Ne-au scris părinții." }), 303);
    // The form is sent twice: the second one may not also end a suspension.
    const removed = await findListing(id);
    await expectStatus(act(id, "reinstate", { version: "2" }), 303);
    await expectStatus(act(id, "reinstate", { version: "2" }), 409);
    expect(await findListing(id)).toEqual({ ...before, version: 3, updatedTs: app.clock.now });
    // Undone within 60 seconds, it is removed as before, and only the mail about the removal leaves.
    await expectStatus(act(id, "undo", await readUndoForm(`listing:${id}`)), 303);
    expect(await findListing(id)).toEqual({ ...removed, version: 4, updatedTs: app.clock.now });
    expect((await mailsTo(teacher.email)).at(-1)?.template).toBe("listing_removed");
  });

  it("a listing that expired meanwhile stays expired, and the mail says so", async () => {
    const listing = await createListing(teacher, { expiresTs: app.clock.now + DAY_MS });
    await suspend(listing.id);
    app.clock.now += 2 * DAY_MS;
    admin = await signIn(await createAdmin());
    await act(listing.id, "reinstate");
    expect((await mailsTo(teacher.email)).at(-1)?.text).toContain("Expirat");
    expectText(await app.read(`/tutoring/${listing.id}`), "not available right now");
  });

  it("without a stored state, decides by whether the listing was public", async () => {
    for (const [overrides, state] of [
      [{ publishedTs: null, expiresTs: null }, "pending"],
      [{}, "published"],
    ] as const) {
      const listing = await createListing(teacher, {
        ...overrides,
        state: "suspended",
        stateReasons: ["price"],
      });
      await act(listing.id, "reinstate");
      expect((await findListing(listing.id))?.state).toBe(state);
    }
  });
});

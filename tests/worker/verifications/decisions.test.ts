import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { users, verifications } from "@/db/schema";
import { processMediaDeletions } from "@/features/storage";
import { reindexEndedBadges, sendBadgeReminders } from "@/features/verifications";
import { DAY_MS } from "@/shared/dates";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, mailsTo } from "../../helpers/factories";
import { listFoundIds } from "../../helpers/list-found-ids";
import { promote } from "../../helpers/promote";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { call, createBearer } from "../../helpers/storage-fixture";
import { readUndoForm } from "../../helpers/undo";
import { approve, createSite, findState, insertVerification, listEvents, openFile, type Site } from "./setup";

let site: Site;
beforeEach(async () => {
  site = await createSite();
});

/** A moment (ms after a decision) when the job deletes the files. */
const DECIDED_FILES_MS = 16 * 60_000;
const processDeletionsAt = (afterMs: number) => processMediaDeletions(servicesAt(app.clock.now + afterMs));

const readProblem = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { title: string; errors?: { field: string; code: string }[] }),
});

describe("opening a file of a request", () => {
  it("answers it sandboxed and uncached, and writes an audit event once", async () => {
    const { admin, asAdmin } = site;
    const id = await site.request();
    const picture = await expectStatus(app.get(`/admin/verifications/${id}/files/1`, { as: admin }), 200);
    const headers = ["cache-control", "x-content-type-options", "content-disposition", "content-type"];
    expect(headers.map((name) => picture.headers.get(name))).toEqual([
      "private, no-store",
      "nosniff",
      'inline; filename="diploma-1.webp"',
      "image/webp",
    ]);
    expect(picture.headers.get("content-security-policy")).toContain("sandbox");
    expect(picture.headers.get("etag")).toBeNull();
    const pdf = await openFile(asAdmin, id, 2);
    expect(pdf.headers.get("content-disposition")).toBe('attachment; filename="diploma-2.pdf"');
    expect(pdf.headers.get("content-security-policy")).toContain("sandbox");
    // Browsers show no PDF in a sandbox. On the admin's page, their own viewer shows it.
    const shown = await expectStatus(app.get(`/ro/admin/verifications/${id}/files/2`, { as: admin }), 200);
    expect(shown.headers.get("content-disposition")).toBe('inline; filename="diploma-2.pdf"');
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    expect(shown.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'.*frame-ancestors 'self'$/,
    );
    expect([shown, picture].map(({ headers }) => headers.get("x-frame-options"))).toEqual([
      "SAMEORIGIN",
      "DENY",
    ]);
    const html = await app.read(`/admin/verifications/${id}`, { as: admin });
    expect(html).toMatch(new RegExp(`<img[^>]*src="/admin/verifications/${id}/files/1"`));
    expect(html).toMatch(new RegExp(`<iframe[^>]*src="/admin/verifications/${id}/files/2"`));
    for (const n of ["0", "3", "x", "-1"])
      await expectStatus(app.get(`/admin/verifications/${id}/files/${n}`, { as: admin }), 404);
    const opened = (await listEvents(id)).filter(({ action }) => action === "verification.file_opened");
    expect(opened).toEqual(
      [1, 2].map((file) => ({
        action: "verification.file_opened",
        detail: { file },
        actorId: admin.id,
      })),
    );
  });

  it("writes no audit event for a file that is not stored", async () => {
    const { asAdmin } = site;
    const id = await site.request();
    await app.bindings.MEDIA.delete(await site.listFiles());
    await expectStatus(call(asAdmin, "GET", `/api/admin/verifications/${id}/files/1`), 404);
    expect(await listEvents(id)).toHaveLength(1);
  });
});

describe("POST /api/admin/verifications/{id}/approve", () => {
  it("shows the badge and the filter, informs the teacher, and deletes the files later", async () => {
    const { teacher, listing, admin } = site;
    const id = await site.request("diploma", { proves: "Ce spune profesorul" });
    expect(await site.listFiles()).toHaveLength(2);
    const answer = await expectStatus(site.approve(id), 200);
    expect(((await answer.json()) as { content: unknown }).content).toMatchObject({
      state: "approved",
      proves: "Licență",
      issuer: "Universitatea din Cluj",
      document_date: "2010-07-01",
      checked_date: "2026-11-20",
      files: 0,
      ends_ts: null,
    });
    await processDeletionsAt(DECIDED_FILES_MS);
    expect(await site.listFiles()).toEqual([]);
    expect(await app.read(`/tutoring/${listing.id}`)).toContain(
      "Diploma seen on Nov 20, 2026: Licență (Universitatea din Cluj)",
    );
    expect(await app.read("/tutoring?verified=1")).toContain(listing.id);
    await expectConsistentIndex(app.clock.now);
    const [mail] = await mailsTo(teacher.email);
    expect(mail?.template).toBe("verification_approved");
    expect((await listEvents(id)).at(-1)).toMatchObject({
      action: "verification.approved",
      actorId: admin.id,
    });
  });

  it("counts a certificate of integrity until the end of the day 6 months after its date", async () => {
    const id = await site.request("integrity");
    await site.approve(id, { document_date: "2026-08-31" });
    const [row] = await db.select().from(verifications).where(sql`id = ${id}`);
    expect(row?.proves).toBe("");
    // The last day of February, in Bucharest.
    expect(new Date(row?.endsTs ?? 0).toISOString()).toBe("2027-02-28T22:00:00.000Z");
  });

  it("refuses a certificate that is too old, a future date, and missing texts", async () => {
    const id = await site.request("integrity");
    const refuse = async (more: object) => (await readProblem(await site.approve(id, more))).errors?.[0];
    expect(await refuse({ document_date: "2026-05-19" })).toMatchObject({
      field: "document_date",
      code: "certificate_too_old",
    });
    expect(await refuse({ document_date: "2026-11-21" })).toMatchObject({ code: "document_in_future" });
    expect(await refuse({ document_date: "20.11.2026" })).toMatchObject({ code: "not_date" });
    expect(await refuse({ issuer: " " })).toMatchObject({ field: "issuer", code: "required" });
    expect(await refuse({ issuer: "Sunați la 0722 123 456" })).toMatchObject({ field: "issuer" });
    const diploma = await site.request("diploma");
    expect((await readProblem(await site.approve(diploma, { proves: "" }))).errors?.[0]).toMatchObject({
      field: "proves",
      code: "required",
    });
    expect(await findState(id)).toBe("pending");
    // Still counts on its last day.
    await expectStatus(site.approve(id, { proves: "", document_date: "2026-05-20" }), 200);
  });
});

it("an approval before each file was opened by that admin is refused with not_opened, and the form keeps what was typed", async () => {
  const { admin, asAdmin } = site;
  const id = await site.request();
  const other = await createAdmin();
  const asOther = await createBearer(other);
  const isRefused = async (as = asAdmin) =>
    expect(await readProblem(await approve(as, id))).toMatchObject({
      status: 409,
      title: "not_opened",
    });
  await isRefused();
  for (const n of [1, 1, 2]) await openFile(asOther, id, n);
  await openFile(asAdmin, id, 1);
  await isRefused();
  const form = { version: "1", proves: "Licență", issuer: "Cluj", document_date: "2010-07-01" };
  const page = await expectStatus(app.post(`/admin/verifications/${id}/approve`, { as: admin, form }), 409);
  const html = await page.text();
  expectText(html, "you have not seen each file yet", 'value="Cluj"');
  await openFile(asAdmin, id, 2);
  await expectStatus(approve(asAdmin, id), 200);
});

describe("POST /api/admin/verifications/{id}/undo", () => {
  const undo = (id: string, json?: object) =>
    call(site.asAdmin, "POST", `/api/admin/verifications/${id}/undo`, json ? { json } : {});
  const findRow = async (id: string) => (await db.select().from(verifications).where(sql`id = ${id}`))[0];

  it("restores the request with its files", async () => {
    const { asAdmin } = site;
    const id = await site.request();
    await openFile(asAdmin, id, 1);
    await openFile(asAdmin, id, 2);
    const before = await findRow(id);
    for (const decide of [site.reject, (one: string) => approve(asAdmin, one)] as const) {
      const { decision_id } = (await (await expectStatus(decide(id), 200)).json()) as { decision_id: string };
      app.clock.now += 59_000;
      await processDeletionsAt(0);
      const other = await undo(id, { decision_id: "another" });
      expect(await readProblem(other)).toMatchObject({ status: 409, title: "undo_other" });
      const undone = await expectStatus(undo(id, { decision_id }), 200);
      expect(await undone.json()).toMatchObject({ content: { _id: id, state: "pending", files: 2 } });
      expect(await findRow(id)).toEqual(before);
    }
    await processDeletionsAt(DECIDED_FILES_MS);
    expect(await site.listFiles()).toHaveLength(2);
    expect(await listFoundIds("verified=1")).not.toContain(site.listing.id);
    expect((await listEvents(id)).at(-1)).toMatchObject({ action: "verification.decision_undone" });
    await expectConsistentIndex(app.clock.now);
  });

  it("is refused after a withdrawal or a new request of the kind", async () => {
    const { as } = site;
    const withdrawn = await site.request("language");
    await site.approve(withdrawn);
    await call(as, "DELETE", `/api/verifications/${withdrawn}`);
    await expectStatus(undo(withdrawn), 409);
    const replaced = await site.request("teaching_degree");
    await site.reject(replaced);
    await site.request("teaching_degree");
    await expectStatus(undo(replaced), 409);
    expect(await findState(replaced)).toBe("rejected");
  });

  it("after it, a new name since the decision has to be read first", async () => {
    const { admin, as } = site;
    const id = await site.request();
    await site.approve(id);
    const path = `/admin/verifications/${id}/undo`;
    await expectStatus(call(as, "PUT", "/auth/users/me", { json: { last_name: "Ionescu" } }), 200);
    await expectStatus(app.post(path, { as: admin, form: await readUndoForm(`verification:${id}`) }), 303);
    expect(await findRow(id)).toMatchObject({ state: "pending", version: 3, checkedName: null });
  });
});

it("the document of an admin is for another admin to decide", async () => {
  const { admin } = site;
  const id = await insertVerification(admin.id, { state: "pending", decidedTs: null });
  for (const answer of [await site.approve(id), await site.reject(id)])
    expect(await readProblem(answer)).toMatchObject({ status: 403, title: "own_verification" });
  const own = await app.read(`/admin/verifications/${id}`, { as: admin });
  expect(own).toContain("This is your own document.");
  expect(own).not.toContain('name="issuer"');
  const other = await createAdmin();
  const page = await app.get(`/admin/verifications/${id}`, { as: other });
  expect(await page.text()).toContain('name="issuer"');
  const asOther = await createBearer(other);
  const json = { reason: "other", text: "Nu se vede data." };
  const path = `/api/admin/verifications/${id}/reject`;
  await expectStatus(call(asOther, "POST", path, { json }), 200);
  const undo = await app.post(`/admin/verifications/${id}/undo`, {
    as: admin,
    form: {},
  });
  await expectStatus(undo, 403);
});

it("/admin/verifications has a list for each state, and keeps what was typed into a refused approval", async () => {
  const { admin } = site;
  const id = await site.request();
  for (const state of ["pending", "approved", "rejected", "withdrawn"]) {
    const html = await app.read(`/ro/admin/verifications?state=${state}`, { as: admin });
    expect(html.includes(`/admin/verifications/${id}`)).toBe(state === "pending");
  }
  const form = { version: "1", proves: "Licență", issuer: "Cluj", document_date: "" };
  expect(
    await expectPage(app.post(`/admin/verifications/${id}/approve`, { as: admin, form }), 422),
  ).toContain('value="Cluj"');
});

it("POST /api/admin/verifications/{id}/reject deletes the files, and tells the teacher why", async () => {
  const { teacher, listing } = site;
  const id = await site.request();
  await expectStatus(site.reject(id), 200);
  await processDeletionsAt(DECIDED_FILES_MS);
  expect(await site.listFiles()).toEqual([]);
  const [mail] = await mailsTo(teacher.email);
  expect(mail?.template).toBe("verification_rejected");
  expect(mail?.text).toContain("> Nu se vede data.");
  const page = await app.read("/profile/verification", { as: teacher });
  expect(page).toContain("Nu se vede data.");
  expect(await app.read(`/tutoring/${listing.id}`)).not.toContain("seen on");
  // The teacher may send another document.
  expect(await findState(await site.request())).toBe("pending");
});

it("a decision and a withdrawal at the same time leave one consistent state", async () => {
  const { as, teacher } = site;
  for (let n = 1; n <= 10; n++) {
    const id = await site.request();
    const mailsBefore = (await mailsTo(teacher.email)).length;
    const [approved, withdrawn] = await Promise.all([
      site.approve(id),
      call(as, "DELETE", `/api/verifications/${id}`),
    ]);
    // A withdrawal always succeeds: of the request, or of the badge after its approval.
    expect(withdrawn.status).toBe(204);
    expect(await findState(id)).toBe("withdrawn");
    await processDeletionsAt(DECIDED_FILES_MS);
    expect(await site.listFiles()).toEqual([]);
    const mailCount = (await mailsTo(teacher.email)).length - mailsBefore;
    expect(mailCount).toBe(approved.status === 200 ? 1 : 0);
    const actions = (await listEvents(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "verification.withdrawn")).toHaveLength(1);
    const rows = await db.select({ until: users.checkedUntilTs }).from(users).where(sql`id = ${teacher.id}`);
    expect(rows).toEqual([{ until: null }]);
  }
  await expectConsistentIndex(app.clock.now);
});

describe("the end of a badge", () => {
  it("takes the listing from the filter without a job, and nothing else changes", async () => {
    const { teacher, listing } = site;
    const { now } = app.clock;
    await insertVerification(teacher.id, { kind: "integrity", endsTs: now + DAY_MS });
    const promoted = await createListing(teacher);
    await promote(promoted);
    const id = await site.request();
    await site.approve(id);
    const other = await createTeacher();
    await insertVerification(other.id, { kind: "integrity", endsTs: now + 30 * DAY_MS });
    await call(site.as, "DELETE", `/api/verifications/${id}`);
    const list = (filter = "verified") => listFoundIds(`${filter}=1`);
    expect(await list("integrity")).toContain(listing.id);
    const card = await app.read("/tutoring?integrity=1");
    expect(card).toContain(">Certificate of integrity</span>");
    expect(await list()).toContain(listing.id);
    expect(await list()).toContain(promoted.id);
    app.clock.now = now + DAY_MS;
    // The list compares the end itself; the job corrects the index and the counts.
    expect(await list()).not.toContain(listing.id);
    expect(await list("integrity")).not.toContain(listing.id);
    expect(await list()).not.toContain(promoted.id);
    expect(await reindexEndedBadges(servicesAt(app.clock.now))).toBeGreaterThan(0);
    expect(await list()).not.toContain(listing.id);
    expect(await reindexEndedBadges(servicesAt(app.clock.now))).toBe(0);
    const rows = await db.select({ until: users.integrityUntilTs }).from(users).where(sql`id = ${other.id}`);
    expect(rows).toEqual([{ until: now + 30 * DAY_MS }]);
    await expectConsistentIndex(app.clock.now);
  });

  it("is announced once, 14 days before, unless a later badge replaces it", async () => {
    const { teacher } = site;
    const { now } = app.clock;
    const integrity = { kind: "integrity", proves: "" } as const;
    await insertVerification(teacher.id, { ...integrity, endsTs: now + 20 * DAY_MS });
    const remind = (days: number) => sendBadgeReminders(servicesAt(now + days * DAY_MS));
    const replaced = await createTeacher();
    await insertVerification(replaced.id, { ...integrity, endsTs: now + 20 * DAY_MS });
    await insertVerification(replaced.id, { ...integrity, endsTs: now + 90 * DAY_MS });
    expect(await remind(5)).toBe(0);
    expect(await remind(6)).toBe(2);
    expect(await remind(7)).toBe(0);
    const mails = await mailsTo(teacher.email);
    expect(mails.map(({ template }) => template)).toEqual(["badge_ending"]);
    expect(mails[0]?.text).toContain("Dec 10, 2026");
    expect(await mailsTo(replaced.email)).toEqual([]);
  });

  it("is not announced to a disabled teacher, whose badge may be the only one due", async () => {
    const { teacher } = site;
    const { now } = app.clock;
    await sendBadgeReminders(servicesAt(now));
    await insertVerification(teacher.id, { kind: "integrity", endsTs: now + DAY_MS });
    await db.update(users).set({ disabledTs: now }).where(sql`id = ${teacher.id}`);
    expect(await sendBadgeReminders(servicesAt(now))).toBe(1);
    expect(await mailsTo(teacher.email)).toEqual([]);
  });
});

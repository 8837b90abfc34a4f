import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, limitCounters, reports } from "@/db/schema";
import { eraseReporters } from "@/features/moderation";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
} from "../../helpers/factories";

import { createReportSetup, listReports, newVisitor } from "./report-setup";

let teacher: Awaited<ReturnType<typeof createTeacher>>;
let listing: Awaited<ReturnType<typeof createListing>>;
let send: Awaited<ReturnType<typeof createReportSetup>>["send"];

beforeEach(async () => {
  ({ teacher, listing, send } = await createReportSetup());
});

describe("GET and POST /tutoring/{id}/report", () => {
  it("a visitor reports a listing without an account; its owner is not notified", async () => {
    expectText(await app.read(paths.listing(listing.id)), `href="/tutoring/${listing.id}/report"`);
    expectText(await app.read(paths.teacher(teacher.id)), `href="/tutoring/${listing.id}/report"`);
    const form = await app.read(`/ro/tutoring/${listing.id}/report`);
    for (const text of [
      "Ce este în neregulă?",
      "în cel mult 24 de ore",
      'href="tel:119"',
      "vă temeți pentru un copil",
    ])
      expectText(form, text);
    // The text is needed for one of the reasons, as its help says.
    expect(form).not.toContain("(opțional)");
    const answer = await send(
      { reason: "unsafe", text: "  Mi-a cerut bani înainte.\r\n" },
      { headers: newVisitor() },
    );
    expect(answer.headers.get("location")).toBe(`/tutoring/${listing.id}/report?done=1`);
    expect(await listReports(listing.id)).toMatchObject([
      { reporterId: null, reason: "unsafe", text: "Mi-a cerut bani înainte.", outcome: null },
    ]);
    const thanks = await app.read(`/tutoring/${listing.id}/report?done=1`);
    for (const part of ["Thank you", 'href="tel:119"']) expect(thanks).toContain(part);
    expect(await mailsTo(teacher.email)).toEqual([]);
    const [row] = await listRows(auditLog, { subject: `listing:${listing.id}`, action: "listing.reported" });
    expect(row).toMatchObject({ actorId: null, detail: {} });
    const ownPage = await app.read(`/tutoring/${listing.id}`, { as: await signIn(teacher) });
    expect(ownPage).not.toContain("/report");
    expect(ownPage).not.toContain("Mi-a cerut bani");
  });

  it("returns 422 without a valid reason, or for “other” without a text; typed values stay", async () => {
    for (const [form, error] of [
      [{ text: "Text păstrat" }, "Choose a reason."],
      [{ reason: "rude", text: "Text păstrat" }, "Please choose one of the options."],
    ] as const) {
      const page = await expectPage(send(form, { headers: newVisitor() }), 422);
      expectText(page, "Text păstrat");
      expectText(page, error);
      expect(page).not.toContain("Enter a reason.");
    }
    // The error names the field by its label.
    const other = await expectPage(send({ reason: "other", text: " \n " }, { headers: newVisitor() }), 422);
    expectText(other, 'id="field-text-error"');
    expect(other.split("Fill in “Details”.")).toHaveLength(3);
    await expectStatus(send({ reason: "spam", text: "x".repeat(1001) }, { headers: newVisitor() }), 422);
    expect(await listReports(listing.id)).toEqual([]);
  });

  it("a visitor's second report does not count while the first is open, also in parallel", async () => {
    const jar = await signIn(await createUser());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send({ reason: "spam", text: "" }, { as: jar })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(await listReports(listing.id)).toHaveLength(1);
    const headers = newVisitor();
    await Promise.all(Array.from({ length: 4 }, () => send({ reason: "spam", text: "" }, { headers })));
    expect(await listReports(listing.id)).toHaveLength(2);
    // With another address it is of another person, and a report of danger or illegal content is no repetition.
    const notice = { text: "Legea 199/2023.", name: "Ana Pop", good_faith: "1" };
    for (const email of ["ana1@example.test", "dan2@example.test"])
      await send({ reason: "illegal", email, ...notice }, { headers });
    expect(await listReports(listing.id)).toHaveLength(4);
    expect(await mailsTo("dan2@example.test")).toHaveLength(1);
    const { id: other } = await createListing(await createTeacher());
    const account = { as: await signIn(await createUser()) };
    for (const reason of ["spam", "illegal", "illegal", "unsafe", "spam"])
      await send({ reason, email: "account@example.test", ...notice }, account, other);
    expect((await listReports(other)).map(({ reason }) => reason).sort()).toEqual([
      "illegal",
      "spam",
      "unsafe",
    ]);
    // A repetition does not count towards the limit of a day.
    for (let n = 0; n < 4; n++) {
      const otherTeacher = await createListing(await createTeacher());
      await expectStatus(send({ reason: "spam" }, { as: jar }, otherTeacher.id), 303);
      if (n < 2) await expectStatus(send({ reason: "spam" }, { headers }, otherTeacher.id), 303);
    }
  });

  it("identifies visitors by a keyed hash of their IP address", async () => {
    const headers = newVisitor();
    await db.delete(limitCounters);
    await send({ reason: "spam" }, { headers });
    const address = headers["cf-connecting-ip"];
    const keys = (await db.select().from(limitCounters)).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    for (const guess of [address, `${address}\n${listing.id}`]) {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(guess));
      const hash = Buffer.from(digest);
      for (const plain of [guess, hash.toString("base64url"), hash.toString("hex")]) {
        expect(keys).not.toContain(plain);
      }
    }
  });

  it("returns 429 for the sixth of a day, by account and by IP address, with the text kept", async () => {
    for (const who of [{ as: await signIn(await createUser()) }, { headers: newVisitor() }]) {
      for (let n = 0; n < 5; n++) {
        const { id } = await createListing(await createTeacher());
        await expectStatus(send({ reason: "spam" }, who, id), 303);
      }
      const sixth = await expectStatus(send({ reason: "unsafe", text: "Al șaselea" }, who), 429);
      expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
      expectText(await sixth.text(), "Al șaselea");
      expect(await listReports(listing.id)).toEqual([]);
    }
  });

  it("returns 403 for the user's own listing, 404 for a hidden one", async () => {
    const as = await signIn(teacher);
    await expectStatus(app.get(`/tutoring/${listing.id}/report`, { as }), 403);
    await expectStatus(send({ reason: "spam" }, { as }), 403);
    for (const overrides of [
      { state: "paused" },
      { state: "suspended" },
      { state: "deleted" },
      { expiresTs: 1 },
    ] as const) {
      const { id } = await createListing(teacher, overrides);
      await expectStatus(app.get(`/tutoring/${id}/report`), 404);
      await expectStatus(send({ reason: "spam" }, { headers: newVisitor() }, id), 404);
      expect(await listReports(id)).toEqual([]);
    }
    await expectStatus(app.get(`/tutoring/${newId()}/report`), 404);
    await expectStatus(app.get("/tutoring/nope/report"), 404);
  });
});

describe("POST /api/listings/{id}/reports", () => {
  it("requires of a notice of illegal content an explanation, name, address and good faith", async () => {
    const notice = {
      reason: "illegal",
      text: "Vinde lucrări de licență (Legea 199/2023).",
      name: "Ana Pop",
      email: "Ana@example.test",
      good_faith: true,
    };
    const call = (json: object) =>
      app.post(`/api/listings/${listing.id}/reports`, { json, headers: newVisitor() });
    for (const field of ["text", "name", "email", "good_faith"]) {
      const answer = await expectStatus(call({ ...notice, [field]: undefined }), 422);
      const { errors } = await answer.json<{ errors: { field: string }[] }>();
      expect(errors.map((error) => error.field)).toEqual([field]);
    }
    await expectStatus(call({ ...notice, email: "ana" }), 422);
    expect(await listReports(listing.id)).toEqual([]);
    await expectStatus(call(notice), 201);
    expect(await listReports(listing.id)).toMatchObject([
      { reason: "illegal", name: "Ana Pop", email: "ana@example.test", reporterId: null },
    ]);
    const [receipt] = await mailsTo("ana@example.test");
    expect(receipt).toMatchObject({ template: "report_received" });
    expect(receipt?.text).toContain("Illegal content");
    // Names and addresses are erased 180 days after the decision, also a name alone.
    const { id: other } = await createListing(teacher);
    await send({ reason: "spam", name: "Dan Pop" }, { headers: newVisitor() }, other);
    await db.update(reports).set({ outcome: "upheld", decidedTs: app.clock.now });
    await eraseReporters({ db, now: app.clock.now + 180 * 86_400_000 - 1 });
    expect(await listReports(listing.id)).toMatchObject([{ name: "Ana Pop" }]);
    await eraseReporters({ db, now: app.clock.now + 180 * 86_400_000 });
    for (const id of [listing.id, other])
      expect(await listReports(id)).toMatchObject([{ name: "", email: null }]);
  });

  it("mails an urgent report to the operator, once while it is open, and shows whom to call", async () => {
    const countMails = async () =>
      (await mailsTo("contact@catedra.test")).filter(({ text }) =>
        text.includes(`/admin/reports/${listing.id}`),
      ).length;
    await send({ reason: "spam" }, { headers: newVisitor() });
    expect(await countMails()).toBe(0);
    for (let n = 0; n < 2; n++)
      await send({ reason: "unsafe", text: "Nu este singur acasă." }, { headers: newVisitor() });
    expect(await countMails()).toBe(1);
    const page = await app.read(`/admin/reports/${listing.id}`, {
      as: await signIn(await createAdmin()),
    });
    expectText(page, "Call 119 if a child is in danger");
    expectText(page, "must not show who reported the listing");
  });

  it("confirms at most five reports a day to a mailbox", async () => {
    for (let n = 0; n < 7; n++) {
      const { id } = await createListing(await createTeacher());
      await send({ reason: "spam", email: "tinta@example.test" }, { headers: newVisitor() }, id);
    }
    expect(await mailsTo("tinta@example.test")).toHaveLength(5);
  });

  it("returns 201 with the stored report, once for a repeated key", async () => {
    const member = await createUserWithPassword();
    const { token } = await signInByEmail(member.email);
    const init = {
      json: { reason: "other", text: "Titlul <b>minte</b>" },
      headers: { ...bearer(token).headers, "idempotency-key": "k-1" },
    };
    for (let n = 0; n < 2; n++) {
      const answer = await expectStatus(app.post(`/api/listings/${listing.id}/reports`, init), 201);
      expect(await answer.json()).toEqual({
        content: { listing_id: listing.id, reason: "other", text: "Titlul <b>minte</b>" },
      });
    }
    expect(await listReports(listing.id)).toMatchObject([{ reporterId: member.id }]);
  });
});

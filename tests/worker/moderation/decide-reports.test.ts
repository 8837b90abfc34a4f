import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingDecisions, listings, reports } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";

import { readUndoForm } from "../../helpers/undo";
import { insertVerification } from "../verifications/setup";
import { createReportSetup, listReports, newVisitor } from "./report-setup";

let teacher: Awaited<ReturnType<typeof createTeacher>>;
let listing: Awaited<ReturnType<typeof createListing>>;
let send: Awaited<ReturnType<typeof createReportSetup>>["send"];

beforeEach(async () => {
  ({ teacher, listing, send } = await createReportSetup());
});

describe("/admin/reports", () => {
  let admin: Jar;
  let adminId: string;
  beforeEach(async () => {
    await db.delete(reports);
    const person = await createAdmin();
    adminId = person.id;
    admin = await signIn(person);
  });
  const decide = (ids: readonly string[], form: Record<string, string>, id = listing.id) =>
    app.post(`/admin/reports/${id}/decide`, { form: { report: ids, queue: "open", ...form }, as: admin });
  async function reported(n = 2) {
    for (let i = 0; i < n; i++) {
      await send(
        { reason: "wrong_data", text: `Preț greșit </script><script>alert(${i})</script>` },
        { headers: newVisitor() },
      );
    }
    return (await listReports(listing.id)).map(({ id }) => id);
  }

  it("lists reported listings, with the reports as text and their senders", async () => {
    const learner = await createUser({ firstName: "Ilinca", lastName: "Raport" });
    await send({ reason: "spam", text: "" }, { as: await signIn(learner) });
    await reported(1);
    const list = await app.read("/admin/reports", { as: admin });
    expectText(list, `href="/admin/reports/${listing.id}"`);
    expectText(list, "2 reports");
    expectText(await app.read("/admin", { as: admin }), 'href="/admin/reports"');
    await insertVerification(teacher.id, { kind: "integrity", proves: "" });
    await updateRow(listings, listing.id, { price: 12_300, sessionMinutes: 90, parentPresent: true });
    const html = await app.read(`/admin/reports/${listing.id}`, { as: admin });
    // The facts that reports are about, as the public page shows them.
    for (const text of ["123 lei", "90 min", "Cluj", "Certificate of integrity seen on"])
      expectText(html, text);
    expect(html).toMatch(/A parent may be present[^<]*<\/dt><dd[^>]*>Yes/);
    expectText(html, "&lt;/script&gt;&lt;script&gt;alert(0)");
    expect(html).not.toContain("<script>alert");
    expectText(html, "Ilinca Raport");
    expectText(html, "A visitor without an account");
  });

  it("dismisses the displayed reports; later ones stay open", async () => {
    const ids = await reported(2);
    const [late] = await reported(1).then((all) => all.filter((id) => !ids.includes(id)));
    const answer = await decide(ids, { decision: "dismissed" });
    expect(answer.headers.get("location")).toContain(`/admin/reports?done=dismissed&decided=${listing.id}`);
    const rows = new Map((await listReports(listing.id)).map((row) => [row.id, row]));
    for (const id of ids) {
      expect(rows.get(id)).toMatchObject({
        outcome: "dismissed",
        decidedBy: adminId,
        decidedTs: app.clock.now,
      });
    }
    expect(rows.get(late ?? "")?.outcome).toBeNull();
    await expectStatus(decide(ids, { decision: "upheld" }), 409);
    await expectStatus(decide([], { decision: "upheld" }), 422);
    expect(await expectPage(decide([late ?? ""], { decision: "" }), 422)).toContain('href="#field-decision"');
    // Reports of another listing are not closed with it.
    const otherTeacher = await createListing(await createTeacher());
    await expectStatus(decide([late ?? ""], { decision: "upheld" }, otherTeacher.id), 409);
    expect((await listRows(listings, { id: listing.id }))[0]?.version).toBe(1);
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  it("undoes a decision while its mails wait: listing and reports are as before, and nobody gets a mail", async () => {
    const learner = await createUser();
    await send({ reason: "spam", text: "" }, { as: await signIn(learner) });
    const ids = (await listReports(listing.id)).map(({ id }) => id);
    const undo = paths.adminReportAction(listing.id, "undo");
    const before = {
      state: "published",
      suspendedFrom: null,
      removedFrom: null,
      deletedTs: null,
      stateNote: "",
    };
    for (const decision of ["dismissed", "upheld", "suspended", "removed"]) {
      await decide(ids, { decision, reason: "price", text: "Am verificat." });
      expect((await mailsTo(learner.email)).at(-1)?.template).toBe("report_decided");
      const done = paths.adminReport(listing.id, { done: "undone" });
      const form = await readUndoForm(`listing:${listing.id}`);
      await expectRedirect(app.post(undo, { as: admin, form }), done);
      const undone = await app.read(done, { as: admin });
      expectText(undone, "Am verificat.</textarea>");
      expect(undone, "the choice is made again").not.toMatch(/name="decision"[^>]* checked/);
      expect(await listReports(listing.id)).toMatchObject([
        { outcome: null, decidedBy: null, decisionText: "" },
      ]);
      expect(await listRows(listings, { id: listing.id })).toMatchObject([before]);
      expect(await listRows(listingDecisions, { listingId: listing.id })).toEqual([]);
      expect((await mailsTo(learner.email)).map(({ template }) => template)).toEqual(["report_received"]);
      expect(await mailsTo(teacher.email)).toEqual([]);
    }
  });

  it("does not undo a suspension that was ended since, whose mail leaves before that of the reinstatement", async () => {
    await decide(await reported(1), { decision: "suspended", reason: "price", text: "Preț fals." });
    const form = await readUndoForm(`listing:${listing.id}`);
    app.clock.now += 30_000;
    const reinstated = paths.adminListingAction(listing.id, "reinstate");
    await expectStatus(app.post(reinstated, { form: { version: "2" }, as: admin }), 303);
    const [first, second, ...further] = await mailsTo(teacher.email);
    expect([first, second].map((mail) => mail?.template)).toEqual([
      "listing_suspended",
      "listing_reinstated",
    ]);
    expect(further).toEqual([]);
    expect(second?.nextAttemptTs).toBeGreaterThan(first?.nextAttemptTs ?? Number.NaN);
    const undo = paths.adminReportAction(listing.id, "undo");
    expectText(await expectPage(app.post(undo, { as: admin, form }), 409), "undo");
  });

  it("upholds: the listing stays, and its owner's new listings need review for 180 days", async () => {
    const as = await signIn(teacher);
    const submit = async (subject: "p" | "c" | "b") => {
      const { id } = await createListing(teacher, {
        subject,
        state: "draft",
        publishedTs: null,
        expiresTs: null,
      });
      const answer = await app.post(`/tutoring/${id}/submit`, { form: {}, as });
      return new URL(answer.headers.get("location") ?? "", "https://x").searchParams.get("done");
    };
    expect(await submit("p")).toBe("published");
    await decide(await reported(1), { decision: "upheld" });
    await expectStatus(app.get(`/tutoring/${listing.id}`), 200);
    expect(await submit("c")).toBe("pending");
    const since = app.clock.now;
    await db
      .update(reports)
      .set({ decidedTs: since - 180 * 86_400_000 })
      .where(eq(reports.listingId, listing.id));
    expect(await submit("b")).toBe("published");
  });

  it("upholds and suspends in one step, and mails the owner only the reason", async () => {
    const ids = await reported(2);
    await createListing(teacher, { subject: "p" });
    const answer = await decide(ids, {
      decision: "suspended",
      reason: "price",
      text: "Prețul nu este real.",
    });
    const to = answer.headers.get("location") ?? "";
    expect(to).toContain(`/admin/reports?done=suspended&decided=${listing.id}`);
    const shown = await app.read(to, { as: admin });
    expectText(shown, "The teacher gets the reason by email. No open reports.");
    expectText(shown, "Another listing of the teacher is still public.");
    expect(shown).toContain(`href="${paths.adminReport(listing.id)}#suspend-listings"`);
    expect((await listReports(listing.id)).every(({ outcome }) => outcome === "upheld")).toBe(true);
    expect((await listRows(listings, { id: listing.id }))[0]?.state).toBe("suspended");
    const mails = await mailsTo(teacher.email);
    expect(mails.map(({ template }) => template)).toEqual(["listing_suspended"]);
    expect(mails[0]?.text).not.toContain("Preț greșit");
    const decided = await app.read(paths.adminReport(listing.id), { as: admin });
    expect(decided).toMatch(
      /Upheld, listing suspended · .*Our explanation:<\/strong> (<!-- -->)?Prețul nu este real\./s,
    );
    const again = await reported(0);
    await expectStatus(decide(again, { decision: "suspended", reason: "price", text: "Preț fals." }), 409);
  });

  it("tells the reporters who left an address the decision with its reason, in their language", async () => {
    const learner = await createUser({ locale: "en" });
    await send({ reason: "spam" }, { as: await signIn(learner) });
    const visitor = "vizitator@example.test";
    await app.post(`/ro/tutoring/${listing.id}/report`, {
      form: { reason: "wrong_data", text: "Alt preț.", email: visitor },
      headers: newVisitor(),
    });
    const ids = (await listReports(listing.id)).map(({ id }) => id);
    expectText(await app.read(`/admin/reports/${listing.id}`, { as: admin }), visitor);
    // Without an explanation there would be no reason to mail.
    const refused = await expectPage(decide(ids, { decision: "dismissed", text: " " }), 422);
    expectText(refused, 'id="field-decide-text-error"');
    await decide(ids, { decision: "dismissed", text: "Prețul este cel din anunț." });
    const [toVisitor, toLearner] = await Promise.all(
      [visitor, learner.email].map(async (to) =>
        (await mailsTo(to)).find(({ template }) => template === "report_decided"),
      ),
    );
    expect(toVisitor?.text).toContain("Nu am găsit nimic care încalcă");
    expect(toVisitor?.text).toContain("> Prețul este cel din anunț.");
    expect(toLearner?.text).toContain("We found nothing that breaks");
    expect((await listReports(listing.id)).map(({ decisionText }) => decisionText)).toEqual(
      Array(2).fill("Prețul este cel din anunț."),
    );

    // A decision about the listing settles all open reports about it, but not those about messages.
    await send({ reason: "offensive", email: visitor }, { headers: newVisitor() });
    const messages = newId();
    await db.insert(reports).values({
      id: messages,
      listingId: listing.id,
      reason: "unsafe",
      reportedSide: "teacher",
      createdTs: app.clock.now,
    });
    await app.post(`/admin/listings/${listing.id}/remove`, {
      form: { reason: "offensive", text: "Cuvinte jignitoare la adresa elevilor." },
      as: admin,
    });
    const open = (await listReports(listing.id)).filter(({ outcome }) => outcome === null);
    expect(open.map(({ id }) => id)).toEqual([messages]);
    const removed = (await mailsTo(visitor)).find(({ text }) =>
      text.includes("We have removed the listing."),
    );
    expect(removed?.text).toContain("The reason: Offensive wording or picture.");
    // Written to the teacher.
    expect(removed?.text).not.toContain("la adresa elevilor");
  });

  it("a teacher's erased account closes the reports: reporters are told, months keep their numbers", async () => {
    await db.delete(listingDecisions);
    const erased = await createUserWithPassword({ role: "t" });
    const { id } = await createListing(erased);
    const learner = await createUser({ locale: "en" });
    await send({ reason: "spam" }, { as: await signIn(learner) }, id);
    const address = { name: "Ana Pop", email: "ana3@example.test" };
    await send({ reason: "unsafe", text: "Mi-a cerut poze.", ...address }, { headers: newVisitor() }, id);
    const spam = (await listReports(id)).flatMap((report) => (report.reason === "spam" ? [report.id] : []));
    await decide(spam, { decision: "dismissed", text: "Este în regulă." }, id);
    await db.insert(listingDecisions).values({
      id: newId(),
      listingId: id,
      restriction: "suspended",
      reasons: ["price"],
      text: "Preț fals.",
      origin: "check",
      decidedTs: app.clock.now,
      objectionTs: app.clock.now,
      objectionText: "Ba nu.",
    });
    const { token } = await signInByEmail(erased.email);
    await expectStatus(
      app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...bearer(token) }),
      200,
    );
    const closed = { listingId: null, reporterId: null, text: "", name: "", email: null, decisionText: "" };
    const rows = await db.select().from(reports);
    expect(rows.map(({ reason, outcome }) => `${reason} ${outcome}`).sort()).toEqual([
      "spam dismissed",
      "unsafe account_deleted",
    ]);
    for (const row of rows) expect(row).toMatchObject(closed);
    expect(await db.select().from(listingDecisions)).toMatchObject([
      { listingId: null, text: "", objectionText: "", objectionDecidedTs: app.clock.now },
    ]);
    const told = (await mailsTo(address.email)).at(-1);
    expect(told).toMatchObject({ template: "report_decided", deleteWhenDone: true });
    expect(told?.text).toContain("The teacher has deleted the account.");
    expect(told?.text).not.toContain("A person has checked it");
    // One mail for the decision, none for the account.
    expect(
      (await mailsTo(learner.email)).filter(({ template }) => template === "report_decided"),
    ).toHaveLength(1);
    expectText(await app.read(paths.adminReportsSummary(), { as: admin }), "Account deleted");
  });

  it("/admin/reports/summary counts by month: reasons, outcomes, median time, decisions", async () => {
    await db.delete(listingDecisions);
    const sent = app.clock.now;
    const insert = (reason: "spam" | "illegal", createdTs: number, decidedHours: number | null) =>
      db.insert(reports).values({
        id: newId(),
        listingId: listing.id,
        reason,
        createdTs,
        ...(decidedHours === null
          ? {}
          : { outcome: "dismissed" as const, decidedTs: createdTs + decidedHours * 3_600_000 }),
      });
    await insert("spam", sent, 1);
    await insert("illegal", sent, 2);
    await insert("illegal", sent, 10);
    await insert("illegal", sent, null);
    for (const decision of [
      { outcome: "upheld", measure: "warned" },
      { outcome: "account_deleted" },
    ] as const)
      await db.insert(reports).values({
        ...{
          id: newId(),
          reportedSide: "learner",
          reason: "unsafe",
          createdTs: sent,
          decidedTs: sent + 3_600_000,
        },
        ...decision,
      });
    // Midnight in Romania begins the month.
    await insert("spam", Date.UTC(2026, 9, 31, 21, 59), 3);
    await app.post(`/admin/listings/${listing.id}/suspend`, {
      form: { reason: "price", text: "Preț fals." },
      as: admin,
    });
    expectText(await app.read("/admin/reports", { as: admin }), paths.adminReportsSummary());
    const html = await app.read(paths.adminReportsSummary(), { as: admin });
    const rows = [...html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(
      ([, month, cells = ""]) => [
        month,
        [...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell).join(" "),
      ],
    );
    // Listings, conversations; unsafe, advance payment, no show, wrong data, offensive, spam, illegal, other; upheld,
    // dismissed, account deleted, open; hours.
    expect(rows.slice(0, 2)).toEqual([
      ["November 2026", "4 2 2 0 0 0 0 1 3 0 2 3 1 0 1.0"],
      ["October 2026", "1 0 0 0 0 0 0 1 0 0 0 1 0 0 3.0"],
    ]);
    // Rejected, new text rejected, suspended, removed; objections, accepted.
    expect(rows[12]).toEqual(["November 2026", "0 0 1 0 0 0"]);
    // All, no action, warning, messages stopped, account disabled, data deleted.
    expect(rows[24]).toEqual(["November 2026", "2 0 1 0 0 1"]);
    await expectStatus(app.get(paths.adminReportsSummary(), { as: await signIn(teacher) }), 302);
  });

  it("returns 409 for a suspension by reports closed meanwhile: the listing stays, and no mail is sent", async () => {
    const ids = await reported(2);
    await decide(ids, { decision: "dismissed" });
    expectText(
      await expectPage(decide(ids, { decision: "suspended", reason: "price", text: "Preț fals." }), 409),
      "Your decision was not saved: this was changed or decided",
    );
    expect((await listReports(listing.id)).map(({ outcome }) => outcome)).toEqual(["dismissed", "dismissed"]);
    const [stored] = await listRows(listings, { id: listing.id });
    expect(stored).toMatchObject({ state: "published", version: 1 });
    expect(await mailsTo(teacher.email)).toEqual([]);
    // A later report that was not displayed does not change this.
    await reported(1);
    await expectStatus(decide(ids, { decision: "suspended", reason: "price", text: "Preț fals." }), 409);
  });
});

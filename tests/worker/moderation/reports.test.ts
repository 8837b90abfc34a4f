import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, limitCounters, listings, reports } from "@/db/schema";
import { newId } from "@/shared/ids";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  mailsTo,
  signIn,
} from "../../helpers/factories";
import { expectText } from "../../helpers/listing-form";

let app: TestApp;
let teacher: Awaited<ReturnType<typeof createTeacher>>;
let listing: Awaited<ReturnType<typeof createListing>>;
let visitors = 0;

beforeEach(async () => {
  app = createTestApp();
  teacher = await createTeacher(app);
  listing = await createListing(app, teacher);
});

const of = (id: string) => db.select().from(reports).where(eq(reports.listingId, id));
/** A visitor with a unique IP address. */
const from = () => ({ "cf-connecting-ip": `198.51.100.${++visitors}` });
const send = (
  form: Record<string, string>,
  more: { as?: Jar; headers?: Record<string, string> } = {},
  id = listing.id,
) => app.post(`/tutoring/${id}/report`, { form, ...more });

describe("GET and POST /tutoring/{id}/report", () => {
  it("a visitor reports a listing without an account; its owner is not notified", async () => {
    expectText(
      await (await app.get(`/tutoring/${listing.id}`)).text(),
      `href="/tutoring/${listing.id}/report"`,
    );
    const page = await app.get(`/ro/tutoring/${listing.id}/report`);
    expectText(await page.text(), "Ce este în neregulă?");
    const answer = await send(
      { reason: "unsafe", text: "  Mi-a cerut bani înainte.\r\n" },
      { headers: from() },
    );
    expect(answer.headers.get("location")).toBe(`/tutoring/${listing.id}/report?done=1`);
    expect(await of(listing.id)).toMatchObject([
      { reporterId: null, reason: "unsafe", text: "Mi-a cerut bani înainte.", outcome: null },
    ]);
    expectText(await (await app.get(`/tutoring/${listing.id}/report?done=1`)).text(), "Thank you");
    expect(await mailsTo(teacher.email)).toEqual([]);
    const [row] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, `listing:${listing.id}`), eq(auditLog.action, "listing.reported")));
    expect(row).toMatchObject({ actorId: null, detail: {} });
    const own = await (await app.get(`/tutoring/${listing.id}`, { as: await signIn(app, teacher) })).text();
    expect(own).not.toContain("/report");
    expect(own).not.toContain("Mi-a cerut bani");
  });

  it("returns 422 without a valid reason, or for “other” without a text; typed values stay", async () => {
    for (const [form, error] of [
      [{ text: "Text păstrat" }, "Choose a reason."],
      [{ reason: "rude", text: "Text păstrat" }, "Please choose one of the options."],
    ] as const) {
      const answer = await send(form, { headers: from() });
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expectText(page, "Text păstrat");
      expectText(page, error);
      expect(page).not.toContain("Enter a reason.");
    }
    const other = await send({ reason: "other", text: " \n " }, { headers: from() });
    expect(other.status).toBe(422);
    expectText(await other.text(), 'id="field-text-error"');
    expect((await send({ reason: "spam", text: "x".repeat(1001) }, { headers: from() })).status).toBe(422);
    expect(await of(listing.id)).toEqual([]);
  });

  it("a visitor's second report does not count while the first is open, also in parallel", async () => {
    const jar = await signIn(app, await createUser(app));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send({ reason: "spam", text: "" }, { as: jar })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(await of(listing.id)).toHaveLength(1);
    const headers = from();
    await Promise.all(Array.from({ length: 4 }, () => send({ reason: "spam", text: "" }, { headers })));
    expect(await of(listing.id)).toHaveLength(2);
    // It does not count towards the visitor's limit either.
    for (let n = 0; n < 4; n++) {
      const other = await createListing(app, await createTeacher(app));
      expect((await send({ reason: "spam" }, { as: jar }, other.id)).status).toBe(303);
      expect((await send({ reason: "spam" }, { headers }, other.id)).status).toBe(303);
    }
  });

  it("identifies visitors by a keyed hash of their IP address", async () => {
    const headers = from();
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
    for (const who of [{ as: await signIn(app, await createUser(app)) }, { headers: from() }]) {
      for (let n = 0; n < 5; n++) {
        const { id } = await createListing(app, await createTeacher(app));
        expect((await send({ reason: "spam" }, who, id)).status).toBe(303);
      }
      const sixth = await send({ reason: "unsafe", text: "Al șaselea" }, who);
      expect(sixth.status).toBe(429);
      expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
      expectText(await sixth.text(), "Al șaselea");
      expect(await of(listing.id)).toEqual([]);
    }
  });

  it("returns 403 for the user's own listing, 404 for a hidden one", async () => {
    const as = await signIn(app, teacher);
    expect((await app.get(`/tutoring/${listing.id}/report`, { as })).status).toBe(403);
    expect((await send({ reason: "spam" }, { as })).status).toBe(403);
    for (const overrides of [
      { state: "paused" },
      { state: "suspended" },
      { state: "deleted" },
      { expiresTs: 1 },
    ] as const) {
      const { id } = await createListing(app, teacher, overrides);
      expect((await app.get(`/tutoring/${id}/report`)).status).toBe(404);
      expect((await send({ reason: "spam" }, { headers: from() }, id)).status).toBe(404);
      expect(await of(id)).toEqual([]);
    }
    expect((await app.get(`/tutoring/${newId()}/report`)).status).toBe(404);
    expect((await app.get("/tutoring/nope/report")).status).toBe(404);
  });
});

describe("POST /api/listings/{id}/reports", () => {
  it("returns 201 with the stored report, once for a repeated key", async () => {
    const member = await createUserWithPassword(app);
    const { token } = await signInByEmail(app, member.email);
    const init = {
      json: { reason: "other", text: "Titlul <b>minte</b>" },
      headers: { ...bearer(token).headers, "idempotency-key": "k-1" },
    };
    for (let n = 0; n < 2; n++) {
      const answer = await app.post(`/api/listings/${listing.id}/reports`, init);
      expect(answer.status).toBe(201);
      expect(await answer.json()).toEqual({
        content: { listing_id: listing.id, reason: "other", text: "Titlul <b>minte</b>" },
      });
    }
    expect(await of(listing.id)).toMatchObject([{ reporterId: member.id }]);
  });
});

describe("/admin/reports", () => {
  let admin: Jar;
  let adminId: string;
  beforeEach(async () => {
    const person = await createAdmin(app);
    adminId = person.id;
    admin = await signIn(app, person);
  });
  const decide = (ids: readonly string[], form: Record<string, string>, id = listing.id) =>
    app.post(`/admin/reports/${id}`, { form: { report: ids, ...form }, as: admin });
  async function reported(n = 2) {
    for (let i = 0; i < n; i++) {
      await send(
        { reason: "wrong_data", text: `Preț greșit </script><script>alert(${i})</script>` },
        { headers: from() },
      );
    }
    return (await of(listing.id)).map(({ id }) => id);
  }

  it("redirects users who are not admins to the home page", async () => {
    const ids = await reported(1);
    const as = await signIn(app, teacher);
    for (const path of ["/admin/reports", `/admin/reports/${listing.id}`]) {
      expect((await app.get(path, { as })).headers.get("location")).toBe("/");
      expect((await app.get(path)).headers.get("location")).toBe("/");
    }
    await app.post(`/admin/reports/${listing.id}`, { form: { report: ids, decision: "dismissed" }, as });
    expect(await of(listing.id)).toMatchObject([{ outcome: null }]);
  });

  it("lists reported listings, with the reports as text and their senders", async () => {
    const learner = await createUser(app, { firstName: "Ilinca", lastName: "Raport" });
    await send({ reason: "spam", text: "" }, { as: await signIn(app, learner) });
    await reported(1);
    const list = await (await app.get("/admin/reports", { as: admin })).text();
    expectText(list, `href="/admin/reports/${listing.id}"`);
    expectText(list, "2 reports");
    expectText(await (await app.get("/admin", { as: admin })).text(), 'href="/admin/reports"');
    const html = await (await app.get(`/admin/reports/${listing.id}`, { as: admin })).text();
    expectText(html, "&lt;/script&gt;&lt;script&gt;alert(0)");
    expect(html).not.toContain("<script>alert");
    expectText(html, "Ilinca Raport");
    expectText(html, "A visitor without an account");
  });

  it("dismisses the displayed reports; later ones stay open", async () => {
    const ids = await reported(2);
    const [late] = await reported(1).then((all) => all.filter((id) => !ids.includes(id)));
    const answer = await decide(ids, { decision: "dismissed" });
    expect(answer.headers.get("location")).toBe("/admin/reports?done=dismissed");
    const rows = new Map((await of(listing.id)).map((row) => [row.id, row]));
    for (const id of ids) {
      expect(rows.get(id)).toMatchObject({
        outcome: "dismissed",
        decidedBy: adminId,
        decidedTs: app.clock.now,
      });
    }
    expect(rows.get(late ?? "")?.outcome).toBeNull();
    expect((await decide(ids, { decision: "upheld" })).status).toBe(409);
    expect((await decide([], { decision: "upheld" })).status).toBe(422);
    expect((await decide([late ?? ""], { decision: "" })).status).toBe(422);
    // Reports of another listing are not closed with it.
    const other = await createListing(app, await createTeacher(app));
    expect((await decide([late ?? ""], { decision: "upheld" }, other.id)).status).toBe(409);
    expect((await db.select().from(listings).where(eq(listings.id, listing.id)))[0]?.version).toBe(1);
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  it("upholds: the listing stays, and its owner's new listings need review for 180 days", async () => {
    const as = await signIn(app, teacher);
    const submit = async (subject: "p" | "c" | "b") => {
      const { id } = await createListing(app, teacher, {
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
    expect((await app.get(`/tutoring/${listing.id}`)).status).toBe(200);
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
    for (const missing of [
      { reason: "", text: "Preț fals." },
      { reason: "price", text: "" },
    ])
      expect((await decide(ids, { decision: "suspended", ...missing })).status).toBe(422);
    expect((await of(listing.id)).every(({ outcome }) => outcome === null)).toBe(true);
    const answer = await decide(ids, {
      decision: "suspended",
      reason: "price",
      text: "Prețul nu este real.",
    });
    expect(answer.headers.get("location")).toBe("/admin/reports?done=suspended");
    expect((await of(listing.id)).every(({ outcome }) => outcome === "upheld")).toBe(true);
    expect((await db.select().from(listings).where(eq(listings.id, listing.id)))[0]?.state).toBe("suspended");
    const mails = await mailsTo(teacher.email);
    expect(mails.map(({ template }) => template)).toEqual(["listing_suspended"]);
    expect(mails[0]?.text).not.toContain("Preț greșit");
    const again = await reported(0);
    expect((await decide(again, { decision: "suspended", reason: "price", text: "Preț fals." })).status).toBe(
      409,
    );
  });

  it("returns 409 for a suspension by reports closed meanwhile: the listing stays, and no mail is sent", async () => {
    const ids = await reported(2);
    await decide(ids, { decision: "dismissed" });
    const late = await decide(ids, { decision: "suspended", reason: "price", text: "Preț fals." });
    expect(late.status).toBe(409);
    expectText(await late.text(), "This was changed after you opened it.");
    expect((await of(listing.id)).map(({ outcome }) => outcome)).toEqual(["dismissed", "dismissed"]);
    const [stored] = await db.select().from(listings).where(eq(listings.id, listing.id));
    expect(stored).toMatchObject({ state: "published", version: 1 });
    expect(await mailsTo(teacher.email)).toEqual([]);
    // A later report that was not displayed does not change this.
    await reported(1);
    expect((await decide(ids, { decision: "suspended", reason: "price", text: "Preț fals." })).status).toBe(
      409,
    );
  });
});

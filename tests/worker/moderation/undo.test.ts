import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { alertQueue, auditLog, decisionUndos, listingRevisions, listings } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { sweepDecisionUndos } from "@/features/moderation";
import { paths } from "@/shared/paths";
import { bearer, signInByEmail } from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  listRows,
  mailsTo,
  signIn,
} from "../../helpers/factories";
import { readSince } from "../../helpers/follow-up";
import { createOrder } from "../../helpers/orders";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { readUndoForm } from "../../helpers/undo";

const endpoint = stubMailEndpoint();
const SECOND = 1000;
const PENDING = {
  state: "pending",
  publishedTs: null,
  renewedTs: null,
  expiresTs: null,
  submittedTs: 5000,
} as const;
const REASONS = { reason: ["unclear", "price"], text: "Ce predați și la ce preț?" };
let as: Jar;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  as = await signIn(await createAdmin());
  teacher = await createTeacher({ locale: "ro" });
  await db.update(listings).set({ state: "paused" }).where(eq(listings.state, "pending"));
  await db.delete(listingRevisions);
});

const post = (
  id: string,
  action: "approve" | "reject" | "undo",
  form: Record<string, string | string[]> = {},
) =>
  app.post(paths.adminListingAction(id, action), { form: { version: "1", queue: "pending", ...form }, as });
const undo = async (id: string, form?: Record<string, string>) =>
  app.post(paths.adminListingAction(id, "undo"), { form: form ?? (await readUndoForm(`listing:${id}`)), as });
const deliver = () => deliverMail(jobContextAt(app.clock.now));
const listActions = async (id: string) =>
  (await listRows(auditLog, { subject: `listing:${id}` })).map(({ action }) => action);

describe("POST /admin/listings/{id}/undo", () => {
  it("takes an approval back within 60 seconds: pending at its old place, hidden, and no mail", async () => {
    const { id } = await createListing(teacher, PENDING);
    await post(id, "approve");
    app.clock.now += 59 * SECOND;
    await deliver();
    expect(endpoint.requests, "the mail waits").toEqual([]);

    await expectRedirect(undo(id), paths.adminListing(id, { done: "undone" }));
    expect(await findListing(id)).toMatchObject({ ...PENDING, version: 3 });
    expect(await mailsTo(teacher.email)).toEqual([]);
    expect(await db.select().from(alertQueue)).toEqual([]);
    expect(await listActions(id)).toEqual(["listing.approved", "listing.decision_undone"]);
    await expectConsistentIndex(app.clock.now);
    const html = await app.read(paths.adminListing(id, { done: "undone" }), { as });
    expect(html).toContain("Decision undone");
    await expectStatus(app.get(paths.listing(id)), 404);

    app.clock.now += 120 * SECOND;
    await deliver();
    expect(endpoint.requests).toEqual([]);
  });

  it("is refused after 60 seconds, when the mail is sent", async () => {
    const { id } = await createListing(teacher, PENDING);
    await post(id, "approve");
    app.clock.now += 60 * SECOND;
    expect(await expectPage(undo(id), 409)).toMatch(/can no longer be undone.*it stands/);
    expect((await findListing(id))?.state).toBe("published");
    await deliver();
    expect(endpoint.requests.map(({ to }) => to)).toEqual([teacher.email]);
    expect(await mailsTo(teacher.email)).toMatchObject([{ state: "sent" }]);
    await sweepDecisionUndos(servicesAt(app.clock.now));
    expect(await db.$count(decisionUndos), "the former text is deleted").toBe(0);
  });

  it("POST /api/admin/listings/{id}/undo undoes the same decision, once", async () => {
    const { id } = await createListing(teacher, PENDING);
    await post(id, "approve");
    const { token } = await signInByEmail((await createAdmin()).email);
    const undoByCall = () => app.post(paths.apiAdminListingAction(id, "undo"), bearer(token));
    const undone = await expectStatus(undoByCall(), 200);
    expect(await undone.json()).toMatchObject({ content: { _id: id, state: "pending", version: 3 } });
    expect(await mailsTo(teacher.email)).toEqual([]);
    const again = await undoByCall();
    expect([again.status, await again.json()]).toMatchObject([409, { title: "undo_over" }]);
    await post(id, "approve", { version: "3" });
    await app.post(paths.apiAdminListingAction(id, "suspend"), {
      ...bearer(token),
      json: { reason: "unsafe", text: "Cere bani înainte." },
    });
    const byCall = await undoByCall();
    expect([byCall.status, await byCall.json()], "not of a decision by call").toMatchObject([
      409,
      { title: "undo_over" },
    ]);
  });

  it("takes a rejection back, and the form has its reasons and text again", async () => {
    const { id } = await createListing(teacher, PENDING);
    await post(id, "reject", REASONS);
    expect(await findListing(id)).toMatchObject({ state: "rejected", stateReasons: ["unclear", "price"] });
    const undone = await expectStatus(undo(id), 303);
    const html = await app.read(undone.headers.get("location") ?? "", { as });
    expect(html).toContain(`${REASONS.text}</textarea>`);
    for (const reason of REASONS.reason)
      expect(html).toMatch(new RegExp(`value="${reason}"[^>]*checked|checked[^>]*value="${reason}"`));
    expect(await app.read(paths.adminListing(id), { as })).not.toContain(`${REASONS.text}</textarea>`);
  });

  it("undoes only the decision that the form names, not a later one of another admin", async () => {
    const { id } = await createListing(teacher, PENDING);
    await post(id, "approve");
    const first = await readUndoForm(`listing:${id}`);
    await expectStatus(undo(id), 303);
    const other = await signIn(await createAdmin());
    const form = { version: "3", ...REASONS };
    await app.post(paths.adminListingAction(id, "reject"), { form, as: other });
    for (const late of [first, {}])
      expect(await expectPage(undo(id, late), 409)).toContain("Another decision was made after");
    expect((await findListing(id))?.state).toBe("rejected");
    await expectStatus(undo(id), 303);
  });

  it("restores a published listing's text and its pending revision", async () => {
    const NEW = {
      title: "Vioară pentru începători, cu răbdare",
      description: "Predau vioara acasă la elevi.",
    };
    for (const action of ["approve", "reject"] as const) {
      const before = await createListing(teacher);
      const revision = { listingId: before.id, ...NEW, submittedTs: 7000 };
      await db.insert(listingRevisions).values(revision);
      await post(before.id, action, action === "reject" ? REASONS : {});
      await expectStatus(undo(before.id), 303);
      const { title, description, publishedTs, expiresTs } = before;
      expect(await findListing(before.id)).toMatchObject({
        state: "published",
        title,
        description,
        publishedTs,
        expiresTs,
      });
      const [restored] = await listRows(listingRevisions, { listingId: before.id });
      expect(restored).toMatchObject({ ...revision, stateReasons: null, stateNote: "" });
    }
    await expectConsistentIndex(app.clock.now);
  });

  it("is refused after another change of the listing, and after an order for it", async () => {
    const changed = await createListing(teacher, PENDING);
    await post(changed.id, "approve");
    const owner = await signIn(teacher);
    await app.post(paths.listingAction(changed.id, "pause"), { as: owner, form: {} });
    await expectStatus(undo(changed.id), 409);
    expect((await findListing(changed.id))?.state).toBe("paused");

    const ordered = await createListing(teacher, { ...PENDING, subject: "p" });
    await post(ordered.id, "approve");
    await createOrder({ listingId: ordered.id, buyerId: teacher.id }, { createdTs: app.clock.now });
    await expectStatus(undo(ordered.id), 409);
    expect((await findListing(ordered.id))?.state).toBe("published");
    expect(await mailsTo(teacher.email), "the mails still leave").toHaveLength(2);
  });

  it("twenty parallel requests undo once", async () => {
    const { id } = await createListing(teacher, PENDING);
    await post(id, "approve");
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(id)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});

describe("the notice after a decision", () => {
  it("offers to undo it for 60 seconds, and so does the page of the decided listing", async () => {
    const { id } = await createListing(teacher, { ...PENDING, title: "Pian <pentru> copii mici" });
    await createListing(teacher, { ...PENDING, subject: "p", submittedTs: 6000 });
    const action = `action="${paths.adminListingAction(id, "undo")}"`;
    const answer = await post(id, "approve");
    const pages = [answer.headers.get("location") ?? "", paths.adminListing(id)];
    const read = (path: string) => app.get(path, { as }).then((page) => page.text());
    expect(await read(pages[0] ?? "")).toContain(
      `<a href="${paths.adminListing(id)}">Pian &lt;pentru&gt; copii mici</a>`,
    );
    app.clock.now += 30 * SECOND;
    for (const path of pages) expect(await read(path)).toContain(action);
    // After another decision, the notice offers no undo: only the page of the listing says which one is the last.
    await undo(id);
    await post(id, "approve", { version: "3" });
    expect(await read(pages[0] ?? "")).not.toContain(action);
    pages[0] = paths.adminListing(id);
    app.clock.now += 59 * SECOND;
    for (const path of pages) expect(await read(path)).toContain(action);
    app.clock.now += SECOND;
    for (const path of pages) expect(await read(path)).not.toContain(action);
  });

  it("counts what the menu counts: nothing snoozed, and not above 99", async () => {
    const { id } = await createListing(teacher, PENDING);
    const next = await createListing(teacher, { ...PENDING, subject: "p" });
    const answer = await post(id, "approve");
    const read = async () => (await app.get(answer.headers.get("location") ?? "", { as })).text();
    expect(await read()).toContain("The listing is published. 1 more is waiting.");
    const key = `listings_pending:${next.id}`;
    const since = await readSince(key, as);
    await app.post(paths.followUpRow(key), { form: { intent: "week", version: "0", since }, as });
    expect(await read()).toContain("The listing is published. No listings to check.");
    await Promise.all(Array.from({ length: 100 }, async () => createListing(await createTeacher(), PENDING)));
    expect(await read()).toContain("The listing is published. 99+ more are waiting.");
  });

  it("ignores invalid values of its address", async () => {
    for (const query of [
      { done: "approved" },
      { done: "x", decided: "y" },
      { done: "approved", decided: "'" },
    ]) {
      const html = await app.read(paths.adminListings(query), { as });
      expect(html).not.toContain("notice--success");
    }
  });
});

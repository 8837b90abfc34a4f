import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, listingRevisions } from "@/db/schema";
import { app, db, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  listRows,
  mailsTo,
  signIn,
} from "../../helpers/factories";

import { openPage } from "../../helpers/open-page";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { readUndoForm } from "../../helpers/undo";

let admin: Jar;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  admin = await signIn(await createAdmin());
  teacher = await createTeacher({ locale: "ro" });
});

const decide = (id: string, action: string, form: Record<string, string | string[]>) =>
  app.post(`/admin/listings/${id}/${action}`, {
    form: { version: "1", queue: "pending", ...form },
    as: admin,
  });

describe("revisions of a published listing", () => {
  const NEW = "Predau vioara începătorilor de toate vârstele, cu răbdare, acasă la dumneavoastră.";
  const proposed = async (id: string) => (await listRows(listingRevisions, { listingId: id }))[0];
  const actions = async (id: string) =>
    (await listRows(auditLog, { subject: `listing:${id}` })).map(({ action }) => action);

  /** A published listing with a pending revision. */
  async function withRevisions(overrides: Parameters<typeof createListing>[1] = {}) {
    const listing = await createListing(teacher, overrides);
    await db.insert(listingRevisions).values({
      listingId: listing.id,
      title: "Vioară pentru începători, cu răbdare",
      description: NEW,
      submittedTs: 5000,
    });
    return listing;
  }

  it("GET /admin and /admin/listings list them by their age, until the listing goes", async () => {
    const [live, paused, suspended] = [
      await withRevisions(),
      await withRevisions({ state: "paused" }),
      await withRevisions({ state: "suspended" }),
    ];
    const queue = async () => (await app.get("/admin/listings", { as: admin })).text();
    const before = await queue();
    expectText(before, "Vioară pentru începători, cu răbdare");
    expectText(before, "New text");
    for (const { id } of [live, paused]) expectText(before, `/admin/listings/${id}`);
    expect(before.includes(suspended.id)).toBe(false);
    expect(await app.read("/admin", { as: admin })).toMatch(/waiting for a decision/);

    await app.post(`/tutoring/${live.id}/delete`, { form: {}, as: await signIn(teacher) });
    expect((await queue()).includes(live.id)).toBe(false);
    await decide(paused.id, "approve", {});
    expect((await queue()).includes(paused.id)).toBe(false);
  });

  it("GET /admin/listings/{id} shows both texts, and warns of contact data in the new one", async () => {
    const listing = await withRevisions();
    await db
      .update(listingRevisions)
      .set({ description: `${NEW} Sunați la 0712345678.`, holdRule: "phone" })
      .where(eq(listingRevisions.listingId, listing.id));
    const html = await app.read(`/admin/listings/${listing.id}`, { as: admin });
    const plainText = html.replaceAll(/<\/?(ins|del)>/g, "");
    expectText(plainText, listing.description);
    expectText(plainText, NEW);
    expect(html, "what is new is marked").toMatch(/<ins>[^<]*0712345678/);
    expect(html, "and what goes").toContain("<del>");
    expectText(html, "a phone number");
    expectText(html, "Approve the new text");

    // An approval asks once, also before it drops a rejection; the notice after it repeats the warning about the text.
    const rejection = { reason: ["banned"], text: "Aici lipsesc tarifele." };
    const asked = await (await expectStatus(decide(listing.id, "approve", rejection), 200)).text();
    for (const text of ["Publish anyway", "You also filled in the rejection", rejection.text])
      expectText(asked, text);
    expect(await proposed(listing.id)).toBeDefined();
    const confirmed_warning = asked.match(/value="(moderation.frame.unsent[^"]+)"/)?.[1] ?? "";
    expect(confirmed_warning).toBe("moderation.frame.unsentRejection,moderation.listings.rules.phone");
    const sent = { ...rejection, confirmed_warning };
    const approved = await expectStatus(decide(listing.id, "approve", sent), 303);
    expect(await proposed(listing.id)).toBeUndefined();
    const next = approved.headers.get("location") ?? "";
    for (const path of [next, next.replace("/admin/listings?", "/admin/reviews?kind=listings&")]) {
      const page = await app.read(path, { as: admin });
      expectText(page, "Published despite this: The text seems to contain a phone number.");
    }

    // After an undo, the page asks again.
    const undone = await decide(listing.id, "undo", await readUndoForm(`listing:${listing.id}`));
    const restored = await app.read(undone.headers.get("location") ?? "", { as: admin });
    expectText(restored, "The decision was undone");
    expect(restored).not.toContain("confirmed_warning");
    const item = await app.read(`/admin/listings/${listing.id}?done=undone`, { as: admin });
    expectText(item, rejection.text);
  });

  it("POST approve puts them in place, keeps the ninety days, tells the teacher, writes it down", async () => {
    const listing = await withRevisions();
    const answer = await decide(listing.id, "approve", {});
    expect(answer.headers.get("location")).toContain(`done=revision_approved&decided=${listing.id}`);
    expect(await findListing(listing.id)).toMatchObject({
      state: "published",
      title: "Vioară pentru începători, cu răbdare",
      description: NEW,
      publishedTs: listing.publishedTs,
      expiresTs: listing.expiresTs,
      version: 2,
    });
    expect(await proposed(listing.id)).toBeUndefined();
    const [mail] = await mailsTo(teacher.email);
    expect(mail?.subject).toBe(
      "Textul nou al anunțului „Vioară pentru începători, cu răbdare” este publicat",
    );
    expect(await actions(listing.id)).toEqual(["listing.revision_approved"]);
    await expectConsistentIndex(app.clock.now);
    const resultsPage = await openPage("/tutoring?q=vioara");
    expectText(resultsPage, `/tutoring/${listing.id}`);
  });

  it("POST approve leaves a paused listing paused and an expired one expired", async () => {
    for (const overrides of [{ state: "paused" }, { expiresTs: app.clock.now - 1 }] as const) {
      const listing = await withRevisions(overrides);
      await decide(listing.id, "approve", {});
      expect(await findListing(listing.id)).toMatchObject({ ...overrides, description: NEW });
    }
    await expectConsistentIndex(app.clock.now);
  });

  it("POST reject leaves the listing live, mails the reason, and the teacher finds the revision again", async () => {
    const listing = await withRevisions();
    const answer = await decide(listing.id, "reject", { reason: "unclear", text: "Ce instrument?" });
    expect(answer.headers.get("location")).toContain(`done=revision_rejected&decided=${listing.id}`);
    expect(await findListing(listing.id)).toMatchObject({
      state: "published",
      description: listing.description,
      stateReasons: null,
    });
    expect(await proposed(listing.id)).toMatchObject({ description: NEW, stateReasons: ["unclear"] });
    const [mail] = await mailsTo(teacher.email);
    expect(mail?.template).toBe("revision_rejected");
    expect(mail?.text).toContain("> Ce instrument?");
    expect(await actions(listing.id)).toEqual(["listing.revision_rejected"]);
    expect((await app.read("/admin/listings", { as: admin })).includes(listing.id)).toBe(false);
    await expectConsistentIndex(app.clock.now);

    const as = await signIn(teacher);
    for (const path of [`/tutoring/${listing.id}/edit`, "/profile/listings"]) {
      const html = await app.read(path, { as });
      expectText(html, "Ce instrument?");
      expectText(html, NEW);
    }
    expectText(await app.read(`/admin/listings/${listing.id}`, { as: admin }), "Ce instrument?");
  });

  it("409 for a revision that was replaced, or of a suspended listing", async () => {
    const listing = await withRevisions();
    await expectStatus(decide(listing.id, "approve", { version: "7" }), 409);
    const suspended = await withRevisions({ state: "suspended" });
    await expectStatus(decide(suspended.id, "approve", {}), 409);
    expect((await findListing(suspended.id))?.description).toBe(suspended.description);
  });
});

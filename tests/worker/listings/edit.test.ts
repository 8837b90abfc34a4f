import { beforeEach, describe, expect, it } from "vitest";
import { listingRevisions } from "@/db/schema";
import { type Actor, app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  type Listing,
  listRows,
  type User,
} from "../../helpers/factories";
import { fieldValue, toEditForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";
import { expectConsistentIndex } from "../../helpers/search-tables";

let teacher: User;

beforeEach(async () => {
  teacher = await createTeacher();
});

const findRevision = async (id: string) => (await listRows(listingRevisions, { listingId: id }))[0];

const edit = (listing: Listing, body: FormData, as: Actor = teacher) =>
  app.post(`/tutoring/${listing.id}/edit`, { body, as });

describe("POST /tutoring/{id}/edit", () => {
  it("saves nothing without a change, and says so", async () => {
    const listing = await createListing(teacher);
    await edit(listing, toEditForm(listing, {}, [createFile(await pngBytes(40, 20), "1.png")]));
    const [picture] = await db.query.listingImages.findMany();
    const form = { version: "2", picture: picture?.id ?? "" };
    const answer = await edit(listing, toEditForm(listing, { ...form, title: ` ${listing.title}` }));
    const next = answer.headers.get("location") ?? "";
    expect(next).toBe(`/profile/listings?done=unchanged&id=${listing.id}`);
    expectText(await app.read(next, { as: teacher }), "There were no changes to save.");
    expect((await findListing(listing.id))?.version).toBe(2);

    // The form was sent twice: its change is saved.
    const repeated = await edit(listing, toEditForm(listing, { ...form, version: "1" }));
    expect(repeated.headers.get("location")).toMatch(/\?done=saved&id=/);
    const withoutPicture = await edit(listing, toEditForm(listing, { version: "2" }));
    expect(withoutPicture.headers.get("location")).toMatch(/\?done=saved&id=/);
  });

  it.each([
    [
      "a phone number",
      "phone",
      "Scrieți-mi sau sunați la +40 712.345.678 oricând doriți, vă răspund cu drag.",
    ],
    [
      "another text",
      "rewritten",
      "Predau vioara începătorilor de toate vârstele, cu răbdare, acasă la dumneavoastră.",
    ],
  ])("keeps the published text and stores a revision with %s", async (_, holdRule, description) => {
    const listing = await createListing(teacher);
    const answer = await edit(
      listing,
      toEditForm(listing, { description, price: "120", county: "bv", intent: "submit_anyway" }),
    );
    expect(answer.headers.get("location")).toMatch(/^\/profile\/listings\?done=waiting&id=/);
    expect(await findListing(listing.id)).toMatchObject({
      state: "published",
      description: listing.description,
      price: 12_000,
      county: "bv",
      version: 2,
      submittedTs: listing.submittedTs,
    });
    expect(await findRevision(listing.id)).toEqual({
      listingId: listing.id,
      title: listing.title,
      description,
      holdRule,
      submittedTs: app.clock.now,
      stateReasons: null,
      stateNote: "",
    });
    await expectConsistentIndex(app.clock.now);
    const visitor = await app.read(`/tutoring/${listing.id}`);
    expectText(visitor, listing.description);
    expect(visitor.includes(description)).toBe(false);
  });

  it("sends a rejected listing for approval again", async () => {
    const listing = await createListing(teacher, {
      state: "rejected",
      stateReasons: ["unclear", "price"],
      stateNote: "Mai clar.",
    });
    const page = await app.read(`/tutoring/${listing.id}/edit`, { as: teacher });
    expectText(page, "Mai clar.");
    // The sections that the reasons name are unfolded, and the pictures.
    const open = page
      .match(/<details class="form__section" open.*?<\/h2>/g)
      ?.map((part) => part.replace(/<.*?>/g, ""));
    expect(open).toEqual(["About your lessons", "Price and length", "Pictures"]);
    await edit(listing, toEditForm(listing, { title: "Matematică, mai clar spus" }));
    expect(await findListing(listing.id)).toMatchObject({
      state: "pending",
      stateReasons: null,
      stateNote: "",
    });
  });

  it("writes audit events for edits, except when an owner saves a draft", async () => {
    const actions = async (id: string) =>
      (await db.query.auditLog.findMany({ where: (t, { eq }) => eq(t.subject, `listing:${id}`) })).map(
        ({ action, actorId }) => [action, actorId],
      );
    const draft = await createListing(teacher, { state: "draft", publishedTs: null, expiresTs: null });
    const file = createFile(await pngBytes(40, 20), "1.png");
    await edit(draft, toEditForm(draft, { intent: "draft", price: "95" }, [file]));
    await edit(draft, toEditForm(draft, { intent: "draft", price: "97", version: "2" }));
    await expectStatus(edit(draft, toEditForm(draft, { intent: "draft", price: "99" }, [file])), 409);
    expect(await findListing(draft.id)).toMatchObject({ price: 9700, version: 3 });
    expect(await actions(draft.id)).toEqual([]);
    const admin = await createAdmin();
    const byAdmin = toEditForm(draft, { intent: "draft", version: "3" });
    await edit(draft, byAdmin, admin);
    await edit(draft, toEditForm(draft, { version: "4" }));
    await edit(draft, toEditForm(draft, { version: "5", price: "98" }));
    expect(await actions(draft.id)).toEqual([
      ["listing.edited", admin.id],
      ["listing.edited", teacher.id],
      ["listing.edited", teacher.id],
    ]);
  });

  it("accepts one of two parallel edits, and returns 409 for the other", async () => {
    const listing = await createListing(teacher);
    const answers = await Promise.all(
      ["Unu", "Doi"].map((name) => edit(listing, toEditForm(listing, { neighbourhood: name }))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 409]);
    expect((await findListing(listing.id))?.version).toBe(2);
  });
});

it("GET /profile/listings shows each of the user's listings with its state, reason and possible actions", async () => {
  await createListing(teacher);
  await createListing(teacher, {
    subject: "p",
    state: "rejected",
    stateReasons: ["unclear"],
    stateNote: "Ce nivel?",
  });
  await createListing(teacher, { subject: "b", state: "deleted", title: "Șters demult și uitat" });
  await createListing(await createTeacher(), { title: "Al altcuiva, nu se vede" });
  const html = await app.read("/ro/profile/listings", { as: teacher });
  expectText(html, "Respins", "Ce nivel?", "Publicat până pe");
  expect(html).not.toMatch(/Șters demult|Al altcuiva/);
});

describe("revisions of a published listing", () => {
  const NEW_TEXT = "Predau vioara începătorilor de toate vârstele, cu răbdare, acasă la dumneavoastră.";

  it("keep their position in the queue when another field changes; a newer revision replaces them", async () => {
    const listing = await createListing(teacher);
    const submittedTs = app.clock.now;
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    app.clock.now += 60_000;
    await edit(listing, toEditForm(listing, { version: "2", description: NEW_TEXT, price: "130" }));
    expect(await findRevision(listing.id)).toMatchObject({ description: NEW_TEXT, submittedTs });
    expect((await findListing(listing.id))?.price).toBe(13_000);
    await edit(
      listing,
      toEditForm(listing, {
        version: "3",
        description: `${NEW_TEXT} Sunați la 0712345678.`,
        intent: "submit_anyway",
      }),
    );
    expect(await findRevision(listing.id)).toMatchObject({
      description: `${NEW_TEXT} Sunați la 0712345678.`,
      submittedTs: app.clock.now,
    });
  });

  it("are deleted by a text that needs no review", async () => {
    const listing = await createListing(teacher);
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    const description = `${listing.description} Prima lecție este gratuită.`;
    const answer = await edit(listing, toEditForm(listing, { version: "2", description }));
    expect(answer.headers.get("location")).toContain("done=saved");
    expect(await findRevision(listing.id)).toBeUndefined();
    expect(await findListing(listing.id)).toMatchObject({ state: "published", description });
    await expectConsistentIndex(app.clock.now);
  });

  const PRICE = { price: "130" };
  const rejectRevision = async (id: string, version: string) =>
    app.post(`/admin/listings/${id}/reject`, {
      form: { version, reason: "unclear", text: "Pentru cine este?" },
      as: await createAdmin(),
    });
  const listDiscardEvents = async (id: string) =>
    db.query.auditLog.findMany({
      where: (row, { and, eq }) =>
        and(eq(row.subject, `listing:${id}`), eq(row.action, "listing.revision_discarded")),
    });

  it("stay rejected when another field changes, and become pending again when the text changes", async () => {
    const listing = await createListing(teacher);
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    await expectStatus(rejectRevision(listing.id, "2"), 303);
    const rejected = await findRevision(listing.id);
    expect(rejected).toMatchObject({ stateReasons: ["unclear"], stateNote: "Pentru cine este?" });

    app.clock.now += 60_000;
    const again = await edit(listing, toEditForm(listing, { ...PRICE, version: "3", description: NEW_TEXT }));
    expect(again.headers.get("location")).toMatch(/^\/profile\/listings\?done=saved&id=/);
    expect(await findRevision(listing.id)).toEqual(rejected);
    expect(await findListing(listing.id)).toMatchObject({ price: 13_000, description: listing.description });
    await expectConsistentIndex(app.clock.now);

    const better = `${NEW_TEXT} Și adulților.`;
    const corrected = await edit(
      listing,
      toEditForm(listing, { ...PRICE, version: "4", description: better }),
    );
    expect(corrected.headers.get("location")).toContain("done=waiting");
    expect(await findRevision(listing.id)).toMatchObject({
      description: better,
      submittedTs: app.clock.now,
      stateReasons: null,
      stateNote: "",
    });
  });

  it("are shown in the form next to the published text, with a button to discard them", async () => {
    const listing = await createListing(teacher);
    const path = `/tutoring/${listing.id}/edit`;
    const before = await app.read(path, { as: teacher });
    expect(before.includes('value="keep"')).toBe(false);
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    const pending = await app.read(path, { as: teacher });
    expectText(pending, 'value="keep"', `${listing.description}</p></details>`);
    await rejectRevision(listing.id, "2");
    const rejected = await app.read(path, { as: teacher });
    expectText(rejected, 'value="keep"', `${listing.description}</p></details>`);
  });

  it.each([false, true])("are discarded by that button (rejected: %s)", async (rejected) => {
    const listing = await createListing(teacher);
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    if (rejected) await rejectRevision(listing.id, "2");
    const [version, next] = rejected ? ["3", "4"] : ["2", "3"];
    const keep = { intent: "keep", version, title: "", description: NEW_TEXT, price: "130" };
    const html = await expectPage(edit(listing, toEditForm(listing, keep)), 200);
    expectText(
      html,
      `${listing.description}</textarea>`,
      `value="${listing.title}"`,
      'value="130"',
      "The published text stays",
    );
    expect(html.includes(NEW_TEXT)).toBe(false);
    expect(html.includes('value="keep"')).toBe(false);
    expect(fieldValue(html, "version")).toBe(next);
    expect(await findRevision(listing.id)).toBeUndefined();
    expect(await findListing(listing.id)).toMatchObject({
      state: "published",
      title: listing.title,
      description: listing.description,
      price: listing.price,
    });
    expect(await listDiscardEvents(listing.id)).toMatchObject([
      { actorId: teacher.id, detail: { rejected: rejected ? ["unclear"] : null } },
    ]);
    await expectConsistentIndex(app.clock.now);
  });

  it("can't be discarded by another user or with a stale version", async () => {
    const listing = await createListing(teacher);
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    const keep = (version: string) => toEditForm(listing, { intent: "keep", version, description: NEW_TEXT });
    const otherTeacher = await createTeacher();
    await expectStatus(edit(listing, keep("2"), otherTeacher), 404);
    expectText(await expectPage(edit(listing, keep("1")), 409), `${NEW_TEXT}</textarea>`);
    expect(await findRevision(listing.id)).toMatchObject({ description: NEW_TEXT });
    expect(await listDiscardEvents(listing.id)).toEqual([]);
  });

  it("can be pending for a paused or expired listing, which stays hidden", async () => {
    for (const [overrides, subject] of [
      [{ state: "paused" }, "m"],
      [{ expiresTs: app.clock.now - 1 }, "p"],
    ] as const) {
      const listing = await createListing(teacher, { ...overrides, subject });
      await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
      expect(await findListing(listing.id)).toMatchObject({ ...overrides, description: listing.description });
      expect(await findRevision(listing.id)).toMatchObject({ description: NEW_TEXT });
      expect((await app.read(`/tutoring/${listing.id}`)).includes(NEW_TEXT)).toBe(false);
    }
    await expectConsistentIndex(app.clock.now);
  });

  it("stay at pause, resume and renewal, and are deleted with the listing", async () => {
    const listing = await createListing(teacher);
    await edit(listing, toEditForm(listing, { description: NEW_TEXT }));
    for (const action of ["pause", "resume", "renew"]) {
      await expectStatus(app.post(`/tutoring/${listing.id}/${action}`, { form: {}, as: teacher }), 303);
      expect(await findRevision(listing.id)).toMatchObject({ description: NEW_TEXT });
    }
    expect((await findListing(listing.id))?.description).toBe(listing.description);
    await app.post(`/tutoring/${listing.id}/delete`, { form: {}, as: teacher });
    expect(await findRevision(listing.id)).toBeUndefined();
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { listingRevisions } from "@/db/schema";
import { type Actor, app, db, expectStatus, expectText } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  type Listing,
  listRows,
  type User,
} from "../../helpers/factories";
import { toEditForm } from "../../helpers/listing-form";
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

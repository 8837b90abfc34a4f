import { beforeEach, describe, expect, it } from "vitest";
import { listingDecisions, listingRevisions, listings, reports } from "@/db/schema";
import { eraseDeletedListings } from "@/features/listings";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findListing,
  listRows,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";

import { servicesAt } from "../../helpers/services";
import { call, createBearer } from "../../helpers/storage-fixture";
import { readUndoForm } from "../../helpers/undo";

let admin: Jar;
let teacher: Awaited<ReturnType<typeof createTeacher>>;
let as: Jar;

beforeEach(async () => {
  await db.delete(listingDecisions);
  admin = await signIn(await createAdmin());
  teacher = await createTeacher({ locale: "en" });
  as = await signIn(teacher);
});

const REASON = { reason: "price", text: "Prețul nu este real." };
const act = async (id: string, action: string, form: Record<string, string> = REASON) => {
  const version = String((await findListing(id))?.version);
  return app.post(paths.adminListingAction(id, action), { form: { ...form, version }, as: admin });
};
const object = (id: string, text = "Prețul este corect.", who = as) =>
  app.post(paths.listingObjection(id), { form: { text }, as: who });
/** The hidden field of the form names the objection. */
const readRestriction = async (id: string) =>
  /name="restriction" value="([^"]+)"/.exec(await app.read(paths.adminListing(id), { as: admin }))?.[1] ?? "";
const answer = async (id: string, decision: string, restriction?: string) =>
  act(id, "objection", {
    decision,
    text: "Am verificat din nou.",
    restriction: restriction ?? (await readRestriction(id)),
  });

const REJECTED = { state: "pending", publishedTs: null, expiresTs: null } as const;
const CASES = [
  {
    action: "reject",
    create: () => createListing(teacher, { ...REJECTED, holdRule: "phone" }),
    says: ["The listing is not published.", "A rule found a phone number in the text automatically."],
    restored: { state: "published" },
    mail: "listing_rejected",
  },
  {
    action: "reject",
    create: async () => {
      const listing = await createListing(teacher);
      const text = { title: "Titlul nou al anunțului", description: "O descriere nouă." };
      await db
        .insert(listingRevisions)
        .values({ listingId: listing.id, ...text, holdRule: "rewritten", submittedTs: app.clock.now });
      return listing;
    },
    says: ["The listing keeps its earlier text.", "because most of it was new. A person decided."],
    restored: { state: "published", title: "Titlul nou al anunțului" },
    mail: "revision_rejected",
  },
  {
    action: "suspend",
    create: () => createListing(teacher, { state: "paused" }),
    says: [
      "The listing is hidden from visitors until we reinstate it.",
      "We checked it ourselves. No automated means were used",
    ],
    restored: { state: "paused", suspendedFrom: null, stateReasons: null },
    mail: "listing_suspended",
  },
  {
    action: "remove",
    create: () => createListing(teacher),
    says: ["The listing is removed from the site."],
    restored: { state: "published", deletedTs: null },
    mail: "listing_removed",
  },
] as const;

describe("a decision that restricts a listing", () => {
  it.each(CASES)(
    "$mail: the teacher reads the reasons and objects once",
    async ({ action, create, says, mail }) => {
      const { id } = await create();
      await expectStatus(app.get(paths.listingObjection(id), { as }), 404);
      await expectStatus(act(id, action), 303);
      app.clock.now += 1000;
      const reason = "The price is missing or seems wrong.";
      const statement = [...says, reason, "Terms of use, “Listings”: a real price."];
      const [sent] = await mailsTo(teacher.email);
      const page = await app.read(paths.listingObjection(id), { as });
      expect(sent?.template).toBe(mail);
      expect(sent?.text).toContain(paths.listingObjection(id));
      for (const text of statement) {
        expect(sent?.text).toContain(text);
        expectText(page, text);
      }
      // The mail has the explanation above the statement, once.
      expect(sent?.text.split("Prețul nu este real.")).toHaveLength(2);
      expectText(page, `${reason} Prețul nu este real.`);
      const stranger = await signIn(await createTeacher());
      await expectStatus(object(id, "Nu.", stranger), 404);
      await expectStatus(app.get(paths.listingObjection(id), { as: stranger }), 404);
      await expectStatus(object(id, " "), 422);
      await expectStatus(object(id), 303);
      // The same objection again is no second one.
      await expectStatus(object(id), 303);
      expectText(
        await expectPage(object(id, "Încă una."), 409),
        "There is no decision that you can still object to.",
      );
      expectText(
        await app.read(paths.adminListings({ state: "objections" }), { as: admin }),
        paths.adminListing(id),
      );
      expectText(await app.read(paths.adminListing(id), { as: admin }), "Prețul este corect.");

      await expectStatus(answer(id, "maybe"), 422);
      await expectStatus(answer(id, "declined"), 303);
      await expectStatus(answer(id, "accepted"), 409);
      const declined = (await mailsTo(teacher.email)).find(
        ({ template }) => template === "listing_objection_declined",
      );
      expect(declined?.text).toContain("> Am verificat din nou.");
      expectText(await app.read(paths.listingObjection(id), { as }), "The objection was declined");
      expect(await listRows(listingDecisions, { listingId: id })).toMatchObject([
        { objectionOutcome: "declined", objectionAnswer: "Am verificat din nou." },
      ]);
    },
  );

  it.each(CASES)("$mail: an accepted objection ends it", async ({ action, create, restored }) => {
    const { id } = await create();
    await act(id, action);
    app.clock.now += 1000;
    await object(id);
    await expectStatus(answer(id, "accepted"), 303);
    expect(await findListing(id)).toMatchObject(restored);
    expect(
      (await mailsTo(teacher.email)).filter(({ text }) => text.includes("> Am verificat din nou.")),
    ).toHaveLength(1);
    expectText(await app.read(paths.listingObjection(id), { as }), "This decision no longer applies.");
    // A later decision can be objected to again.
    app.clock.now += 1000;
    await act(id, "suspend");
    await expectStatus(object(id, "Din nou greșit."), 303);
    app.clock.now += 1000;
    await act(id, "reinstate");
    expect(
      await listRows(listingDecisions, {
        listingId: id,
        restriction: "suspended",
        objectionText: "Din nou greșit.",
      }),
    ).toMatchObject([{ objectionOutcome: "accepted", objectionDecidedTs: app.clock.now }]);
    // The undo opens it again.
    await expectStatus(act(id, "undo", await readUndoForm(`listing:${id}`)), 303);
    expect((await findListing(id))?.state).toBe("suspended");
    expect(await listRows(listingDecisions, { objectionText: "Din nou greșit." })).toMatchObject([
      { objectionOutcome: null, objectionDecidedTs: null },
    ]);
  });

  const isQueued = async (id: string) =>
    (await app.read(paths.adminListings({ state: "objections" }), { as: admin })).includes(
      paths.adminListing(id),
    );

  it("each of two objections is answered; reinstating a removed listing leaves its suspension", async () => {
    const { id } = await createListing(teacher);
    for (const action of ["suspend", "remove"]) {
      await expectStatus(act(id, action), 303);
      app.clock.now += 1000;
      await expectStatus(object(id, `Nu ${action}.`), 303);
      app.clock.now += 1000;
    }
    const bearer = await createBearer(await createAdmin());
    const followUp = await call(bearer, "GET", paths.apiFollowUp({ queue: "listing_objections" }));
    const { content } = await followUp.json<{ content: object[] }>();
    expect(content.filter((row) => JSON.stringify(row).includes(id))).toHaveLength(1);
    expectText(await app.read(paths.adminListing(id), { as: admin }), "Nu remove.");
    await expectStatus(answer(id, "accepted"), 303);
    expect(await findListing(id)).toMatchObject({ state: "suspended", stateReasons: ["price"] });
    expectText(
      await app.read(paths.listingObjection(id), { as }),
      "hidden from visitors until we reinstate it",
    );
    expectText(await app.read(paths.adminListing(id), { as: admin }), "Nu suspend.");
    await expectStatus(answer(id, "accepted"), 303);
    expect(await findListing(id)).toMatchObject({ state: "published", stateReasons: null });
    expect(await isQueued(id)).toBe(false);
  });

  it("the answer to one of two objections, sent twice, does not answer the other", async () => {
    const { id } = await createListing(teacher);
    for (const action of ["suspend", "remove"]) {
      await act(id, action);
      app.clock.now += 1000;
      await object(id, `Nu ${action}.`);
      app.clock.now += 1000;
    }
    const openObjections = async () =>
      (await listRows(listingDecisions, { listingId: id }))
        .filter(({ objectionDecidedTs }) => objectionDecidedTs === null)
        .map(({ objectionText }) => objectionText);
    const restriction = await readRestriction(id);
    await expectStatus(answer(id, "declined", restriction), 303);
    await expectStatus(answer(id, "declined", restriction), 409);
    expect(await openObjections()).toEqual(["Nu suspend."]);

    const bearer = await createBearer(await createAdmin());
    await updateRow(listingDecisions, restriction, { objectionDecidedTs: null });
    const path = paths.apiAdminListingAction(id, "objection");
    const headers = { "idempotency-key": newId() };
    const json = { decision: "declined", text: "Am verificat din nou." };
    for (let n = 0; n < 2; n++) await expectStatus(call(bearer, "POST", path, { json, headers }), 204);
    expect(await openObjections()).toEqual(["Nu suspend."]);
  });

  it("an objection to an earlier rejection is answered without a change", async () => {
    const { id } = await createListing(teacher, REJECTED);
    await act(id, "reject");
    app.clock.now += 1000;
    await object(id);
    app.clock.now += 1000;
    await updateRow(listings, id, { state: "pending" });
    await act(id, "reject");
    expect(await isQueued(id)).toBe(true);
    await expectStatus(answer(id, "accepted"), 303);
    expect(await findListing(id)).toMatchObject({ state: "rejected" });
    expect(await isQueued(id)).toBe(false);
    // The second rejection can be objected to as well.
    await expectStatus(object(id, "Tot nu."), 303);
  });

  it("tells the reporters when an accepted objection lifts what answered them", async () => {
    const { id } = await createListing(teacher, REJECTED);
    const email = "mama@example.test";
    await db.insert(reports).values({
      id: newId(),
      listingId: id,
      reason: "spam",
      text: "",
      name: "",
      email,
      locale: "en",
      createdTs: app.clock.now,
    });
    await act(id, "reject");
    app.clock.now += 1000;
    await object(id);
    await expectStatus(answer(id, "accepted"), 303);
    const told = (await mailsTo(email)).map(({ text }) => text);
    expect(told).toEqual([
      expect.stringContaining("We have not published the listing"),
      expect.stringContaining("lifted the restriction"),
    ]);
  });

  it("keeps the content of a removed listing, and shows it to its owner, until its objection is answered", async () => {
    const { id } = await createListing(teacher);
    await act(id, "remove");
    app.clock.now += 1000;
    const own = await app.read(paths.ownListings(), { as });
    for (const text of ["We removed this listing", ">Removed<"]) expectText(own, text);
    expect(own).toContain(`href="${paths.listingObjection(id)}"`);
    for (const path of [paths.listing(id), paths.editListing(id), paths.listingAction(id, "delete")])
      expect(own).not.toContain(`"${path}"`);
    await object(id);
    app.clock.now += 31 * 86_400_000;
    const isErased = async () => {
      await eraseDeletedListings(servicesAt(app.clock.now));
      return (await findListing(id))?.erasedTs !== null;
    };
    expect(await isErased()).toBe(false);
    admin = await signIn(await createAdmin());
    await answer(id, "declined");
    expect(await isErased()).toBe(true);
    expect(await app.read(paths.ownListings(), { as: await signIn(teacher) })).not.toContain(id);
    await expectStatus(act(id, "reinstate", {}), 410);
  });
});

describe("DELETE /api/listings/{id} by an admin, and POST /api/listings/{id}/objection", () => {
  it("removes with reason and text; the owner objects once, and an admin answers", async () => {
    const { id } = await createListing(teacher);
    const [asAdmin, asOwner] = [await createBearer(await createAdmin()), await createBearer(teacher)];
    const remove = (json: object) => call(asAdmin, "DELETE", `${paths.apiListing(id)}?version=1`, { json });
    const refused = await expectStatus(remove({}), 422);
    const { errors } = await refused.json<{ errors: { field: string }[] }>();
    expect(errors.map(({ field }) => field)).toEqual(["reason", "text"]);
    await expectStatus(remove(REASON), 204);
    expect(await findListing(id)).toMatchObject({ state: "deleted", removedFrom: "published" });
    app.clock.now += 1000;
    const send = (json: object) => call(asOwner, "POST", paths.apiListingObjection(id), { json });
    await expectStatus(send({}), 422);
    expect(await (await expectStatus(send({ text: "De ce?" }), 200)).json()).toEqual({
      content: { listing_id: id, text: "De ce?" },
    });
    await expectStatus(send({ text: "Dar de ce?" }), 409);
    const path = paths.apiAdminListingAction(id, "objection");
    const json = { decision: "accepted", text: "Aveți dreptate." };
    await expectStatus(call(asAdmin, "POST", path, { json }), 204);
    expect(await findListing(id)).toMatchObject({ state: "published" });
    await expectStatus(call(asAdmin, "POST", path, { json }), 409);
  });
});

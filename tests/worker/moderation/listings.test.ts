import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, invitations, listingImages, listingRevisions, listings } from "@/db/schema";
import { formatDate } from "@/shared/format";
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
} from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { promote } from "../../helpers/promote";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { readUndoForm } from "../../helpers/undo";

let admin: Jar;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  admin = await signIn(await createAdmin());
  teacher = await createTeacher({ locale: "ro" });
});

const PENDING = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;
const decide = (id: string, action: string, form: Record<string, string | string[]>, as = admin) =>
  app.post(`/admin/listings/${id}/${action}`, { form: { version: "1", queue: "pending", ...form }, as });

describe("GET /admin", () => {
  it("shows the number of waiting listings and the oldest", async () => {
    await createListing(teacher, { ...PENDING, submittedTs: app.clock.now - 1000 });
    const html = await app.read("/admin", { as: admin });
    expectText(html, 'href="/admin/listings"');
    expect(html).toMatch(/\d+ listings? (is|are) waiting for a decision/);
  });
});

describe("GET /admin/listings/{id}", () => {
  it("shows the reviewer text, owner, other listings and history", async () => {
    const listing = await createListing(teacher, {
      ...PENDING,
      description: "Sunați la 0712345678 pentru detalii și program.",
      holdRule: "phone",
      county: "sb",
      neighbourhood: "Hipodrom",
      locations: [],
      online: true,
    });
    await db.insert(invitations).values({
      id: newId(),
      addressHash: teacher.id,
      locale: "ro",
      state: "claimed",
      createdTs: 0,
      expiresTs: 0,
      claimedUserId: teacher.id,
    });
    await createListing(teacher, { subject: "p", title: "Fizică pentru toată lumea" });
    const html = await app.read(`/admin/listings/${listing.id}`, { as: admin });
    expectText(html, "Sunați la 0712345678");
    expectText(html, "a phone number");
    expectText(html, teacher.email);
    expectText(html, "Fizică pentru toată lumea", "Sibiu, Hipodrom", "Accepted an invitation");
  });

  it("shows whole pictures below text, teacher and price, with or without a description; they lead to their full size", async () => {
    const listing = await createListing(teacher, {
      ...PENDING,
      description: "Explic cu răbdare.",
      price: 12_000,
    });
    const picture = { listingId: listing.id, ownerId: teacher.id, width: 1600, height: 1200, createdTs: 1 };
    await db.insert(listingImages).values([
      { ...picture, id: newId(), file: "a.webp", alt: "Tabla din clasă", position: 0 },
      { ...picture, id: newId(), file: "b.webp", alt: "", position: 1 },
    ]);
    const html = await app.read(`/admin/listings/${listing.id}`, { as: admin });
    const parts = ["Explic cu răbdare.", paths.adminUser(teacher.id), "120 lei", "a.webp"];
    expect(html.replaceAll("\u00a0", " ")).toMatch(new RegExp(parts.join(".*"), "s"));
    for (const file of ["a.webp", "b.webp"])
      expect(html).toContain(`<a href="${paths.listingImage(listing.id, file)}"`);
    expectText(html, "Tabla din clasă");
    expectText(html, "The teacher wrote no description of this picture.");
  });

  it("shows decisions, however often the phone number was requested since", async () => {
    const listing = await createListing(teacher, PENDING);
    await decide(listing.id, "approve", {});
    for (let n = 0; n < 50; n++) {
      app.clock.now += 1000;
      const headers = { "cf-connecting-ip": `192.0.2.${n}` };
      await expectStatus(app.post(paths.revealPhone(listing.id), { form: {}, headers }), 200);
    }
    const html = await app.read(`/admin/listings/${listing.id}`, { as: admin });
    const history = html.slice(html.indexOf(">History<"));
    expectText(history, "Approved");
    expect(history).not.toContain("phone");
  });
});

describe("GET /admin/listings/{id} of a decided listing", () => {
  it("shows the last decision about it, not what its owner did or what was decided about its reports", async () => {
    const listing = await createListing(teacher, PENDING);
    await decide(listing.id, "approve", {});
    for (const action of ["listing.picture_removed", "listing.reports_dismissed"] as const) {
      app.clock.now += 1000;
      const event = { id: newId(), ts: app.clock.now, action, detail: {} };
      await db.insert(auditLog).values({ ...event, subject: `listing:${listing.id}`, actorId: teacher.id });
    }
    const html = await app.read(paths.adminListing(listing.id), { as: admin });
    expect(html).toMatch(/This is not waiting for a decision\.<\/p><p>Approved · /);
  });
});

describe("GET /admin/listings/{id} of the first of two", () => {
  it("links to the next one without a decision, and lists the keyboard shortcuts", async () => {
    await db.update(listings).set({ state: "paused" }).where(eq(listings.state, "pending"));
    const first = await createListing(teacher, { ...PENDING, submittedTs: 1000 });
    const second = await createListing(teacher, { ...PENDING, subject: "p", submittedTs: 2000 });
    const html = await app.read(paths.adminListing(first.id), { as: admin });
    expect(html).toContain(`href="${paths.adminListing(second.id)}"`);
    for (const key of ["a", "r", "n"]) expect(html.toLowerCase()).toContain(`accesskey="${key}"`);
  });
});

describe("POST /admin/listings/{id}/approve", () => {
  it("publishes for ninety days, mails the teacher in their language and reindexes it", async () => {
    const listing = await createListing(teacher, PENDING);
    await decide(listing.id, "approve", {});
    expect(await findListing(listing.id)).toMatchObject({
      state: "published",
      publishedTs: app.clock.now,
      expiresTs: app.clock.now + 90 * 86_400_000,
      version: 2,
    });
    const [mail] = await mailsTo(teacher.email);
    expect(mail).toMatchObject({ template: "listing_approved", subject: `„${listing.title}” este publicat` });
    for (const text of [
      `https://catedra.test/ro/tutoring/${listing.id}`,
      "afișul de tipărit",
      `Rămâne publicat până pe ${formatDate(app.clock.now + 90 * 86_400_000, "ro")}.`,
      "Orice vizitator vă poate afișa numărul de telefon apăsând un buton.",
    ])
      expect(mail?.text).toContain(text);
    // A promotion keeps it published longer.
    const promoted = await createListing(teacher, { ...PENDING, subject: "p" });
    const endsTs = app.clock.now + 200 * 86_400_000;
    await promote(promoted, { endsTs });
    await decide(promoted.id, "approve", {});
    expect((await findListing(promoted.id))?.expiresTs).toBe(endsTs);
    expect((await mailsTo(teacher.email)).map(({ text }) => text).join()).toContain(
      `Rămâne publicat până pe ${formatDate(endsTs, "ro")}.`,
    );
    await expectConsistentIndex(app.clock.now);
  });

  it("returns 409 for a version that was not reviewed, and from every other state", async () => {
    const changed = await createListing(teacher, { ...PENDING, version: 3 });
    for (const version of ["1", "", "abc", "1e999", "-1"]) {
      await expectStatus(decide(changed.id, "approve", { version }), 409);
    }
    for (const state of ["draft", "published", "paused", "rejected", "suspended", "deleted"] as const) {
      const listing = await createListing(teacher, { state });
      const status = state === "deleted" ? 410 : 409;
      expect([state, (await decide(listing.id, "approve", {})).status]).toEqual([state, status]);
      await expectStatus(decide(listing.id, "reject", { reason: "unclear", text: "?" }), status);
    }
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  it("tells a second admin who decided what and when, also on the listing's page", async () => {
    const listing = await createListing(teacher, PENDING);
    const other = await signIn(await createAdmin());
    await decide(listing.id, "approve", {}, other);
    const late = await expectStatus(decide(listing.id, "reject", { reason: "unclear", text: "?" }), 409);
    const page = await app.get(paths.adminListing(listing.id), { as: admin });
    for (const [answer, isLate] of [
      [late, true],
      [page, false],
    ] as const) {
      const html = await answer.text();
      expect(html).toMatch(
        /not waiting for a decision\.<\/p><p>Approved · <a href="\/admin\/users\/\w+">Olga Admin<\/a>, <time/,
      );
      expect(html.includes("Your decision was not saved: this was changed or decided")).toBe(isLate);
    }
  });
});

describe("POST /admin/listings/{id}/reject", () => {
  it("returns the listing with the reason, mails the teacher, and shows it to the teacher", async () => {
    const listing = await createListing(teacher, PENDING);
    await decide(listing.id, "reject", { reason: "wrong_category", text: "Este fizică, nu matematică." });
    expect(await findListing(listing.id)).toMatchObject({
      state: "rejected",
      stateReasons: ["wrong_category"],
      stateNote: "Este fizică, nu matematică.",
    });
    const [mail] = await mailsTo(teacher.email);
    expect(mail?.template).toBe("listing_rejected");
    // Each once: the explanation, the link to correct it, and the statement of reasons.
    const parts = ["Este fizică, nu matematică.", `/ro/tutoring/${listing.id}/edit`, "Expunerea de motive"];
    const statement = [
      "Materie sau nivel greșit",
      "Termenii de utilizare",
      "Cum am aflat",
      "Contestați aici",
    ];
    for (const text of [mail?.text ?? "", mail?.html ?? ""]) {
      const places = [...parts, ...statement].map((part) => text.indexOf(part));
      expect(Math.min(...places)).toBeGreaterThan(0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
    for (const part of [...parts, ...statement]) expect(mail?.text.split(part), part).toHaveLength(2);
    const ownPage = await app.read("/ro/profile/listings", { as: await signIn(teacher) });
    expectText(ownPage, "Este fizică, nu matematică.");
  });
});

describe("rejection with several reasons", () => {
  const REASONS = { reason: ["unclear", "price"], text: "Ce predați și la ce preț?" };
  const NAMES = ["Descrierea nu este destul de clară", "Prețul lipsește sau nu poate fi corect"];

  it("names all reasons in the mail, to the teacher, in the listing's history and in the audit log", async () => {
    const { id } = await createListing(teacher, PENDING);
    const published = await createListing(teacher, { subject: "p" });
    await db.insert(listingRevisions).values({
      listingId: published.id,
      title: "Titlu nou",
      description: "Text nou",
      submittedTs: 7000,
    });
    for (const rejected of [id, published.id]) await decide(rejected, "reject", REASONS);
    const owner = await signIn(teacher);
    for (const [path, jar] of [
      [paths.editListing(id), owner],
      [paths.editListing(published.id), owner],
      [paths.listing(id), owner],
      [paths.ownListings(), owner],
      [paths.adminListing(id), admin],
      [paths.adminAudit({ subject: `listing:${id}` }), admin],
    ] as const) {
      const html = await app.read(`/ro${path}`, { as: jar });
      for (const name of NAMES) expect(html, path).toContain(name);
    }
    expect(await app.read(`/ro${paths.adminListing(id)}`, { as: admin })).toContain(NAMES.join("; "));
    const mails = await mailsTo(teacher.email);
    expect(mails).toHaveLength(2);
    for (const { text } of mails)
      expect(text).toContain(`Faptele: ${NAMES.join("; ")}. Explicația noastră este mai sus.`);
    const [event] = await listRows(auditLog, { subject: `listing:${id}`, action: "listing.rejected" });
    expect(event?.detail).toMatchObject({ reason: "unclear", further_reasons: ["price"] });
  });

  it("inserts the text blocks of the ticked reasons in the teacher's language, once", async () => {
    const { id } = await createListing(teacher, PENDING);
    let text = "Bună ziua!";
    for (let n = 0; n < 2; n++) {
      const html = await expectPage(decide(id, "reject", { ...REASONS, text, intent: "fill" }), 200);
      expect(html).toMatch(
        /<input[^>]*name="reason"[^>]*value="price"[^>]*checked|checked[^>]*value="price"/,
      );
      text = html.match(/<textarea[^>]*id="field-reject-text"[^>]*>([^<]*)</)?.[1] ?? "";
    }
    expect(text).toBe(
      "Bună ziua!\n\nVă rugăm să descrieți mai detaliat ce predați, cui și cum decurge o lecție." +
        "\n\nVă rugăm să verificați prețul și durata unei lecții. Nu par corecte.",
    );
    expect((await findListing(id))?.state).toBe("pending");
  });
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

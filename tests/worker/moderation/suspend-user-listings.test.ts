import { eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, followUpNotes, listings, reports, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, signInByEmail } from "../../helpers/accounts";
import { app, db, expectRedirect, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  findListing,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
} from "../../helpers/factories";

import { createOrder, createPromotion } from "../../helpers/orders";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { readUndoForm } from "../../helpers/undo";

let admin: Awaited<ReturnType<typeof createAdmin>>;
let as: Jar;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  await db.delete(reports);
  admin = await createAdmin();
  as = await signIn(admin);
  teacher = await createTeacher({ locale: "ro" });
});

const FORM = { reason: "unsafe", text: "Un părinte ne-a scris." };
const press = (
  action: "suspend-listings" | "undo-suspension" | "reinstate-listings" | "undo-reinstatement",
  form: Record<string, string | string[]> = FORM,
) => app.post(paths.adminUserAction(teacher.id, action), { form, as });
const listStates = async () =>
  (await listRows(listings, { ownerId: teacher.id }))
    .map(({ state, suspendedFrom }) => [state, suspendedFrom].filter(Boolean).join(" "))
    .sort();
const listActions = async (subject: string) =>
  (await listRows(auditLog, { subject })).map(({ action }) => action);
const createListings = async () => [
  await createListing(teacher, { title: "Chitară pentru oricine" }),
  await createListing(teacher, { subject: "p", state: "paused" }),
  await createListing(teacher, {
    title: "Pian la telefon",
    subject: "i",
    state: "pending",
    publishedTs: null,
    expiresTs: null,
    holdRule: "phone",
  }),
  await createListing(teacher, { subject: "la", state: "draft", publishedTs: null, expiresTs: null }),
];
const addReport = async (listingId: string, email: string | null = null) => {
  const id = newId();
  const row = {
    id,
    listingId,
    email,
    locale: "ro",
    reason: "unsafe",
    text: "",
    createdTs: app.clock.now,
  } as const;
  await db.insert(reports).values(row);
  return id;
};

describe("suspending all listings of a person", () => {
  it("hides them in one batch, with one mail in their language, and keeps those of others", async () => {
    const [first, second] = await createListings();
    const report = await addReport(first?.id ?? "");
    const unread = await addReport(second?.id ?? "");
    const other = await createListing(await createTeacher());
    const to = (await press("suspend-listings", { ...FORM, report: [report] })).headers.get("location");
    expect(to).toContain(paths.adminUser(teacher.id, { done: "suspended" }));
    expect(await listStates()).toEqual([
      "draft",
      "suspended paused",
      "suspended pending",
      "suspended published",
    ]);
    expect(await findListing(first?.id ?? "")).toMatchObject({
      stateReasons: ["unsafe"],
      stateNote: FORM.text,
      version: 2,
    });
    expect((await findListing(other.id))?.state).toBe("published");
    const [mail, ...further] = await mailsTo(teacher.email);
    expect(further).toEqual([]);
    expect(mail).toMatchObject({ template: "listings_suspended" });
    expect(mail?.text).toContain("• Chitară pentru oricine");
    expect(mail?.text).toMatch(
      /Cum am aflat: Chitară pentru oricine:?\s+L-am verificat în urma unei raportări\. Nu/,
    );
    // Nobody reported the paused one.
    expectText(mail?.text, "L-am verificat în urma unei raportări care nu este despre acest anunț");
    expect(mail?.text.split(FORM.text)).toHaveLength(2);
    expect(mail?.text).toMatch(/Cum am aflat: Pian la telefon:?\s+O regulă automată a găsit un număr/);
    expect(mail?.text).toContain(`> ${FORM.text}`);
    expect(await listActions(`user:${teacher.id}`)).toEqual(["user.listings_suspended"]);
    expect(await listActions(`listing:${first?.id}`)).toEqual([
      "listing.suspended",
      "listing.reports_upheld",
    ]);
    // A report that the admin did not read stays open.
    expect(await listRows(reports, { id: unread })).toMatchObject([{ outcome: null }]);
    await expectConsistentIndex(app.clock.now);
  });

  it("can be ended on the person's page after the undo, without what was suspended otherwise", async () => {
    const [first, second] = await createListings();
    const before = await listStates();
    const alone = await createListing(teacher, { subject: "g" });
    await app.post(paths.adminListingAction(alone.id, "suspend"), { form: FORM, as });
    app.clock.now += 1000;
    const reporter = `${newId()}@example.test`;
    const report = await addReport(first?.id ?? "", reporter);
    await press("suspend-listings", { ...FORM, report: [report] });
    const suspended = await listStates();
    const decided = String(app.clock.now);
    app.clock.now += 61_000;
    const html = await app.read(paths.adminUser(teacher.id), { as });
    const [, question = ""] = /Restore all 3 listings(.*?)<\/details>/s.exec(html) ?? [];
    expectText(question, first?.title ?? "", `name="decided" value="${decided}"`);
    const reinstate = async () =>
      app.read((await press("reinstate-listings", { decided })).headers.get("location") ?? "", { as });
    const done = await reinstate();
    expectText(done, "3 listings are restored.", 'accessKey="u"');
    const undo = await readUndoForm(`user:${teacher.id}`);
    await expectRedirect(
      press("undo-reinstatement", undo),
      paths.adminUser(teacher.id, { done: "reinstatementUndone" }),
    );
    expect(await listStates()).toEqual(suspended);
    expect(await templatesTo(teacher.email)).toEqual(["listing_suspended", "listings_suspended"]);
    await reinstate();
    expect(await listStates()).toEqual([...before, "suspended published"].sort());
    expect(await findListing(alone.id)).toMatchObject({ state: "suspended" });
    expect(await templatesTo(teacher.email)).toEqual([
      "listing_suspended",
      "listings_suspended",
      "listings_reinstated",
    ]);
    const [, lifted] = await mailsTo(reporter);
    expect(lifted?.text).toContain("am ridicat restricția");
    await expectConsistentIndex(app.clock.now);
    expect(await listActions(`listing:${second?.id}`)).toContain("listing.reinstated");
    await expectStatus(press("reinstate-listings", { decided }), 409);
  });

  it("is undone within 60 seconds, with the reports that it upheld", async () => {
    const [first] = await createListings();
    const report = await addReport(first?.id ?? "");
    const before = await listStates();
    const fields = { ...FORM, listing: first?.id ?? "", report: [report] };
    const page = (await press("suspend-listings", fields)).headers.get("location") ?? "";
    expect(await listRows(reports, { id: report })).toMatchObject([
      { outcome: "upheld", decidedBy: admin.id },
    ]);
    const html = await app.read(page, { as });
    const form = `action="${paths.adminUserAction(teacher.id, "undo-suspension")}"`;
    expect(html.split(form)).toHaveLength(2);
    // In the notice, with its key.
    const [notice = ""] = /<div data-enhance="decision-keys".*?popover=/s.exec(html) ?? [];
    for (const part of [form, 'accessKey="u"', "<kbd>U</kbd>"]) expectText(notice, part);
    expect(await app.read(paths.adminUser(teacher.id), { as })).toContain(form);
    app.clock.now += 59_000;
    const done = paths.adminUser(teacher.id, { done: "suspensionUndone" });
    const undo = await readUndoForm(`user:${teacher.id}`);
    await expectRedirect(press("undo-suspension", undo), done);
    expect(await app.read(done, { as })).toContain(`${FORM.text}</textarea>`);
    expect(await listStates()).toEqual(before);
    expect(await mailsTo(teacher.email)).toEqual([]);
    expect(await listRows(reports, { id: report })).toMatchObject([{ outcome: null, decidedBy: null }]);
    expect(await listActions(`listing:${first?.id}`)).toContain("listing.decision_undone");
    await expectConsistentIndex(app.clock.now);
    const late = await (await expectStatus(press("undo-suspension", undo), 409)).text();
    expect(late).toMatch(/role="alert"[^>]*autofocus.*<aside/is);
  });

  it("keeps the typed text of a refused form", async () => {
    const [first] = await createListings();
    const form = { reason: "", text: "Text scris <deja>", listing: first?.id ?? "", report: ["r1"] };
    const html = await (await expectStatus(press("suspend-listings", form), 422)).text();
    expectText(html, "Text scris &lt;deja&gt;");
    expect(html).toContain('name="report" value="r1"');
    expect(html).toContain('href="#field-suspend-all-reason"');
    const empty = await expectStatus(press("suspend-listings", { ...form, text: "" }), 422);
    expectText(await empty.text(), "Write an explanation.");
    expect(await listStates()).not.toContain("suspended published");
  });
});

describe("POST /api/admin/users/{id}/suspend-listings", () => {
  const call = async (id: string, json: unknown = FORM) =>
    app.post(paths.apiAdminSuspendListings(id), {
      ...bearer((await signInByEmail(admin.email)).token),
      json,
    });

  it("returns the suspended listings, and refuses an invalid body, an unknown user and a second call", async () => {
    const [first, second, third] = await createListings();
    await expectStatus(call(teacher.id, { reason: "unsafe" }), 422);
    await expectStatus(call(newId()), 404);
    const answer = await expectStatus(call(teacher.id), 200);
    const { content } = await answer.json<{ content: { _id: string; state: string }[] }>();
    expect(content.map(({ _id, state }) => [_id, state])).toEqual(
      [first, second, third].map((listing) => [listing?.id, "suspended"]),
    );
    const again = await expectStatus(call(teacher.id), 409);
    expect(await again.json()).toMatchObject({ title: "wrong_state" });
    await expectStatus(call((await createUser()).id), 409);
  });
});

describe("an admin who teaches", () => {
  it("leaves all decisions about own listings and reports to other admins, while there are any", async () => {
    const listing = await createListing(admin);
    const report = await addReport(listing.id);
    const lists = [paths.adminReports(), paths.followUp({ queue: "reports" })];
    for (const list of lists)
      expect(await app.read(list, { as })).not.toContain(paths.adminReport(listing.id));
    expectText(
      await (await expectStatus(app.get(paths.adminReport(listing.id), { as }), 403)).text(),
      "because it is yours",
    );
    expect(await app.read(paths.adminUser(admin.id), { as })).not.toContain("suspend-listings");
    const refused = () =>
      Promise.all(
        [
          paths.adminReportAction(listing.id, "decide"),
          paths.adminListingAction(listing.id, "suspend"),
          paths.adminListingAction(listing.id, "reinstate"),
          paths.adminListingAction(listing.id, "approve"),
          paths.adminListingAction(listing.id, "undo"),
          paths.adminUserAction(admin.id, "suspend-listings"),
          paths.adminUserAction(admin.id, "undo-suspension"),
        ].map((path) =>
          expectStatus(
            // An approval with a reason is asked about first.
            app.post(path, {
              form: path.endsWith("approve") ? {} : { ...FORM, report: [report], decision: "dismissed" },
              as,
            }),
            403,
          ),
        ),
      );
    await refused();
    expect(await listRows(reports, { id: report })).toMatchObject([{ outcome: null }]);

    const other = await signIn(await createAdmin());
    for (const list of lists)
      expect(await app.read(list, { as: other })).toContain(paths.adminReport(listing.id));
    await app.post(paths.adminUserAction(admin.id, "suspend-listings"), { form: FORM, as: other });
    await refused();
    expect(await findListing(listing.id)).toMatchObject({ state: "suspended" });

    // Edited after a rejection.
    await db.update(listings).set({ state: "pending", submittedTs: 1 }).where(eq(listings.id, listing.id));
    await refused();
    const page = await app.read(paths.adminListing(listing.id), { as });
    expectText(page, "Another administrator decides about this listing, because it is yours.");
    for (const path of [`${paths.adminListing(listing.id)}/`, paths.adminReport(listing.id)])
      expect(page).not.toContain(path);
    for (const list of [paths.adminListings(), paths.followUp({ queue: "listings_pending" })]) {
      expect(await app.read(list, { as })).not.toContain(listing.id);
      expect(await app.read(list, { as: other })).toContain(listing.id);
    }

    // Nobody else is left to decide.
    await db.update(users).set({ disabledTs: app.clock.now }).where(ne(users.id, admin.id));
    for (const path of [paths.adminListings(), paths.followUp({ queue: "listings_pending" })])
      expect(await app.read(path, { as })).toContain(listing.id);
    const version = String((await findListing(listing.id))?.version);
    await app.post(paths.adminListingAction(listing.id, "approve"), { form: { version }, as });
    expect(await findListing(listing.id)).toMatchObject({ state: "published" });
    const second = await addReport(listing.id);
    expect(await app.read(paths.adminReports(), { as })).toContain(paths.adminReport(listing.id));
    const form = { ...FORM, report: [second], decision: "dismissed" };
    await app.post(paths.adminReportAction(listing.id, "decide"), { form, as });
    expect(await listRows(reports, { id: second })).toMatchObject([{ outcome: "dismissed" }]);
  });
});

it("an admin does not learn who reported their listing, or what others note about it", async () => {
  const listing = await createListing(admin);
  const reporter = await createUser({ firstName: "Ilinca", lastName: "Zamfir" });
  const form = { reason: "unsafe", text: "" };
  await app.post(paths.reportListing(listing.id), { form, as: await signIn(reporter) });
  await db.insert(followUpNotes).values({
    key: `reports:${listing.id}`,
    sinceTs: app.clock.now,
    note: "De verificat cu școala",
    updatedTs: app.clock.now,
  });
  const read = async (jar: Jar) => {
    const subject = `listing:${listing.id}`;
    const pages = [
      paths.adminListing(listing.id),
      paths.adminUser(admin.id),
      paths.adminUser(reporter.id),
      paths.adminAudit({ subject }),
    ];
    return Promise.all(pages.map((path) => app.read(path, { as: jar })));
  };
  const shown = await read(await signIn(await createAdmin()));
  expect(shown.map((html) => html.includes("Ilinca Zamfir"))).toEqual([true, true, true, true]);
  expect(shown[1]).toContain("De verificat");
  const hidden = await read(as);
  expect(hidden.map((html) => html.includes("Ilinca Zamfir"))).toEqual([false, false, true, false]);
  expect(hidden[1]).not.toContain("De verificat");
  expect(hidden[1]).not.toContain(paths.adminReport(listing.id));
  expect(hidden[2]).not.toContain(listing.id);
});

describe("the page of a report about safety", () => {
  it("shows the person with all listings, the prepared text, what happens to promotions, and disabling", async () => {
    const [first] = await createListings();
    await createListing(teacher, { subject: "g" });
    const order = await createOrder({ listingId: first?.id ?? "", buyerId: teacher.id });
    await createPromotion(order);
    const report = await addReport(first?.id ?? "");
    const html = await app.read(paths.adminReport(first?.id ?? ""), { as });
    expectText(html, teacher.email);
    expectText(html, "Suspend all 4 listings");
    expectText(html, "V-am suspendat anunțurile");
    expectText(html, "“Uphold” leaves this listing public.");
    expectText(html, "Another listing of the teacher stays public");
    expect(html).toContain('href="#suspend-listings"');
    expectText(html, "One promotion has not ended. It is no longer shown, its days pass");
    expect(html).toContain(`href="${paths.adminUser(teacher.id)}"`);
    expect(html).toContain(`name="report" value="${report}"`);
    expect(html).toContain(
      `action="${paths.adminUserAction(teacher.id, "disable", { task: `reports:${first?.id}` })}"`,
    );
  });
});

describe("listings of a disabled teacher", () => {
  it("are shown as hidden in the admin area, not as published", async () => {
    const listing = await createListing(teacher, { title: "Vioară și pian" });
    await addReport(listing.id);
    const order = await createOrder({ listingId: listing.id, buyerId: teacher.id });
    await createPromotion(order);
    await app.post(paths.adminUserAction(teacher.id, "disable"), {
      form: { category: "spam", reason: "Reclame." },
      as,
    });
    expectText(await app.read(paths.adminOrder(order.id), { as }), "Running, but hidden");
    for (const path of [
      paths.adminUser(teacher.id),
      paths.adminListing(listing.id),
      paths.adminReports(),
      paths.adminReport(listing.id),
      paths.adminSearch({ q: listing.id }),
    ]) {
      const html = await app.read(path, { as });
      expectText(html, "Hidden: account disabled");
      expect(html, path).not.toContain(">Published<");
    }
  });
});

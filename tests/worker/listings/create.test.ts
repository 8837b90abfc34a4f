import { and, eq, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingImages, listings, usualPrices } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type Actor, app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import {
  countRows,
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  findListing,
  listRows,
  signIn,
  type User,
} from "../../helpers/factories";
import { fieldValue, listingForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";

let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const ownListings = () => listRows(listings, { ownerId: teacher.id });
const listPictures = (listingId: string) =>
  db
    .select()
    .from(listingImages)
    .where(and(eq(listingImages.listingId, listingId), isNotNull(listingImages.position)));
const create = (form: FormData, as: Actor = teacher) => app.post("/tutoring/create", { body: form, as });

it("GET /tutoring/create returns 403 for a learner and explains how to become a teacher", async () => {
  const html = await expectPage(app.get("/tutoring/create", { as: await createUser() }), 403);
  expectText(html, "Become a teacher in settings");
  expect(html).toContain('href="/profile/settings#teaching"');
  expect(html).not.toContain("/sign-out?next");
});

describe("POST /tutoring/create", () => {
  it("sends a first listing for approval and redirects to the user's listings", async () => {
    const form = listingForm();
    const answer = await expectStatus(create(form), 303);
    expect(answer.headers.get("location")).toMatch(/^\/profile\/listings\?done=pending&id=/);
    const row = await findListing(form.get("id") as string);
    expect(row).toMatchObject({
      ownerId: teacher.id,
      state: "pending",
      price: 9000,
      pricePerHour: 9000,
      levels: ["h", "pb"],
      online: true,
      submittedTs: app.clock.now,
      publishedTs: null,
      version: 1,
    });
    expect(await countRows("search_entries")).toBe(0);
    const ownPage = await app.read("/profile/listings?done=pending", { as: teacher });
    expectText(ownPage, "Matematică pentru Bacalaureat", "Awaiting approval");
  });

  it("holds a text with a phone number or an address once, and then sends a trusted owner's listing for approval", async () => {
    await createListing(teacher, { subject: "p", county: "b" });
    const description = "Primesc elevii pe str. Lungă nr. 12, bl. 4, ap. 7, în Brașov.";
    const form = listingForm({ title: "Matematică la 0712 345 678", description });
    const held = await (await expectStatus(create(form), 422)).text();
    expect(held).toContain("There are 2 problems");
    for (const [field, found] of [
      ["title", "0712 345 678"],
      ["description", "str. Lungă nr. 12"],
    ])
      expect(held).toMatch(
        new RegExp(
          `id="field-${field}-error">.{0,900}The text seems to contain contact details or a street address: “${found}”\\.`,
          "s",
        ),
      );
    expectText(held, 'href="/profile#field-teacher_information.phone_number"', 'value="submit_anyway"');
    expect(await findListing(form.get("id") as string)).toBeUndefined();
    form.set("intent", "draft");
    await expectStatus(create(form), 303);
    const submit = `/tutoring/${form.get("id")}/submit`;
    expectText(await (await expectStatus(app.post(submit, { as: teacher }), 422)).text(), "Send anyway");
    form.set("intent", "submit_anyway");
    await create(form);
    expect((await findListing(form.get("id") as string))?.state).toBe("pending");
  });

  it("asks once about a price that is far from the usual one, also for a draft, but not about an accepted price", async () => {
    await db
      .insert(usualPrices)
      .values({ subject: "m", computedTs: 0, cells: { country: { h: [10, 8000, 9000, 9500] } } });
    const question = "half of the teachers ask 80 to 95 lei an hour. Check the price";
    const form = listingForm({ price: "800" });
    const held = await expectPage(create(form), 422);
    expectText(held, `The price is 800 lei an hour, and ${question}`, 'value="submit_anyway"');
    for (const [price, minutes, status] of [
      ["40", "90", 303],
      ["39", "90", 422],
      ["285", "60", 303],
    ] as const) {
      const draft = listingForm({ price, session_minutes: minutes, intent: "draft" });
      await expectStatus(create(draft), 303);
      await expectStatus(app.post(`/tutoring/${draft.get("id")}/submit`, { as: teacher }), status);
      await db.delete(listings);
    }
    form.set("intent", "submit_anyway");
    await expectStatus(create(form), 303);
    const path = `/tutoring/${form.get("id")}/edit`;
    const edit = listingForm({
      id: String(form.get("id")),
      version: "1",
      price: "800",
      title: "Matematică mai ușoară",
    });
    await expectStatus(app.post(path, { body: edit, as: teacher }), 303);
    const html = await app.read(paths.adminListing(String(form.get("id"))), { as: await createAdmin() });
    expectText(html, "Usual price", "ask 80 to 95 lei an hour for high school");
    await db.delete(usualPrices);
  });

  it("returns 422 with all values and an error message at each invalid field, in the order of the page", async () => {
    const form = listingForm({
      title: "Scurt <b>",
      description: "x",
      price: "5",
      levels: null,
      locations: null,
      online: null,
      county: "xx",
    });
    const html = await expectPage(create(form), 422);
    expectText(
      html,
      'value="Scurt &lt;b&gt;"',
      'value="5"',
      "between 10 and 1,000 lei",
      "Too short: use at least 10 characters.",
      "1 more character needed.",
      "Please choose at least one.",
      'id="field-title-error"',
      'href="#field-locations"',
      '<option value="m" selected="">Mathematics</option>',
    );
    const summary = html.slice(
      html.indexOf('id="error-summary"'),
      html.indexOf("</ul>", html.indexOf('id="error-summary"')),
    );
    expect([...summary.matchAll(/href="#field-(\w+)"/g)].map(([, field]) => field)).toEqual([
      "levels",
      "title",
      "description",
      "county",
      "locations",
      "price",
    ]);
    expect(fieldValue(html, "id")).toBe(form.get("id"));
    expect(await findListing(form.get("id") as string)).toBeUndefined();
  });

  it("returns 422 with the ticked levels that the subject does not have", async () => {
    const html = await expectPage(create(listingForm({ subject: "mu" })), 422);
    const error = /id="field-levels-error"[^>]*>(.*?)<\/(?:p|div)>/s.exec(html)?.[1] ?? "";
    expectText(error, "The Baccalaureate does not include this subject");
    expect(html).toMatch(/<label class="choices__other"><input [^>]*checked="" value="pb"/);
    expect(html).toMatch(/<label><input [^>]*checked="" value="h"/);
  });

  it("creates one listing for a form sent twice", async () => {
    const id = newId();
    const file = createFile(await pngBytes(40, 20), "1.png");
    const send = () => create(listingForm({ id, "alt.new:0": "Tabla" }, [file]));
    const answers = [...(await Promise.all([send(), send()])), await send()];
    for (const answer of answers) expect(answer.headers.get("location")).toContain("done=pending");
    expect(await ownListings()).toMatchObject([{ id, state: "pending", version: 1 }]);
    expect(await listPictures(id)).toMatchObject([{ alt: "Tabla", width: 40 }]);
  });

  it.each(["submit", "draft"])("updates the draft that an earlier request saved: %s", async (intent) => {
    const id = newId();
    await create(listingForm({ id, intent: "draft" }));
    const file = createFile(await pngBytes(40, 20), "1.png");
    const answer = await create(listingForm({ id, intent, "alt.new:0": "Tabla" }, [file]));
    const state = intent === "submit" ? "pending" : "draft";
    expect(answer.headers.get("location")).toContain(`done=${state}`);
    expect(await ownListings()).toMatchObject([{ id, state }]);
    expect(await listPictures(id)).toMatchObject([{ alt: "Tabla", width: 40 }]);
  });

  it("saves a draft for a teacher with an unverified email address, with a message", async () => {
    const unverified = await createTeacher({ emailVerifiedTs: null });
    const form = listingForm();
    const answer = await create(form, unverified);
    expect(answer.headers.get("location")).toMatch(/^\/profile\/listings\?done=unverified&id=/);
    expect((await findListing(form.get("id") as string))?.state).toBe("draft");
    const ownPage = await app.read("/profile/listings?done=unverified", { as: unverified });
    expectText(ownPage, "Confirm your email address");
    await expectStatus(app.post(`/tutoring/${form.get("id")}/submit`, { form: {}, as: unverified }), 403);
  });

  it("returns 401 with all values when the session has ended", async () => {
    const html = await expectPage(app.post("/tutoring/create", { body: listingForm() }), 401);
    expectText(html, "Matematică pentru Bacalaureat, pas cu pas", "You are signed out");
  });
});

describe("limits of POST /tutoring/create", () => {
  it("returns 409 limit_reached for the fourth submission of a day, and accepts it the next day", async () => {
    for (const county of ["b", "is", "tm"]) await create(listingForm({ county }));
    const form = listingForm({ county: "cj" });
    const html = await expectPage(create(form), 409);
    expectText(html, "You have reached the limit of 3 submissions a day", 'value="Zorilor"');
    expect(await findListing(form.get("id") as string)).toBeUndefined();
    app.clock.now += 86_400_000;
    await expectStatus(create(form, await signIn(teacher)), 303);
  });

  it("returns 409 for the sixth active listing", async () => {
    for (const county of ["b", "is", "tm", "ct", "bv"] as const) await createListing(teacher, { county });
    expectText(
      await expectPage(create(listingForm()), 409),
      "You have reached the limit of 5 active listings",
    );
  });

  it("returns 409 for a second active listing in the same subject and county", async () => {
    await createListing(teacher, { state: "paused" });
    expectText(
      await expectPage(create(listingForm()), 409),
      "already have an active listing for this subject",
    );
  });

  it("returns 409 for the eleventh draft", async () => {
    for (let n = 0; n < 10; n++) await create(listingForm({ intent: "draft" }));
    expectText(
      await expectPage(create(listingForm({ intent: "draft" })), 409),
      "You have reached the limit of 10 drafts",
    );
  });

  it("parallel submissions cannot exceed a limit", async () => {
    const answers = await Promise.all(
      ["b", "is", "tm", "ct", "bv", "cj"].map((county) => create(listingForm({ county }))),
    );
    expect(answers.filter((answer) => answer.status === 303).length).toBe(3);
    expect(answers.filter((answer) => answer.status === 409).length).toBe(3);
  });
});

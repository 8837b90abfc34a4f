import { beforeEach, describe, expect, it, test } from "vitest";
import { listingImages, listings } from "@/db/schema";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher, listRows, type User } from "../../helpers/factories";
import { fieldValue, fieldValues, listingForm, toEditForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";

let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const create = (form: FormData) => app.post("/tutoring/create", { body: form, as: teacher });
const edit = (form: FormData) => app.post(`/tutoring/${form.get("id")}/edit`, { body: form, as: teacher });
const findRow = async (id: unknown) => (await listRows(listings, { id: String(id) }))[0];
const listPictures = async (id: unknown) =>
  (await listRows(listingImages, { listingId: String(id) })).sort(
    (a, b) => (a.position ?? 9) - (b.position ?? 9),
  );
const point = (latitude: string, longitude: string) => ({
  "point.latitude": latitude,
  "point.longitude": longitude,
});

/** The sections of the form: the heading, what it holds, and whether it is unfolded. */
const listSections = (html: string) =>
  [
    ...html.matchAll(/<details class="form__section"( open="")?><summary><h2>(.*?)<\/h2><span[^>]*>(.*?)</g),
  ].map(([, open, heading, state]) => [heading, state, open !== undefined]);

describe("the sections of a listing's form", () => {
  it("are folded and say what they hold when nothing is missing; forgotten places and errors unfold theirs", async () => {
    const listing = await createListing(teacher, { online: false, sessionMinutes: 60, price: 9000 });
    const html = await app.read(`/tutoring/${listing.id}/edit`, { as: teacher });
    expect(listSections(html)).toEqual([
      ["What you teach", "Mathematics · Middle school, National Evaluation", false],
      ["About your lessons", listing.title, false],
      ["Where you teach", "Cluj, Zorilor", false],
      ["Price and length", "90 lei · 60 minutes", false],
      ["When and how you teach", "Individual lessons · Romanian", false],
      ["Pictures", "(optional)", true],
    ]);
    const online = await createListing(teacher, { subject: "c", online: true, locations: [] });
    expect(listSections(await app.read(`/tutoring/${online.id}/edit`, { as: teacher }))[2]).toEqual([
      "Where you teach",
      "Cluj, Zorilor · Only online",
      true,
    ]);
    const answer = await edit(toEditForm(listing, { "point.latitude": "95", "point.longitude": "23" }));
    expect(listSections(await answer.text())[2]).toEqual(["Where you teach", expect.anything(), true]);
  });

  it("are unfolded where something is missing", async () => {
    const sections = listSections(await app.read("/tutoring/create", { as: teacher }));
    expect(sections.map(([, state, isOpen]) => [state, isOpen])).toEqual([
      ...Array.from({ length: 4 }, () => ["To fill in", true]),
      ["Individual lessons · Romanian", false],
      ["(optional)", true],
    ]);
  });
});

describe("contact data in a listing's text", () => {
  const listWarnings = async (form: FormData) =>
    [
      ...(await (await create(form)).text()).matchAll(/class="field__warning">.*?<\/svg><span>([^<]*?\.)/g),
    ].map(([, text]) => text);
  it.each([
    ["title", "Matematică 0745123456", "This looks like a phone number."],
    [
      "description",
      "Scrieți-mi la ana@exemplu.ro, răspund repede la toate.",
      "This looks like an email address.",
    ],
    ["description", "Exercițiile mele sunt pe www.exemplu.ro, cu rezolvări.", "This looks like a link."],
  ])("in the %s gets a warning beside the field: %j", async (field, text, warning) => {
    expect(await listWarnings(listingForm({ [field]: text, intent: "show" }))).toEqual([warning]);
  });
});

test.each([
  ["Copou", "The map shows the center of the chosen neighborhood or town."],
  ["copou, iasi", "The map shows the center of the chosen neighborhood or town."],
  ["", "Choose a neighborhood or town above, or use this device"],
  ["iasi", "Choose a neighborhood or town above, or use this device"],
  ["Dealul Mic", "We do not know this place yet."],
])(
  "before any place of lessons is ticked, the form says of the neighborhood %j: %j",
  async (neighbourhood, text) => {
    const form = listingForm({ county: "is", neighbourhood, locations: null, intent: "show" });
    // The texts of the island's script have all of them.
    expect((await (await create(form)).text()).match(/<p role="status">(.*?)</)?.[1]).toContain(text);
  },
);

describe("a listing's price in its form", () => {
  it.each([
    ["", "1,000", 100_000, "1,000"],
    ["/ro", "1.000,00 lei", 100_000, "1.000"],
  ])("%s/tutoring/create takes %j in the page's format", async (locale, price, bani, shown) => {
    const form = listingForm({ price });
    await expectStatus(app.post(`${locale}/tutoring/create`, { body: form, as: teacher }), 303);
    const id = form.get("id");
    expect((await findRow(id))?.price).toBe(bani);
    const html = await app.read(`${locale}/tutoring/${id}/edit`, { as: teacher });
    expect(fieldValue(html, "price")).toBe(shown);
  });

  it.each([
    ["", "1.000", "Enter a number"],
    ["/ro", "1,000.00", "Scrieți un număr"],
    ["/ro", "abc", "Scrieți un număr"],
  ])("%s/tutoring/create answers 422 for %j and keeps it", async (locale, price, message) => {
    const html = await expectPage(
      app.post(`${locale}/tutoring/create`, { body: listingForm({ price }), as: teacher }),
      422,
    );
    expect(html).toContain(message);
    expect(fieldValue(html, "price")).toBe(price);
  });
});

describe("a listing's point in its form", () => {
  it.each([
    ["44.43", "26.10", 325],
    ["-90", "180", 15_208],
  ])(
    "may be anywhere (%s, %s), and the form shows the distance from the town",
    async (latitude, longitude, km) => {
      const form = listingForm(point(latitude, longitude));
      await expectStatus(create(form), 303);
      const html = await app.read(`/tutoring/${form.get("id")}/edit`, { as: teacher });
      expectText(html, `The point is about ${km} km from Cluj-Napoca.`);
    },
  );

  it("is removed by empty fields", async () => {
    const listing = await createListing(teacher, { latitude: 46.7, longitude: 23.6 });
    const form = toEditForm(listing, { ...point("", " "), neighbourhood: "Un sat" });
    await expectStatus(edit(form), 303);
    expect(await findRow(listing.id)).toMatchObject({ latitude: null, longitude: null });
  });

  it.each([
    [point("46.77", "-180.5"), "point.longitude", "The number must be -180 or more."],
    [point("46.77", ""), "point.longitude", "Enter the longitude."],
  ])("returns 422 at the field for %j", async (typed, field, text) => {
    const form = listingForm(typed);
    form.append("pictures", createFile(await pngBytes(300, 200), "birou.png"));
    form.append("alt.new:0", "Birou");
    const html = await expectPage(create(form), 422);
    expectText(html, `href="#field-${field}"`, `id="field-${field}-error"`, text);
    expect(fieldValue(html, "point.latitude")).toBe(typed["point.latitude"]);
    expect(fieldValue(html, "point.longitude") ?? "").toBe(typed["point.longitude"]);
    expect(fieldValues(html, "picture")).toHaveLength(1);
    expectText(html, 'value="Birou"');
    expect(await findRow(form.get("id"))).toBeUndefined();
  });

  it("is the centre of the chosen place, and follows it without being a typed point", async () => {
    const form = listingForm({ county: "bv", neighbourhood: "schei, Brașov" });
    await expectStatus(create(form), 303);
    const id = String(form.get("id"));
    const place = { neighbourhood: "Șchei, Brașov", latitude: 45.635, longitude: 25.577 };
    expect(await findRow(id)).toMatchObject(place);
    const html = await app.read(`/tutoring/${id}/edit`, { as: teacher });
    expect(fieldValue(html, "point.latitude")).toBeUndefined();
    expectText(html, '<option value="Răcădău"');
    const moved = listingForm({ id, version: "1", county: "bv", neighbourhood: "Un sat" });
    await expectStatus(edit(moved), 303);
    expect(await findRow(id)).toMatchObject({ neighbourhood: "Un sat", latitude: null });
  });

  it.each([
    ["", "46.7554", "23.5912"],
    ["/ro", "46,7554", "23,5912"],
  ])(
    "is shown in the number format of the page's language (%s), however it was typed",
    async (prefix, ...values) => {
      const listing = await createListing(teacher, { latitude: 46.7554, longitude: 23.5912 });
      const fields = (html: string) =>
        ["latitude", "longitude"].map((axis) => fieldValue(html, `point.${axis}`));
      expect(fields(await app.read(`${prefix}/tutoring/${listing.id}/edit`, { as: teacher }))).toEqual(
        values,
      );
      for (const typed of [point("46,7554", "23,5912"), point("46.7554", "23.5912")]) {
        const body = toEditForm(listing, { ...typed, intent: "show" });
        const again = await app.post(`${prefix}/tutoring/${listing.id}/edit`, { body, as: teacher });
        expect(fields(await again.text())).toEqual(values);
      }
      const saved = toEditForm(listing, point("46,7554", "23,5"));
      await expectStatus(
        app.post(`${prefix}/tutoring/${listing.id}/edit`, { body: saved, as: teacher }),
        303,
      );
      expect(await findRow(listing.id)).toMatchObject({ latitude: 46.7554, longitude: 23.5 });
    },
  );
});

describe("alternative text of a picture", () => {
  const getDescriptions = (html: string) =>
    [...html.matchAll(/name="alt\.[^"]+"[^>]*value="([^"]*)"/g)].map((match) => match[1]);

  it("is stored with the pictures in the form's order, and shown on the public page", async () => {
    await createListing(teacher, { subject: "p", county: "b" });
    const form = listingForm({}, [
      createFile(await pngBytes(300, 200), "a.png"),
      createFile(await pngBytes(310, 200), "b.png"),
    ]);
    form.append("picture", "new:1");
    form.append("picture", "new:0");
    form.append("alt.new:0", "Prima\n aleasă");
    form.append("alt.new:1", "A doua aleasă");
    await expectStatus(create(form), 303);
    expect((await listPictures(form.get("id"))).map(({ alt }) => alt)).toEqual([
      "A doua aleasă",
      "Prima aleasă",
    ]);
    expect((await findRow(form.get("id")))?.state).toBe("published");
    const html = await app.read(`/tutoring/${form.get("id")}`);
    expect(html).toMatch(/<img[^>]*alt="A doua aleasă"/);
  });

  it("changes with the form, and stays when the form has no field for it", async () => {
    const form = listingForm({ intent: "draft" }, [createFile(await pngBytes(300, 200), "a.png")]);
    form.append("alt.new:0", "Întâi");
    await create(form);
    const [picture] = await listPictures(form.get("id"));
    const base = { id: String(form.get("id")), intent: "draft", picture: picture?.id ?? "" };
    await expectStatus(edit(listingForm({ ...base, version: "1" })), 303);
    expect((await listPictures(base.id))[0]?.alt).toBe("Întâi");
    await expectStatus(edit(listingForm({ ...base, version: "2", [`alt.${picture?.id}`]: "Apoi" })), 303);
    expect((await listPictures(base.id))[0]?.alt).toBe("Apoi");
  });

  it.each([
    ["151 characters", "x".repeat(151), "Too long: use at most 150 characters."],
    ["a phone number", "sunați la 0712 345 678", "remove phone numbers"],
  ])("returns 422 at the field for %s, with everything kept", async (_, alt, text) => {
    const form = listingForm({}, [createFile(await pngBytes(300, 200), "a.png")]);
    form.append("alt.new:0", alt);
    const html = await expectPage(create(form), 422);
    const [id] = fieldValues(html, "picture");
    expectText(html, `href="#field-alt.${id}"`, `id="field-alt.${id}-error"`, text);
    expect(getDescriptions(html)).toEqual([alt]);
    expect(await findRow(form.get("id"))).toBeUndefined();
  });
});

it("pictures uploaded while the form is open are added by their stored name; those of other users are not", async () => {
  const listing = await createListing(teacher, { state: "draft" });
  const otherTeacher = await createTeacher();
  const row = { width: 300, height: 200, createdTs: app.clock.now, position: null, version: null };
  await db.insert(listingImages).values([
    { ...row, id: "mine", listingId: listing.id, ownerId: teacher.id, file: "aaaa.webp" },
    { ...row, id: "theirs", listingId: listing.id, ownerId: otherTeacher.id, file: "bbbb.webp" },
  ]);
  const form = toEditForm(listing, {
    intent: "draft",
    picture: ["at:bbbb", "at:aaaa", "at:none"],
    "alt.at:aaaa": "A mea",
  });
  await expectStatus(edit(form), 303);
  const rows = await listPictures(listing.id);
  expect(rows.map(({ id, position, alt }) => [id, position, alt])).toEqual([
    ["mine", 0, "A mea"],
    ["theirs", null, ""],
  ]);
});

it("POST /tutoring/{id}/edit with a stale version returns 409 and compares both texts field by field, with the typed one in the form", async () => {
  const listing = await createListing(teacher, { title: "Titlul de la început" });
  const first = toEditForm(listing, { title: "Titlul din cealaltă filă", ...point("46.7", "23.6") });
  await expectStatus(edit(first), 303);
  const html = await expectPage(
    edit(toEditForm(listing, { title: "Titlul din această filă", "alt.x": "rămâne" })),
    409,
  );
  expect(fieldValue(html, "title")).toBe("Titlul din această filă");
  expect(fieldValue(html, "version")).toBe("2");
  const notice = html.slice(
    html.indexOf("The listing was changed after you opened it"),
    html.indexOf('name="subject"'),
  );
  expectText(notice, "Titlul din cealaltă filă", "Titlul din această filă", "46.7; 23.6");
  expect((await findRow(listing.id))?.title).toBe("Titlul din cealaltă filă");
});

import { beforeEach, describe, expect, it } from "vitest";
import { listings, usualPrices } from "@/db/schema";
import {
  type Actor,
  app,
  db,
  expectNoText,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
} from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  signIn,
  type User,
} from "../../helpers/factories";
import { fieldValue, fieldValues, listingForm, toEditForm } from "../../helpers/listing-form";
import { createFile, pngBytes } from "../../helpers/pictures";

let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const preview = (form: FormData, as: Actor | null = teacher) =>
  app.post(`/tutoring/${form.get("id")}/preview`, { body: form, ...(as ? { as } : {}) });
const findRow = async (id: unknown) => (await listRows(listings, { id: String(id) }))[0];
/** Decodes the HTML entities of attribute values. */
const decodeEntities = (html: string) =>
  html.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

describe("POST /tutoring/{id}/preview", () => {
  it("shows the typed values as visitors will see them, with a form back to the editor, and saves nothing", async () => {
    const form = listingForm({ neighbourhood: "Mănăștur" }, [
      createFile(await pngBytes(300, 200), "birou.png"),
    ]);
    form.append("alt.new:0", "Birou cu un caiet deschis");
    const answer = await expectStatus(preview(form), 200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const html = await answer.text();
    expectText(
      html,
      "Preview",
      "Once it is published, it also has the message form",
      "Change or delete it in your profile",
      '<a href="/profile/verification#integrity">',
      "Mănăștur",
      'content="noindex',
    );
    expect(html).toMatch(/<img[^>]*alt="Birou cu un caiet deschis"/);
    expectNoText(html, "application/ld+json", "/report");
    expect(await findRow(form.get("id"))).toBeUndefined();

    const back = new FormData();
    for (const [, name, value] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
      back.append(decodeEntities(name ?? ""), decodeEntities(value ?? ""));
    }
    back.append("intent", "show");
    expect(back.get("description")).toBe(form.get("description"));
    const page = await expectPage(app.post("/tutoring/create", { body: back, as: teacher }), 200);
    expect(fieldValue(page, "neighbourhood")).toBe("Mănăștur");
    expect(fieldValue(page, "id")).toBe(form.get("id"));
    expect(fieldValues(page, "picture")).toHaveLength(1);
    expectText(page, 'value="Birou cu un caiet deschis"');
    expect(await findRow(form.get("id"))).toBeUndefined();
    const path = "/tutoring/create?preview=over";
    await expectRedirect(app.get(`/tutoring/${form.get("id")}/preview`, { as: teacher }), path);
    expectText(await app.read(path, { as: teacher }), "The preview opens from the form");
  });

  it("names contact data, and exams whose levels are not selected", async () => {
    const description = "Pregătesc elevi pentru Evaluarea Națională. Relații la telefon 0722 345 678.";
    const html = await (await preview(listingForm({ description, levels: "m" }))).text();
    expectText(
      html,
      "The text seems to contain contact details or a street address.",
      "The text mentions “National Evaluation”, but the level is not selected.",
    );
  });

  it("returns 422 with the form, all values and the usual price for values that a draft can't have", async () => {
    await db
      .insert(usualPrices)
      .values({ subject: "m", computedTs: 0, cells: { country: { h: [10, 8000, 9000, 12_000] } } });
    const html = await expectPage(preview(listingForm({ price: "abc" })), 422);
    expectText(html, 'value="abc"', 'href="#field-price"', 'action="/tutoring/create"');
    expectText(
      html,
      "In Romania, half of the teachers of Mathematics on this site ask 80 to 120 lei an hour",
    );
    const withoutSubject = await expectPage(preview(listingForm({ subject: "" })), 422);
    expect(withoutSubject).toMatch(/id="field-subject-error">.{0,900}Choose a subject\.<\/p>/);
  });

  it("returns 404 for another user's listing, 403 for learners, 401 with the form for visitors", async () => {
    const otherTeacher = await createListing(await createTeacher());
    await expectStatus(preview(toEditForm(otherTeacher)), 404);
    await expectStatus(preview(listingForm(), await signIn(await createUser())), 403);
    expectText(
      await expectPage(preview(listingForm({ title: "Scris și apoi ieșit din cont" }), null), 401),
      "Scris și apoi ieșit din cont",
    );
  });
});

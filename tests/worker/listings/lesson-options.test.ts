import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, app, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher, findListing, type User } from "../../helpers/factories";
import { listFoundIds } from "../../helpers/list-found-ids";
import { listingForm } from "../../helpers/listing-form";
import { createBearer } from "../../helpers/storage-fixture";
import { COMPLETE_LISTING, createApiClient, expectSaved, LISTINGS_PATH } from "./listing-api";

let teacher: User;
beforeEach(async () => {
  teacher = await createTeacher();
});

const OPTIONS = { availability: ["1e", "6m"], formats: ["individual", "group"], trial: "free" };
const FLAGS = { receipt: true, parent_present: true };
const create = (form: FormData) => app.post("/tutoring/create", { body: form, as: teacher });
const getPage = async (path: string, as?: Actor) => (await app.get(path, as ? { as } : {})).text();
/** The values of the ticked boxes of a page's field. */
const listTicked = (html: string, name: string) =>
  (html.match(/<input[^>]*>/g) ?? [])
    .filter((input) => input.includes(`name="${name}"`) && /\bchecked\b/.test(input))
    .map((input) => input.match(/value="([^"]*)"/)?.[1]);

describe("times, formats, first lesson and receipt in the listing form", () => {
  it("are stored, and shown again in the form", async () => {
    const form = listingForm({ ...OPTIONS, receipt: "1", parent_present: "1" });
    await expectStatus(create(form), 303);
    const id = String(form.get("id"));
    expect(await findListing(id)).toMatchObject({ ...OPTIONS, receipt: true, parentPresent: true });
    const html = await getPage(`/tutoring/${id}/edit`, teacher);
    expect(listTicked(html, "availability")).toEqual(["1e", "6m"]);
    expect(listTicked(html, "formats")).toEqual(["individual", "group"]);
    expect(listTicked(html, "trial")).toEqual(["free"]);
    expect(listTicked(html, "receipt")).toEqual(["1"]);
    expect(listTicked(html, "parent_present")).toEqual(["1"]);
  });

  it("store individual lessons without any format, as from a page of an earlier version", async () => {
    for (const intent of ["draft", "submit"]) {
      const form = listingForm({ formats: null, intent });
      await expectStatus(create(form), 303);
      expect(await findListing(String(form.get("id")))).toMatchObject({ formats: ["individual"] });
    }
  });
});

it("the languages of the lessons in the listing form are those of the teacher, also on the other listings", async () => {
  const other = await createListing(teacher, { subject: "p" });
  const form = listingForm({ languages: ["", "ro", "de"] });
  await expectStatus(create(form), 303);
  const id = String(form.get("id"));
  expect(listTicked(await getPage(`/tutoring/${id}/edit`, teacher), "languages")).toEqual(["ro", "de"]);
  const search = await app.get(`${LISTINGS_PATH}?teaches_in=de`);
  expect(await search.text()).toContain(other.id);

  expectText(
    await expectPage(
      app.post(`/tutoring/${id}/edit`, {
        body: listingForm({ id, version: "1", languages: "" }),
        as: teacher,
      }),
      422,
    ),
    'href="#field-languages"',
  );
  const unchanged = listingForm({ id, version: "1", languages: ["", "ro", "de"] });
  const answer = await app.post(`/tutoring/${id}/edit`, { body: unchanged, as: teacher });
  expect(answer.headers.get("location")).toContain("done=unchanged");
  const changed = listingForm({ id, version: "1", languages: ["", "ro"] });
  await expectStatus(app.post(`/tutoring/${id}/edit`, { body: changed, as: teacher }), 303);
  expect(await listFoundIds("teaches_in=de")).not.toContain(other.id);
});

it("the page of a listing says times, formats, first lesson, receipt and that a parent may be present", async () => {
  const { id } = await createListing(teacher, {
    availability: ["1e", "2e", "3e", "4e", "5e", "6m"],
    formats: ["individual", "group"],
    trial: "reduced",
    receipt: true,
    parentPresent: true,
  });
  const html = await getPage(`/tutoring/${id}`);
  expectText(
    html,
    "Individual lessons, group lessons",
    '<p class="visually-hidden">Weekday evenings, Saturday morning</p>',
    "At a reduced price",
    "Issues an invoice or receipt",
    "A parent may be present at lessons",
  );
  const silent = await createListing(teacher, { locations: ["lh"] });
  expectText(await getPage(`/tutoring/${silent.id}`), "does not say whether a parent may be present");
  const days = (page: string) => [...page.matchAll(/<th>([A-Z][a-z]{0,2})<\/th>/g)].map(([, day]) => day);
  expect(days(html).join()).toBe("Sun,Mon,Tue,Wed,Thu,Fri,Sat");
  const romanian = await getPage(`/ro/tutoring/${id}`);
  expectText(romanian, "Luni–vineri seara, sâmbătă dimineața");
  expect(days(romanian).join()).toBe("L,Ma,Mi,J,V,S,D");
});

it("the listing API stores and returns the fields, times in the order of the week", async () => {
  const request = createApiClient();
  const bearer = await createBearer(teacher);
  const json = { ...COMPLETE_LISTING, ...OPTIONS, availability: ["6m", "1e"], ...FLAGS, submit: true };
  const { content } = await expectSaved(await request(bearer, "POST", LISTINGS_PATH, json), 201);
  expect(content).toMatchObject({ ...OPTIONS, ...FLAGS });
  const path = `${LISTINGS_PATH}/${content._id}`;
  const changes = {
    ...COMPLETE_LISTING,
    ...OPTIONS,
    availability: [],
    trial: "none",
    version: content.version,
  };
  expect((await expectSaved(await request(bearer, "PUT", path, changes))).content).toMatchObject({
    availability: [],
    formats: OPTIONS.formats,
    trial: "none",
    receipt: false,
    parent_present: false,
  });
});

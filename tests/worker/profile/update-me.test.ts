import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { teacherInformation } from "@/db/schema";
import type { OwnUserJson } from "@/shared/schemas/user-json";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import { countRows, createListing, findUser } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { removeCloseListings } from "../../helpers/result-titles";
import { createCaller } from "./helpers";

const readContent = async (answer: Response) => ((await answer.json()) as { content: OwnUserJson }).content;
const readErrors = async (answer: Response) =>
  ((await answer.json()) as { errors: { field: string; code: string; message: string }[] }).errors;
const findTeacherRow = (id: string) =>
  db.query.teacherInformation.findFirst({ where: eq(teacherInformation.userId, id) });

describe("PUT /auth/users/me", () => {
  test("returns 200 with the account; changes only the given fields, normalised", async () => {
    const { user, put } = await createCaller({ firstName: "Ioana", lastName: "Pop" });
    const answer = await expectStatus(
      put({ last_name: "  Şerban \u0000 Popa ", birth_date: "1991-03-14" }),
      200,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const content = await readContent(answer);
    expect(content).toMatchObject({
      first_name: "Ioana",
      last_name: "Șerban Popa",
      birth_date: "1991-03-14",
    });
    expect(await findUser(user.id)).toMatchObject({ lastName: "Șerban Popa", birthDate: "1991-03-14" });
  });

  test("merges teacher_information, including its nested parts", async () => {
    const { put } = await createCaller({ role: "t" });
    await put({
      teacher_information: {
        phone_number: "0712 345 678",
        whatsapp: true,
        about: " Predau din 2010.\r\nOnline, seara. ",
        county: "cj",
        neighbourhood: "marasti",
        qualifications: ["Gradul I", " ", "Formator"],
        studies: { bachelors: "Matematică", masters: "Algebră" },
        experience: { job: 4, teaching: 7 },
      },
    });
    const answer = await put({
      teacher_information: { job: "Profesoară", studies: { masters: "" }, experience: { job: 5 } },
    });
    expect((await readContent(answer)).teacher_information).toEqual({
      phone_number: "+40712345678",
      whatsapp: true,
      about: "Predau din 2010.\nOnline, seara.",
      county: "cj",
      neighbourhood: "Mărăști",
      qualifications: ["Gradul I", "Formator"],
      job: "Profesoară",
      employer: "",
      studies: { high_school: "", bachelors: "Matematică", masters: "", doctorate: "" },
      experience: { job: 5, teaching: 7 },
      languages: ["ro"],
    });
    const cleared = await put({
      teacher_information: { phone_number: null, county: null, qualifications: [] },
    });
    expect((await readContent(cleared)).teacher_information).toMatchObject({
      phone_number: null,
      county: null,
      qualifications: [],
      job: "Profesoară",
    });
  });

  test("ignores privileged and unknown fields in any spelling, nested or repeated", async () => {
    const { user, send } = await createCaller({ role: "t" });
    const before = await findUser(user.id);
    const privileged = {
      _id: "0000000000000000",
      id: "0000000000000000",
      email: "admin@example.test",
      role: "a",
      Role: "a",
      disabled: true,
      disabled_ts: 1,
      disabledTs: 1,
      can_create_admin: true,
      canCreateAdmin: true,
      "can-create-admin": true,
      signup_ts: { seconds: 1, nanoseconds: 0 },
      signupTs: 1,
      profile_picture: "png",
      profilePicture: "png",
      password: "trei culori noi pe lume",
      password_hash: "x",
      email_verified_ts: 1,
      locale: "ro",
      nonsense: { deep: [1] },
    };
    const nested = { ...privileged, user: privileged, constructor: { prototype: privileged } };
    const json = JSON.stringify({ ...nested, teacher_information: { ...nested, user_id: "x", userId: "x" } });
    const bodies = [
      json,
      json.replace("{", `{"__proto__": ${json}, "role": "t", "role": "a",`),
      JSON.stringify({ first_name: { role: "a" } }),
      JSON.stringify([privileged]),
    ];
    const statuses: number[] = [];
    for (const body of bodies) statuses.push((await send(body)).status);
    expect(statuses).toEqual([200, 200, 422, 400]);
    expect(await findUser(user.id)).toEqual(before);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ first_name: "" }, "first_name", "required"],
    [{ first_name: "--" }, "first_name", "no_letter"],
    [
      { teacher_information: { qualifications: ["Gradul I", "Sunați la 0712 345 678"] } },
      "teacher_information.qualifications",
      "contact_data_in_text",
    ],
    [
      { teacher_information: { about: "Scrieți-mi la ana@exemplu.ro." } },
      "teacher_information.about",
      "contact_data_in_text",
    ],
    [{ birth_date: "2008-11-21" }, "birth_date", "too_young"],
    [
      { teacher_information: { phone_number: "0900 123 456" } },
      "teacher_information.phone_number",
      "not_phone",
    ],
    [
      { teacher_information: { qualifications: ["ok", "x".repeat(121)] } },
      "teacher_information.qualifications",
      "too_long",
    ],
    [
      { teacher_information: { experience: { teaching: 37 } } },
      "teacher_information.experience.teaching",
      "too_big",
    ],
    [
      { birth_date: "2001-11-21", teacher_information: { experience: { job: 25, teaching: 3 } } },
      "teacher_information.experience.job",
      "too_big",
    ],
  ])("returns 422 for %j and writes nothing", async (json, field, code) => {
    const { user, put } = await createCaller({ role: "t" });
    const before = await findUser(user.id);
    const answer = await expectStatus(put({ first_name: "Altul", ...json }), 422);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await readErrors(answer)).toEqual([{ field, code, message: expect.any(String) }]);
    expect(await findUser(user.id)).toEqual(before);
    expect(await findTeacherRow(user.id)).toBeUndefined();
  });

  test("returns 422 for a phone number that is split over names or qualifications, stored ones included", async () => {
    const { put } = await createCaller({ role: "t" });
    await expectStatus(put({ last_name: "345 678 Pop", teacher_information: { employer: "345 678" } }), 200);
    const error = (field: string) => [{ field, code: "contact_data_in_text", message: expect.any(String) }];
    const first = await put({ first_name: "Ana 0712" });
    expect([first.status, await readErrors(first)]).toEqual([422, error("first_name")]);
    for (const [json, field] of [
      [{ job: "Sunați la 0712" }, "job"],
      [{ qualifications: ["Gradul I", "0712", "345", "678"] }, "qualifications"],
    ] as const) {
      const answer = await put({ teacher_information: json });
      expect([answer.status, await readErrors(answer)]).toEqual([422, error(`teacher_information.${field}`)]);
    }
    await expectStatus(put({ birth_date: "1980-01-01" }), 200);
  });

  test("a user under 18 cannot make themselves older, by form or call, and reads what to do", async () => {
    const { user, put } = await createCaller({ birthDate: "2009-05-04" });
    for (const birth_date of ["1990-05-04", "2008-11-20", "2009-05-03"]) {
      const answer = await put({ birth_date });
      expect([answer.status, await readErrors(answer)]).toEqual([
        422,
        [{ field: "birth_date", code: "higher_age", message: expect.stringContaining("write to us") }],
      ]);
    }
    const person = { first_name: "Ana-Maria", last_name: "Pop" };
    const form = { ...person, birth_date: "1990-05-04" };
    const html = await expectPage(app.post("/profile", { form, as: user }), 422);
    expect(html).toContain('id="field-birth_date-error"');
    expect(html).toMatch(/name="first_name"[^>]* value="Ana-Maria"/);
    expect(html).toMatch(/name="birth_date"[^>]* value="05\/04\/1990"/);
    await expectStatus(put({ ...person, birth_date: "2009-05-04" }), 200);
    await expectStatus(put({ birth_date: "2009-06-04" }), 200);
    await expectStatus(put({ birth_date: "2009-05-04" }), 422);
  });

  test("parallel changes of different fields are all saved", async () => {
    const { user, put } = await createCaller({ role: "t" });
    const changes = [
      { first_name: "Ana" },
      { last_name: "Marin" },
      { birth_date: "1980-01-01" },
      { teacher_information: { job: "Profesoară" } },
      { teacher_information: { employer: "Liceul" } },
      { teacher_information: { studies: { masters: "Algebră" } } },
      { teacher_information: { studies: { doctorate: "Topologie" } } },
      { teacher_information: { experience: { job: 3 } } },
    ];
    const answers = await Promise.all(changes.map(put));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await findUser(user.id)).toMatchObject({
      firstName: "Ana",
      lastName: "Marin",
      birthDate: "1980-01-01",
    });
    expect(await findTeacherRow(user.id)).toMatchObject({
      job: "Profesoară",
      employer: "Liceul",
      masters: "Algebră",
      doctorate: "Topologie",
      experienceJob: 3,
    });
  });

  test("search finds the teacher by the new name", async () => {
    const { user, put } = await createCaller({ role: "t", firstName: "Ștefan", lastName: "Țepeș" });
    const { id } = await createListing(user);
    const draft = await createListing(user, { state: "draft", publishedTs: null });
    const isFound = async (q: string) => removeCloseListings(await openPage(`/tutoring?q=${q}`)).includes(id);
    expect(await isFound("tepes")).toBe(true);
    const entries = await countRows("search_entries");
    await expectStatus(put({ last_name: "Văcărescu" }), 200);
    expect(await isFound("tepes")).toBe(false);
    expect(await isFound("vacarescu")).toBe(true);
    expect(await countRows("search_entries")).toBe(entries);
    expect(draft.state).toBe("draft");
  });

  test("writes an audit event with the changed columns, none if nothing changed", async () => {
    const { user, put } = await createCaller();
    await put({});
    await put({ first_name: "Maria" });
    const rows = await db.query.auditLog.findMany({ where: (row, { eq }) => eq(row.actorId, user.id) });
    expect(rows.map(({ action, subject, detail }) => ({ action, subject, detail }))).toEqual([
      { action: "user.profile_edited", subject: `user:${user.id}`, detail: { fields: ["firstName"] } },
    ]);
  });
});

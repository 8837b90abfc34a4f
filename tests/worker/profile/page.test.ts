import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { teacherInformation } from "@/db/schema";
import { type Actor, app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher, createUser, findUser, signIn } from "../../helpers/factories";
import { createTeacherWithProfile } from "./helpers";

const to = (answer: Response) => [answer.status, answer.headers.get("location")];
const ROWS = "teacher_information.qualifications";
const person = { first_name: "Ana", last_name: "Pop", birth_date: "1990-05-17" };
const taughtBy = (id: string) =>
  db.query.teacherInformation.findFirst({ where: eq(teacherInformation.userId, id) });
const send = (as: Actor, form: Record<string, string | string[]>, path = "/profile") =>
  app.post(path, { as, form });

/** The values of a page's inputs of one name, in order, without the template row that the script copies. */
function inputs(page: string, name: string): string[] {
  const visible = page.replace(/<template>.*?<\/template>/gs, "");
  const tags = visible.match(/<input[^>]*>/g) ?? [];
  return tags
    .filter((tag) => tag.includes(`name="${name}"`))
    .map((tag) => tag.match(/ value="([^"]*)"/)?.[1] ?? "");
}

describe("GET /profile", () => {
  test("a learner's form has names and birth date and links to settings and privacy", async () => {
    const learner = await createUser({ firstName: "Daria", lastName: "Neagu", emailVerifiedTs: null });
    const page = await app.read("/profile", { as: learner });
    expect(page).toContain("Until it is, you cannot write to teachers.");
    expect(page).not.toContain("publish listings");
    expect(inputs(page, "first_name")).toEqual(["Daria"]);
    expect(inputs(page, "birth_date")).toEqual(["05/17/1990"]);
    expect(page).not.toContain("teacher_information");
    for (const path of ["/profile/settings", "/profile/privacy", "/profile/enquiries"]) {
      expect(page).toContain(`href="${path}"`);
    }
  });

  test("a teacher's form shows all saved fields and lists the missing ones", async () => {
    const teacher = await createTeacherWithProfile();
    const page = await app.read("/ro/profile", { as: teacher });
    expect(inputs(page, ROWS)).toEqual(["Gradul didactic I", "Formator național"]);
    expect(inputs(page, "teacher_information.phone_number")).toEqual(["0712 345 678"]);
    expect(inputs(page, "teacher_information.experience.teaching")).toEqual(["9"]);
    expect(page).toContain(`href="/ro/teachers/${teacher.id}"`);
    expect(page).not.toContain("lipsesc încă");
    // Unsaved changes are discarded after a question.
    expect(page).toMatch(
      /data-restored.*<details class="confirm">.*href="\/ro\/profile"[^>]*>Ștergeți modificările/s,
    );
    const silent = await createTeacher();
    const otherJar = await app.read("/ro/profile", { as: silent });
    expect(inputs(otherJar, ROWS)).toEqual([""]);
    expect(otherJar).toContain("lipsesc încă");
  });

  test("a teacher without a county is offered that of a listing, which is not stored until the form is saved", async () => {
    const teacher = await createTeacher();
    await db
      .update(teacherInformation)
      .set({ county: null })
      .where(eq(teacherInformation.userId, teacher.id));
    await createListing(teacher, { county: "bv", neighbourhood: "Șchei" });
    const page = await app.read("/profile", { as: teacher });
    expect(page).toMatch(/<option value="bv" selected/);
    expect(inputs(page, "teacher_information.neighbourhood")).toEqual(["Șchei"]);
    expectText(
      page,
      "This is the county of your listing.",
      '<option value="Răcădău" data-county="bv"></option>',
      '<option value="Zorilor" data-county="cj" disabled=""></option>',
    );
    expect((await taughtBy(teacher.id))?.county).toBeNull();
  });
});

describe("POST /profile", () => {
  test("redirects back with a notice in the page's language, and saves the fields", async () => {
    const teacher = await createTeacher();
    const answer = await send(
      teacher,
      {
        ...person,
        first_name: "Ștefania",
        [ROWS]: ["Gradul I", "", "Formator"],
        "teacher_information.phone_number": "0040 722 000 111",
        "teacher_information.county": "",
        "teacher_information.studies.masters": "Algebră",
        "teacher_information.experience.teaching": " 12 ",
        "teacher_information.experience.job": "",
        email: "other@example.test",
        role: "a",
        intent: "save",
      },
      "/ro/profile",
    );
    expect(to(answer)).toEqual([303, "/ro/profile?done=saved"]);
    expect(await findUser(teacher.id)).toEqual({
      ...teacher,
      firstName: "Ștefania",
      lastName: "Pop",
    });
    expect(await taughtBy(teacher.id)).toMatchObject({
      phoneNumber: "+40722000111",
      county: null,
      qualifications: ["Gradul I", "Formator"],
      masters: "Algebră",
      experienceTeaching: 12,
      experienceJob: 0,
    });
    const page = await app.read("/ro/profile?done=saved", { as: teacher });
    expect(page).toContain("Profilul a fost salvat.");
    expect(inputs(page, ROWS)).toEqual(["Gradul I", "Formator"]);
  });

  test("saves nothing without a change, and says so", async () => {
    const teacher = await createTeacherWithProfile();
    const form = {
      first_name: teacher.firstName,
      last_name: ` ${teacher.lastName}`,
      [ROWS]: ["Gradul didactic I", "Formator național"],
      "teacher_information.experience.teaching": "9",
    };
    const answer = await send(teacher, form, "/ro/profile");
    expect(to(answer)).toEqual([303, "/ro/profile?done=unchanged"]);
    const page = await app.read("/ro/profile?done=unchanged", { as: teacher });
    expect(page).toContain("Nu erau modificări de salvat.");
    expect(await db.query.auditLog.findMany({ where: (row, { eq }) => eq(row.actorId, teacher.id) })).toEqual(
      [],
    );
    expect(to(await send(teacher, { ...form, [ROWS]: ["Gradul didactic I"] }))).toEqual([
      303,
      "/profile?done=saved",
    ]);
  });

  test("returns 422 with every typed value and an error at each field; saves nothing", async () => {
    const teacher = await createTeacher();
    const typed = {
      first_name: "",
      last_name: "Văcărescu",
      birth_date: "31.02.2015",
      "teacher_information.phone_number": "0900",
      "teacher_information.job": "Profesor & autor",
      "teacher_information.employer": "Booking.com",
      "teacher_information.experience.teaching": "mulți",
    };
    const rows = ["Gradul I", "", "www.formator"];
    const answer = await expectStatus(
      send(await signIn(teacher), {
        ...typed,
        [ROWS]: rows,
        intent: "save",
      }),
      422,
    );
    const page = (await answer.text()).replaceAll("&amp;", "&");
    for (const [name, value] of Object.entries(typed))
      expect([name, inputs(page, name)]).toEqual([name, [value]]);
    expect(inputs(page, ROWS)).toEqual(rows);
    expectText(page, "Remove phone numbers, street and email addresses and links.");
    const list = page.match(/error-summary__list.*?<\/ul>/s)?.[0] ?? "";
    const summary = [...list.matchAll(/href="#field-([^"]+)"/g)].map(([, name]) => name ?? "");
    // In the order of the fields on the page.
    expect(summary).toEqual([
      "first_name",
      "birth_date",
      ROWS,
      "teacher_information.experience.teaching",
      "teacher_information.employer",
      "teacher_information.phone_number",
    ]);
    for (const name of summary) expectText(page, `id="field-${name}-error"`);
    // What was not changed is no part of the draft in the browser.
    const named = await send(await signIn(teacher), { first_name: "", last_name: "Țepeș" });
    expect(await named.text()).toContain('"returned":"first_name"');
    expect(await app.read("/profile", { as: teacher })).toContain('"returned":""');
    expect((await findUser(teacher.id))?.lastName).toBe("Țepeș");
  });

  test.each([
    ["add", ["a", "b", "c", ""]],
    ["up:1", ["b", "a", "c"]],
    ["up:0", ["a", "b", "c"]],
    ["down:1", ["a", "c", "b"]],
    ["down:2", ["a", "b", "c"]],
    ["remove:0", ["b", "c"]],
    ["remove:9", ["a", "b", "c"]],
  ])("the list's button %s changes the form and saves nothing", async (intent, rows) => {
    const teacher = await createTeacher();
    const page = await expectPage(
      send(await signIn(teacher), {
        ...person,
        first_name: "",
        last_name: "Typed",
        [ROWS]: ["a", "b", "c"],
        intent,
      }),
      200,
    );
    expect(inputs(page, ROWS)).toEqual(rows);
    expect(inputs(page, "last_name")).toEqual(["Typed"]);
    expect(page).not.toContain("error-summary");
    expect(page).toContain('id="teacher-information" open=""');
    expect((await taughtBy(teacher.id))?.qualifications).toEqual([]);
  });

  test("the list ends at twenty rows, and the only row can be emptied", async () => {
    const teacher = await createTeacher();
    const twenty = Array.from({ length: 20 }, (_, n) => `q${n}`);
    const full = await (await send(teacher, { ...person, [ROWS]: twenty, intent: "add" })).text();
    expect(inputs(full, ROWS)).toEqual(twenty);
    expect(full).toMatch(/<button(?=[^>]* hidden)(?=[^>]* value="add")/);
    const bare = await (await send(teacher, { ...person, [ROWS]: ["one"], intent: "remove:0" })).text();
    expect(inputs(bare, ROWS)).toEqual([""]);
    expect(to(await send(teacher, { ...person, [ROWS]: [""], intent: "save" }))).toEqual([
      303,
      "/profile?done=saved",
    ]);
  });

  test("ignores a learner's teacher_information; a form without it leaves a teacher's unchanged", async () => {
    const learner = await createUser();
    const form = { ...person, [ROWS]: ["x"], "teacher_information.job": "Profesor" };
    expect(to(await send(await signIn(learner), form))).toEqual([303, "/profile?done=unchanged"]);
    expect(await taughtBy(learner.id)).toBeUndefined();
    const teacher = await createTeacherWithProfile();
    const before = await taughtBy(teacher.id);
    await send(await signIn(teacher), person);
    expect(await taughtBy(teacher.id)).toEqual(before);
  });

  test("a missing birth date may stay missing; a stored one cannot be removed", async () => {
    const without = await createUser({ birthDate: null });
    const form = { ...person, birth_date: "" };
    await expectStatus(send(await signIn(without), form), 303);
    await expectStatus(send(await signIn(await createUser()), form), 422);
  });

  test("returns 401 with all typed values when signed out meanwhile; the same form saves after sign-in", async () => {
    const typed = { ...person, [ROWS]: ["Gradul <I>", "Formator"], intent: "save" };
    const html = await expectPage(app.post("/ro/profile", { form: typed }), 401);
    expectText(
      html,
      "<title>Eroare: Nu mai sunteți în cont | Catedra</title>",
      'action="/ro/profile"',
      'href="/ro/sign-in?next=/profile"',
      `<input type="hidden" name="first_name" value="${person.first_name}`,
      'value="Gradul &lt;I&gt;"',
    );
    const teacher = await createTeacherWithProfile();
    expect(to(await send(await signIn(teacher), typed))).toEqual([303, "/profile?done=saved"]);
    expect((await taughtBy(teacher.id))?.qualifications).toEqual(["Gradul <I>", "Formator"]);
  });
});

import { expect, test } from "vitest";
import { createTestApp, type Jar } from "../../helpers/app";
import { createListing, createTeacher, signIn } from "../../helpers/factories";

const app = createTestApp();

const readSteps = async (as: Jar, path = "/tutoring/create") => {
  const html = await (await app.get(path, { as })).text();
  const section = html.match(/<section[^>]* aria-labelledby="first-steps">.*?<\/section>/s)?.[0] ?? null;
  return section?.match(/<li.*?<\/li>/gs)?.map((step) => ({
    isDone: step.includes("steps__step--done"),
    link: step.match(/ href="([^"]*)"/)?.[1] ?? null,
    title: step.match(/steps__title">(?:<a[^>]*>)?([^<]*)/)?.[1]?.trim(),
  }));
};

const change = (table: string, userId: string) =>
  app.bindings.DB.prepare(`update ${table} = ?`).bind(userId).run();

test("GET /tutoring/create shows a teacher's three first steps, and which of them are done", async () => {
  const teacher = await createTeacher(app);
  const as = await signIn(app, teacher);
  await change("teacher_information set county = null, phone_number = null where user_id", teacher.id);
  expect(await readSteps(as)).toEqual([
    { isDone: false, link: "/profile", title: "Complete your profile" },
    { isDone: false, link: "/profile", title: "Add a photo of yourself" },
    { isDone: false, link: null, title: "Write your listing" },
  ]);
  await change("teacher_information set county = 'cj' where user_id", teacher.id);
  expect((await readSteps(as))?.map(({ isDone }) => isDone)).toEqual([false, false, false]);
  await change("teacher_information set phone_number = '+40712345678' where user_id", teacher.id);
  expect((await readSteps(as))?.map(({ isDone }) => isDone)).toEqual([true, false, false]);
  await change("users set profile_picture = 'webp', picture_ts = 1 where id", teacher.id);
  expect(await readSteps(as, "/ro/tutoring/create")).toMatchObject([
    { isDone: true, link: null },
    { isDone: true, link: null },
    { isDone: false, title: "Scrieți anunțul" },
  ]);
});

test("GET /tutoring/create shows the steps until a listing is submitted", async () => {
  const teacher = await createTeacher(app);
  const as = await signIn(app, teacher);
  await createListing(app, teacher, { state: "draft" });
  expect(await readSteps(as)).toHaveLength(3);
  await createListing(app, teacher, { state: "pending" });
  expect(await readSteps(as)).toBeUndefined();
});

test("GET /tutoring/create says that the address is confirmed only after the confirmation", async () => {
  const as = await signIn(app, await createTeacher(app));
  const text = "<p>Your email address is confirmed and you are signed in.</p>";
  expect(await (await app.get("/tutoring/create?confirmed=1", { as })).text()).toContain(text);
  expect(await (await app.get("/tutoring/create", { as })).text()).not.toContain(text);
});

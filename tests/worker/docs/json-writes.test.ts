import { expect, it } from "vitest";
import type { Ctx } from "@/context";
import { alerts, blogCategories, invitations, posts, reviews, testimonials } from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { newId, newSecret } from "@/shared/ids";
import { paths } from "@/shared/paths";
import {
  bearer,
  createAccessToken,
  createUserWithPassword,
  newEmail,
  PASSWORD,
} from "../../helpers/accounts";
import { app, db, expectRedirect, expectStatus, type TestRequest } from "../../helpers/app";
import { createCategory, createPost } from "../../helpers/create-post";
import { createAdmin, createTeacher, createUser, findUser, listRows } from "../../helpers/factories";
import { createBytes, createUploader } from "../../helpers/storage-fixture";
import { createAlertRow } from "../alerts/create-alert-row";
import { createConversation, listStates, readContent } from "../enquiries/appointment-setup";
import { createReview } from "../reviews/create-review";

// Calls whose rules the tests of their pages prove. Here they have their effect, also while the database fails
// (`bun run bench database-chaos`).
const call = async (user: { id: string }, method: string, path: string, json?: unknown) =>
  app.request(path, { method, json, ...bearer(await createAccessToken(user)) } as TestRequest);

async function createLink(action: "verify_email" | "change_email") {
  const email = newEmail();
  const user = await createUserWithPassword({ email, emailVerifiedTs: null });
  const ctx = { db, now: app.clock.now, newSecret, newId } as unknown as Ctx;
  const { token, statement } = issueToken(
    ctx,
    action,
    user.id,
    action === "verify_email" ? email : newEmail(),
  );
  await db.batch([statement]);
  return { user, token };
}

it("posts and categories: PUT changes, DELETE deletes", async () => {
  const admin = await createAdmin();
  const { id } = await createPost();
  await expectStatus(call(admin, "PUT", paths.apiPost(id), { title: "Alt titlu al articolului" }), 200);
  expect(await listRows(posts, { id })).toMatchObject([{ title: "Alt titlu al articolului" }]);
  await expectStatus(call(admin, "DELETE", paths.apiPost(id)), 204);
  expect(await listRows(posts, { id })).toEqual([]);

  const category = await createCategory("json-writes", "Writes", "Scrieri");
  const name = { en: "Other writes", ro: "Alte scrieri" };
  await expectStatus(call(admin, "PUT", paths.apiCategory(category), { name }), 200);
  expect(await listRows(blogCategories, { id: category })).toMatchObject([{ nameEn: name.en }]);
  await expectStatus(call(admin, "DELETE", paths.apiCategory(category)), 204);
  expect(await listRows(blogCategories, { id: category })).toEqual([]);
});

it("an alert: PATCH pauses, DELETE ends", async () => {
  const user = await createUser();
  const id = await createAlertRow("subject=m", { now: app.clock.now, userId: user.id });
  await expectStatus(call(user, "PATCH", paths.apiAlert(id), { paused: true }), 200);
  expect((await listRows(alerts, { id }))[0]?.pausedTs).toBe(app.clock.now);
  await expectStatus(call(user, "DELETE", paths.apiAlert(id)), 204);
  expect(await listRows(alerts, { id })).toEqual([]);
});

it("a testimonial: PATCH publishes; a review: PUT replies; an invitation: DELETE deletes", async () => {
  const [admin, teacher, author] = [await createAdmin(), await createTeacher(), await createUser()];
  const id = newId();
  await db.insert(testimonials).values({
    id,
    userId: author.id,
    text: "Am găsit un profesor bun în două zile.",
    name: "Ana",
    locale: "ro",
    consentTs: app.clock.now,
    state: "pending",
    createdTs: app.clock.now,
  });
  await expectStatus(call(admin, "PATCH", paths.apiTestimonial(id), { state: "published" }), 200);
  expect(await listRows(testimonials, { id })).toMatchObject([{ state: "published" }]);

  const review = await createReview(teacher);
  const text = "Vă mulțumesc pentru aceste rânduri frumoase.";
  await expectStatus(call(teacher, "PUT", paths.apiReviewReply(review.id), { text }), 200);
  expect(await listRows(reviews, { id: review.id })).toMatchObject([{ replyText: text }]);

  const email = newEmail();
  const csv = `email,first_name,last_name,locale,subject\n${email},Ana,Pop,ro,m`;
  await expectStatus(
    call(admin, "POST", paths.apiAdminInvitations(), { csv, source: "Registrul public" }),
    422,
  );
  const json = { csv, source: "Registrul public", may_write: true };
  await expectStatus(call(admin, "POST", paths.apiAdminInvitations(), json), 200);
  const [invitation] = await listRows(invitations, { email });
  await expectStatus(call(admin, "DELETE", paths.apiAdminInvitation(invitation?.id ?? "")), 204);
  expect(await listRows(invitations, { email })).toEqual([]);
});

it("mailed links: POST and DELETE verify-email, DELETE change-email", async () => {
  const own = await createLink("verify_email");
  const json = { password: PASSWORD };
  await expectStatus(app.post(paths.authVerifyEmail({ token: own.token }), { json }), 200);
  expect((await findUser(own.user.id))?.emailVerifiedTs).toBe(app.clock.now);

  const strange = await createLink("verify_email");
  await expectStatus(app.request(paths.authVerifyEmail({ token: strange.token }), { method: "DELETE" }), 200);
  expect(await findUser(strange.user.id)).toBeUndefined();

  const refused = await createLink("change_email");
  await expectStatus(app.request(paths.authChangeEmail({ token: refused.token }), { method: "DELETE" }), 200);
  await expectStatus(app.post(paths.authChangeEmail({ token: refused.token }), { json }), 400);
});

it("an upload: POST with X-HTTP-Method-Override continues and cancels", async () => {
  const { as, beginUpload } = await createUploader();
  const location = await beginUpload(300);
  const send = async (method: string, init: TestRequest = {}) =>
    app.post(location, {
      ...init,
      headers: {
        ...(await as.headers()),
        "tus-resumable": "1.0.0",
        "x-http-method-override": method,
        ...init.headers,
      },
    });
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const part = await expectStatus(send("PATCH", { body: createBytes(100), headers }), 204);
  expect(part.headers.get("upload-offset")).toBe("100");
  await expectStatus(send("DELETE"), 204);
  await expectStatus(send("DELETE"), 404);
});

it("a first lesson: the form declines", async () => {
  const { id, propose, teacher } = await createConversation();
  const { _id } = await readContent(await propose("learner"));
  await expectRedirect(
    app.post(paths.appointmentAction(_id, "decline"), { form: {}, as: teacher }),
    paths.enquiry(id, { done: "lesson_declined" }),
  );
  expect(await listStates(id)).toEqual(["declined"]);
});

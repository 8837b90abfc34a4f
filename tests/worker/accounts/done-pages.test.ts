import { expect, test } from "vitest";
import { createTestApp } from "../../helpers/app";
import { createTeacher, signIn } from "../../helpers/factories";

test.each([
  ["/verify-email/done", "Address confirmed"],
  ["/ro/verify-email/done", "Adresa este confirmată"],
  ["/reset-password/done", "Password changed"],
  ["/ro/reset-password/done", "Parola a fost schimbată"],
  ["/reactivate?done=1", "Your account is open again"],
  ["/ro/reactivate?done=1", "Contul este din nou deschis"],
  ["/change-email?done=1", "New address confirmed"],
  ["/ro/change-email?done=1", "Noua adresă este confirmată"],
])("GET %s says in its heading what was done", async (path, heading) => {
  const page = await (await createTestApp().get(path)).text();
  expect(page).toContain(`<h1>${heading}</h1>`);
});

test("GET /change-email?done=1 leads a teacher on to the listings", async () => {
  const app = createTestApp();
  const as = await signIn(app, await createTeacher(app));
  const main = (await app.read("/ro/change-email?done=1", { as })).split("<main")[1];
  expect(main).toContain('href="/ro/profile/listings"');
});

test("GET /verify-email questions a mistyped provider", async () => {
  const app = createTestApp();
  const email = `ana-${crypto.randomUUID()}@gmial.com`;
  const as = await signIn(app, await createTeacher(app, { email, emailVerifiedTs: null }));
  expect(await app.read("/verify-email", { as })).toContain(
    `Did you mean ${email.replace("gmial", "gmail")}?`,
  );
});

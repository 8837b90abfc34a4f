import { expect, test } from "vitest";
import { app } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";

test.each([
  ["/verify-email/done", "Address confirmed"],
  ["/reset-password/done", "Password changed"],
  ["/reactivate?done=1", "Your account is open again"],
  ["/change-email?done=1", "New address confirmed"],
  ["/ro/change-email?done=1", "Noua adresă este confirmată"],
])("GET %s says in its heading what was done", async (path, heading) => {
  const page = await (await app.get(path)).text();
  expect(page).toContain(`<h1>${heading}</h1>`);
});

test("GET /verify-email questions a mistyped provider", async () => {
  const email = `ana-${crypto.randomUUID()}@gmial.com`;
  const as = await createTeacher({ email, emailVerifiedTs: null });
  expect(await app.read("/verify-email", { as })).toContain(
    `Did you mean ${email.replace("gmial", "gmail")}?`,
  );
});

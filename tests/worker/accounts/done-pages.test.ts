import { expect, test } from "vitest";
import { createTestApp } from "../../helpers/app";

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

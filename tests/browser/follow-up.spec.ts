import { contactMessages } from "@/db/schema";
import { addDays, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { DEMO, expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

test("an admin plans a task, which becomes the first of the work list and gets the focus", async ({
  open,
  site,
}) => {
  const subject = "O întrebare din listă";
  await site.db.insert(contactMessages).values({
    id: newId(),
    name: "Ilinca Țurcanu",
    email: "lista@example.test",
    subject,
    message: "Bună ziua! Vă scriu pentru că am o întrebare.",
    locale: "en",
    createdTs: Date.now(),
  });

  const admin = await open(
    { locale: "en", javaScriptEnabled: true },
    { as: DEMO.admin, viewport: { width: 360, height: 740 } },
  );
  await admin.go(paths.followUp({ queue: "contact" }));
  await expectNoOverflow(admin.page);

  await admin.page.locator(".entry", { hasText: subject }).getByRole("link").first().click();
  await expect(admin.page.getByText("am o întrebare.")).toBeVisible();
  await admin.fill("note", "De sunat după prânz.");
  await admin.page.locator('[name="owner"]').selectOption({ label: "Ioana Marinescu" });
  await admin.fill("due", addDays(toDay(Date.now()), -20));
  await expectNoOverflow(admin.page);
  await admin.press("follow-up.intents.save");
  await expect(admin.page.getByText(admin.t("follow-up.done.save"))).toBeVisible();
  await expect(admin.page.locator(".entry").first()).toContainText("De sunat după prânz.");
  await expect(admin.page.locator(".entry a").first()).toBeFocused();
});

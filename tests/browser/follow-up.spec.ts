import { contactMessages } from "@/db/schema";
import { addDays, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { DEMO, expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

test("an admin plans a task, the first row of the list gets the focus, and replies by keys", async ({
  open,
  site,
}) => {
  const subject = "O întrebare din listă";
  const id = newId();
  await site.db.insert(contactMessages).values({
    id,
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
  await expect(admin.page.locator(".entry", { hasText: subject })).toContainText("De sunat după prânz.");
  await expect(admin.page.locator(".entry a").first()).toBeFocused();

  await admin.go(paths.followUpRow(`contact:${id}`));
  // The key works once the script has run.
  await expect(async () => {
    await admin.page.keyboard.press("r");
    await expect(admin.page.locator('[name="text"]')).toBeFocused({ timeout: 200 });
  }).toPass();
  await admin.page.keyboard.type("Bună ziua! Vă răspundem mâine.");
  await admin.page.keyboard.press("Control+Enter");
  await expect(admin.page.getByText(admin.t("follow-up.done.replied"))).toBeVisible();
});

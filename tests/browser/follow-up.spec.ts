import { contactMessages } from "@/db/schema";
import { addDays, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { DEMO, expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

test("an admin completes the tasks of the work list", async ({ open, site }) => {
  const subjects = ["unu", "doi", "trei"].map((n) => `Întrebarea ${n}`);
  await site.db.insert(contactMessages).values(
    subjects.map((subject, index) => ({
      id: newId(),
      name: "Ilinca Țurcanu",
      email: `lista-${index}@example.test`,
      subject,
      message: `Bună ziua! Vă scriu pentru că am o întrebare: ${subject}.`,
      locale: "en" as const,
      createdTs: Date.now() + index,
    })),
  );

  const admin = await open(
    { locale: "en", javaScriptEnabled: true },
    { as: DEMO.admin, viewport: { width: 360, height: 740 } },
  );
  const entry = (subject = "") => admin.page.locator(".entry", { hasText: subject });
  const done = (intent: string) =>
    expect(admin.page.getByText(admin.t(`follow-up.done.${intent}`))).toBeVisible();
  await admin.go(paths.followUp({ queue: "contact" }));
  await expectNoOverflow(admin.page);

  // The first task gets a note, an assignee and a past due date, so it becomes the first row.
  await entry(subjects[0]).getByRole("link").first().click();
  await expect(admin.page.getByText(`am o întrebare: ${subjects[0]}.`)).toBeVisible();
  await admin.fill("note", "De sunat după prânz.");
  await admin.page.locator('[name="owner"]').selectOption({ label: "Ioana Marinescu" });
  await admin.fill("due", addDays(toDay(Date.now()), -20));
  await expectNoOverflow(admin.page);
  await admin.press("follow-up.intents.save");
  await done("save");
  await expect(admin.page.locator(".entry").first()).toContainText("De sunat după prânz.");
  // Keyboard focus moves to the first row.
  await expect(admin.page.locator(".entry a").first()).toBeFocused();

  // The second task is completed, the third snoozed for a week.
  const [replied, noReply] = ["follow-up.suggestions.contact.1", "follow-up.suggestions.contact.2"] as const;
  const press = (subject: string | undefined, key: string) =>
    entry(subject)
      .getByRole("button", { name: admin.t(key) })
      .click();
  await press(subjects[1], noReply);
  await done("done");
  await expect(entry(subjects[1])).toHaveCount(0);
  await press(subjects[2], "follow-up.intents.week");
  await done("week");
  await expect(entry(subjects[2])).toHaveCount(0);
  await admin.page.locator('[name="view"]').selectOption("snoozed");
  await admin.press("follow-up.show");
  await expect(entry(subjects[2])).toBeVisible();

  // The completed task is reopened.
  await admin.go(paths.followUp({ view: "done" }));
  await expect(entry(subjects[1])).toContainText(admin.t(noReply));
  await entry(subjects[1]).getByRole("link").first().click();
  await admin.press("follow-up.intents.reopen");
  await done("reopen");
  await admin.go(paths.followUp({ queue: "contact", owner: "unassigned" }));
  await expect(entry(subjects[1])).toBeVisible();
  await expect(entry(subjects[0])).toHaveCount(0);
  await press(subjects[1], replied);
  await done("done");
  await admin.go(paths.followUp({ owner: "me" }));
  await press(subjects[0], replied);
  await done("done");
});

import { enquiries, messages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { describeVisit, expectNoOverflow, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

for (const visit of VISITS) {
  for (const viewport of SCREENS) {
    test(`a teacher finds the messages that wait for an answer, ${describeVisit(visit)}, ${viewport.width} px`, async ({
      open,
      insert,
      site,
    }) => {
      const owner = await insert.teacher();
      const learner = await insert.user({ firstName: "Daria", lastName: "Neagu" });
      const listing = await insert.listing(owner);
      const now = Date.now();
      for (const [state, ago] of [
        ["new", 2 * 60_000],
        ["answered", 3 * 60_000],
      ] as const) {
        const id = newId();
        await site.db.insert(enquiries).values({
          id,
          listingId: listing.id,
          teacherId: owner.id,
          learnerId: learner.id,
          state,
          createdTs: now - ago,
          lastMessageTs: now - ago,
          awaitsAnswer: state === "new",
        });
        const author = state === "new" ? ("learner" as const) : ("teacher" as const);
        await site.db
          .insert(messages)
          .values({ id: newId(), enquiryId: id, author, text: `Mesaj ${state}`, createdTs: now - ago });
      }

      const teacher = await open(visit, { viewport, as: owner.email });
      const { page, t } = teacher;
      await teacher.go(paths.inbox());
      const entries = page.locator(".entry");
      await expect(entries).toHaveCount(2);
      await expect(page.locator(".badge", { hasText: t("enquiries.inbox.waiting") })).toHaveCount(1);
      await expect(page.locator(".entry time").first()).toHaveAttribute("title", /\d/);
      await expectNoOverflow(page);
      await page.getByRole("link", { name: `${t("enquiries.inbox.waiting")} (1)` }).click();
      await expect(entries).toHaveCount(1);
      await expect(entries).toContainText("Mesaj new");
      await expectNoOverflow(page);

      await teacher.go(paths.ownListings());
      await expect(page.locator(".entry__picture").first()).toBeVisible();
      await expectNoOverflow(page);
    });
  }
}

test("an unfinished reply is there again after a reload and from the inbox, until it is sent", async ({
  open,
  insert,
  site,
}) => {
  const owner = await insert.teacher();
  const learner = await insert.user({ firstName: "Daria", lastName: "Neagu" });
  const listing = await insert.listing(owner);
  const [id, ts] = [newId(), Date.now() - 60_000];
  await site.db.insert(enquiries).values({
    id,
    listingId: listing.id,
    teacherId: owner.id,
    learnerId: learner.id,
    state: "new",
    createdTs: ts,
    lastMessageTs: ts,
  });
  await site.db
    .insert(messages)
    .values({ id: newId(), enquiryId: id, author: "learner", text: "Aveți loc marți?", createdTs: ts });

  const teacher = await open({ locale: "ro", javaScriptEnabled: true }, { as: owner.email });
  const { page, t } = teacher;
  const reply = page.locator("textarea[name=message]");
  const isKept = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("drafts/")));
  await teacher.go(paths.enquiry(id));
  await expect(async () => {
    await reply.fill("Da, marți la");
    expect(await isKept()).toBe(true);
  }).toPass();
  await page.reload();
  await expect(reply).toHaveValue("Da, marți la");
  await teacher.go(paths.inbox());
  await page.getByRole("link", { name: "Daria N." }).click();
  await expect(reply).toHaveValue("Da, marți la");
  await reply.fill("Da, marți la 17.");
  await teacher.press("enquiries.thread.send");
  await expect(page.getByText(t("enquiries.done.answered"))).toBeVisible();
  await expect.poll(isKept).toBe(false);
  await expect(reply).toHaveValue("");
});

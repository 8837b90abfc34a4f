import { enquiries, messages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { expect, test } from "./helpers/test";

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

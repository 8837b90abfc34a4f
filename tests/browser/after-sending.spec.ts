import { limitCounters } from "@/db/schema";
import { paths } from "@/shared/paths";
import { expectAccessible } from "./helpers/axe";
import { expectNoOverflow, getLink } from "./helpers/site";
import { expect, type Site, test } from "./helpers/test";

// All visits are from one network, whose limits would refuse the messages of later tests.
const clearLimits = ({ site }: { site: Site }) => site.db.delete(limitCounters);
test.beforeEach(clearLimits);
test.afterEach(clearLimits);

test("a parent corrects the address, confirms once and writes to more teachers", async ({
  open,
  insert,
  mailTo,
}) => {
  const [wrong, right] = ["gresit@example.test", "corect@example.test"];
  const question = "Bună ziua, caut lecții de latină.";
  // The only teachers of this subject and level in the county.
  const latin = {
    subject: "la",
    levels: ["phd" as const],
    county: "tl",
  } as const;
  const owners = [];
  const listings = [];
  for (const name of ["Anca", "Barbu", "Corina", "Dinu", "Elena"]) {
    const owner = await insert.teacher({ firstName: name, lastName: "Latinu" });
    owners.push(owner);
    listings.push(
      await insert.listing(owner, { ...latin, levels: [...latin.levels], title: `Latină cu ${name}` }),
    );
  }
  const [first, last] = [listings[0], listings[4]];

  const parent = await open(
    { locale: "en", javaScriptEnabled: true },
    { viewport: { width: 390, height: 844 } },
  );
  const { page, t } = parent;
  await parent.go(paths.listing(first?.id ?? ""));
  await parent.fill("message", question);
  await parent.fill("name", "Ilinca");
  await parent.fill("email", wrong);
  await page.locator('[name="adult"]').check();
  await page.locator('[name="remember"]').check();
  await parent.press("enquiries.form.send");

  // Similar teachers as cards, and the form that corrects the address.
  await expect(
    page.getByText(t("enquiries.mailbox.text", { email: wrong, teacher: "Anca Latinu" })),
  ).toBeVisible();
  await expect(page.locator(".card__link")).toHaveCount(3);
  await expectAccessible(page);
  // The page has an address of its own: it is there again without another message.
  await parent.go(paths.pendingEnquiries());
  await expect(
    page.getByText(t("enquiries.mailbox.text", { email: wrong, teacher: "Anca Latinu" })),
  ).toBeVisible();
  await page.locator("#resend [name=email]").fill(right);
  await parent.press("enquiries.mailbox.resend");
  await expect(page.getByText(t("enquiries.mailbox.corrected"))).toBeVisible();
  await expectNoOverflow(page);

  // The message is confirmed once, in this browser.
  const confirm = await mailTo(right, /enquiries\/\w+\?token=/);
  await page.goto(getLink(confirm));
  await parent.press("enquiries.confirm.one.send");
  await expect(page.getByText(t("enquiries.done.confirmed"))).toBeVisible();
  await expectNoOverflow(page);

  // The same message goes to two more teachers without another mail.
  const boxes = page.locator('input[name="listing_ids"]');
  await expect(boxes).toHaveCount(3);
  for (const n of [0, 1]) await boxes.nth(n).check();
  await parent.press("enquiries.more.button");
  await expect(page.locator('[name="message"]')).toHaveValue(question);
  await expect(page.locator('form [name="email"]')).toHaveValue(right);
  await expectNoOverflow(page);
  await parent.press("enquiries.form.send");
  await expect(page.getByText(t("enquiries.several.sentTo"))).toBeVisible();
  await expectNoOverflow(page);
  // The newest three are similar, so the teachers of the last two got the message.
  for (const owner of owners.slice(3)) await mailTo(owner.email, /lecții de latină/);

  // Another form is filled in, and the button forgets.
  await parent.go(paths.listing(last?.id ?? ""));
  await expect(page.locator('form [name="name"]')).toHaveValue("Ilinca");
  await expect(page.locator('form [name="email"]')).toHaveValue(right);
  await expect(page.getByText(t("enquiries.form.confirmedPrivacy"))).toBeVisible();
  await expectNoOverflow(page);
  await parent.press("enquiries.form.forget");
  await expect(page.locator('form [name="email"]')).toHaveValue("");
  await expect(page.locator('[name="remember"]')).not.toBeChecked();
});

import { paths } from "@/shared/paths";
import { hashPassword } from "./helpers/hash-password";
import { describeVisit, expectNoOverflow, getLink, toVisitSuffix, VISITS } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";
const PHONE = { viewport: { width: 360, height: 740 } };

for (const visit of VISITS) {
  test(`a parent without an account writes to a teacher and reads the reply, ${describeVisit(visit)}`, async ({
    open,
    insert,
    mailTo,
  }) => {
    const suffix = toVisitSuffix(visit);
    const email = `parinte-${suffix}@example.test`;
    const question = `Bună ziua, caut lecții pentru clasa a VIII-a. (${suffix})`;
    const owner = await insert.teacher({ locale: visit.locale });
    const { id } = await insert.listing(owner);

    const parent = await open(visit, PHONE);
    await parent.go(paths.listing(id));
    await parent.fill("message", question);
    await parent.fill("name", "Ilinca");
    await parent.fill("email", "parinte la example");
    await parent.press("enquiries.form.send");
    await expect(parent.page.locator("#error-summary")).toBeVisible();
    await expect(parent.page.locator('[name="message"]')).toHaveValue(question);
    await parent.fill("email", email);
    await parent.press("enquiries.form.send");
    await expect(parent.page.getByText(email)).toBeVisible();
    await expectNoOverflow(parent.page);

    const confirm = await mailTo(email, /enquiries\/\w+\?token=/);
    expect(confirm.text).not.toContain(question);
    await parent.page.goto(getLink(confirm));
    await expect(parent.page.getByText(question)).toBeVisible();
    await parent.press("enquiries.confirm.send");
    await expect(parent.page.getByText(parent.t("enquiries.done.confirmed"))).toBeVisible();
    await expectNoOverflow(parent.page);

    const teacher = await open(visit, { as: owner.email });
    const notification = await mailTo(owner.email, new RegExp(`VIII-a\\. \\(${suffix}\\)`));
    expect(notification.text).not.toContain(email);
    await teacher.page.goto(getLink(notification));
    await expect(teacher.page.getByRole("heading", { level: 1 })).toHaveText("Ilinca");
    const reply = `Da, am un loc liber marți. (${suffix})`;
    await teacher.fill("message", reply);
    await teacher.press("enquiries.thread.send");
    await expect(teacher.page.getByText(reply)).toBeVisible();
    expect(await teacher.page.content()).not.toContain(email);

    const answered = await mailTo(email, new RegExp(`liber marți\\. \\(${suffix}\\)`));
    expect(answered.text).not.toContain(owner.email);
    await parent.page.goto(getLink(answered));
    await expect(parent.page.getByText(reply)).toBeVisible();
    const thanks = `Mulțumesc, ne vedem marți. (${suffix})`;
    await parent.fill("message", thanks);
    await parent.press("enquiries.thread.send");
    await expect(parent.page.getByText(thanks)).toBeVisible();
    expect(await parent.page.content()).not.toContain(owner.email);
    await mailTo(owner.email, new RegExp(`vedem marți\\. \\(${suffix}\\)`));
  });
}

for (const width of [390, 1280]) {
  test(`a visitor reveals phone numbers without leaving the page, at ${width} px`, async ({
    open,
    insert,
  }) => {
    const visitor = await open(
      { locale: "en", javaScriptEnabled: true },
      { viewport: { width, height: 800 } },
    );
    const { page, t } = visitor;
    const [call, whatsapp] = [page.locator('a[href="tel:+40712345678"]'), page.getByText("WhatsApp")];
    for (const isOnWhatsapp of [true, false]) {
      const { id } = await insert.listing(await insert.teacher({}, { whatsapp: isOnWhatsapp }));
      await visitor.go(paths.listing(id));
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
      await expect(whatsapp).toHaveCount(0);
      const button = page.getByRole("button", { name: t("enquiries.phone.show"), exact: true });
      await button.hover();
      await page.waitForLoadState("networkidle");
      await button.click();
      await expect(page.locator(".phone > p")).toHaveText("0712 345 678");
      await expect(call).toHaveText(t("enquiries.phone.call"));
      await expect(call).toBeInViewport();
      await expect(whatsapp).toHaveCount(isOnWhatsapp ? 1 : 0);
      if (isOnWhatsapp) await expect(whatsapp).toHaveAttribute("href", "https://wa.me/40712345678");
      await expectNoOverflow(page);
      expect(page.url()).not.toMatch(/\/phone$/);
    }
  });
}

test("a guest who signs in while writing finds the typed message", async ({ open, insert }) => {
  const { id } = await insert.listing(await insert.teacher());
  const learner = await insert.user({ passwordHash: await hashPassword(PASSWORD) });
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, PHONE);
  await visitor.go(paths.listing(id));
  const question = "Bună ziua! Am cont, dar nu sunt în el.";
  await visitor.fill("message", question);
  await visitor.press("enquiries.form.signInInstead");
  await expect(visitor.page.locator('[name="message"]')).toHaveValue(question);
  const otherTab = await visitor.context.newPage();
  await otherTab.goto(paths.signIn());
  await otherTab.locator('form [name="email"]').fill(learner.email);
  await otherTab.locator('form [name="password"]').fill(PASSWORD);
  await otherTab.getByRole("button", { name: visitor.t("accounts.signIn.submit"), exact: true }).click();
  await otherTab.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
  await expect(visitor.page.locator('[name="message"]')).toHaveValue(question);
  await visitor.press("enquiries.form.send");
  await expect(visitor.page.getByText(question)).toBeVisible();
  await expect(visitor.page.getByText(visitor.t("enquiries.done.sent"))).toBeVisible();
});

test("a parent without an account writes to two teachers of the list at once, without JavaScript", async ({
  open,
  insert,
  mailTo,
}) => {
  const email = "parinte-la-doi@example.test";
  const question = "Bună ziua, caut lecții de xilofon pentru începători.";
  const owners = [await insert.teacher(), await insert.teacher()];
  for (const owner of owners) await insert.listing(owner, { title: "Xilofon pentru copii" });

  const parent = await open({ locale: "ro", javaScriptEnabled: false }, PHONE);
  const { page, t } = parent;
  await parent.go(paths.listings({ q: "xilofon" }));
  await page.getByRole("link", { name: t("search.several.link") }).click();
  const boxes = page.locator('input[name="listing_ids"]');
  await expect(boxes).toHaveCount(2);
  await expectNoOverflow(page);
  for (const box of await boxes.all()) await box.check();
  await parent.press("search.several.button");
  for (const box of await boxes.all()) await expect(box).toBeChecked();
  await parent.fill("message", question);
  await parent.fill("name", "Ilinca");
  await parent.fill("email", email);
  await expectNoOverflow(page);
  await parent.press("enquiries.form.send");
  await expect(page.getByText(email)).toBeVisible();
  await expectNoOverflow(page);

  await page.goto(getLink(await mailTo(email, /enquiries\/confirm\?token=/)));
  await expect(page.getByText(question)).toBeVisible();
  await expectNoOverflow(page);
  await parent.press("enquiries.several.confirm");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("enquiries.several.done"));
  for (const owner of owners) await mailTo(owner.email, /lecții de xilofon/);
});

import { paths } from "@/shared/paths";
import { hashPassword } from "./helpers/hash-password";
import { expectNoOverflow, getLink } from "./helpers/site";
import { expect, test } from "./helpers/test";

const PASSWORD = "tabla-neagra-si-creta-alba";
const PHONE = { viewport: { width: 360, height: 740 } };

test("a parent without an account writes to a teacher and reads the reply, without JavaScript", async ({
  open,
  insert,
  mailTo,
}) => {
  const visit = { locale: "ro", javaScriptEnabled: false } as const;
  const email = "parinte@example.test";
  const question = "Bună ziua, caut lecții pentru clasa a VIII-a.";
  const owner = await insert.teacher({ locale: "ro" });
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
  const notification = await mailTo(owner.email, /VIII-a\./);
  expect(notification.text).not.toContain(email);
  await teacher.page.goto(getLink(notification));
  await expect(teacher.page.getByRole("heading", { level: 1 })).toHaveText("Ilinca");
  const reply = "Da, am un loc liber marți.";
  await teacher.fill("message", reply);
  await teacher.press("enquiries.thread.send");
  await expect(teacher.page.getByText(reply)).toBeVisible();
  expect(await teacher.page.content()).not.toContain(email);

  const answered = await mailTo(email, /liber marți\./);
  expect(answered.text).not.toContain(owner.email);
  await parent.page.goto(getLink(answered));
  await expect(parent.page.getByText(reply)).toBeVisible();
  const thanks = "Mulțumesc, ne vedem marți.";
  await parent.fill("message", thanks);
  await parent.press("enquiries.thread.send");
  await expect(parent.page.getByText(thanks)).toBeVisible();
  expect(await parent.page.content()).not.toContain(owner.email);
  await mailTo(owner.email, /vedem marți\./);
});

test("a visitor reveals phone numbers without leaving the page", async ({ open, insert }) => {
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, PHONE);
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

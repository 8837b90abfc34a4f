import { PICTURES } from "./helpers/files";
import { DEMO, expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

test("an editor writes, previews, schedules, publishes and deletes a post", async ({ open }) => {
  const editor = await open(
    { locale: "ro", javaScriptEnabled: true },
    { as: DEMO.admin, viewport: { width: 360, height: 720 } },
  );
  const { page, t } = editor;
  const title = "Un articol de probă";
  const preview = page.locator(".post-editor__page");

  await test.step("writes it and sees the preview", async () => {
    await editor.go("/admin/blog/create");
    await page.locator('select[name="locale"]').selectOption("ro");
    await editor.fill("title", title);
    await editor.fill("body", "## Despre probe\n\nTrei **lucruri** de știut.\n\n<b>nimic</b>");
    await expect(preview.getByRole("heading", { name: "Despre probe" })).toBeVisible();
    await expect(preview.locator("strong")).toHaveText("lucruri");
    await expect(preview).toContainText("<b>nimic</b>");
    await expect(page.locator('[name="body"]')).toHaveValue(/Trei \*\*lucruri\*\*/);
    await expectNoOverflow(editor.page);
  });

  await test.step("adds a picture", async () => {
    await editor.fill("picture_alt", "O tablă");
    await page.locator('input[name="picture"]').setInputFiles(PICTURES[0]);
    await expect(page.locator('[name="body"]')).toHaveValue(/!\[O tablă\]\(\/images\/blog\//);
    await expect(preview.getByRole("img", { name: "O tablă" })).toBeVisible();
  });

  await test.step("saves a draft", async () => {
    await page.keyboard.press("Control+s");
    await expect(page).toHaveURL(/\/edit$/);
    const versions = page.locator('[name="version"]');
    await expect(versions).toHaveCount(2);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("blog-admin.edit.heading"));
    await editor.fill("excerpt", "Pe scurt.");
    await page.keyboard.press("Control+s");
    // The editor's form and the form that deletes the post.
    for (const form of [".post-editor", '[action$="/delete"]']) {
      await expect(page.locator(`form${form} [name="version"]`)).toHaveValue("2");
    }
    await page.reload();
  });

  await test.step("schedules it, then publishes it now", async () => {
    await editor.fill("publish_at", "2099-03-14T09:30");
    await editor.press("blog-admin.actions.schedule");
    await expect(page.getByText(/pe 14\.03\.2099, 09:30/)).toBeVisible();
    await expect(page.locator('[name="publish_at"]')).toHaveValue("2099-03-14T09:30");
    await editor.press("blog-admin.actions.publish");
    await expect(page.getByText(t("blog-admin.done.published"))).toBeVisible();
  });

  await test.step("deletes it", async () => {
    await page.getByText(t("blog-admin.delete.open")).click();
    await editor.press("blog-admin.delete.confirm");
    await expect(page.getByText(t("blog-admin.done.deleted"))).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
  });
});

test("a category chosen while the post is being saved stays chosen", async ({ open }) => {
  const editor = await open({ locale: "en", javaScriptEnabled: true }, { as: DEMO.admin });
  const { page } = editor;
  await editor.go("/admin/blog/create");
  await editor.fill("title", "A post with a category");
  await editor.fill("body", "A text.");
  // The preview follows the text once the editor's script runs, which saves with Ctrl+S.
  await expect(page.locator(".post-editor__page")).toContainText("A text.");
  const category = page.locator('[name="category_id"]');
  await category.selectOption({ index: 1 });
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/admin/blog/create", async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.keyboard.press("Control+s");
  await category.selectOption({ index: 2 });
  const chosen = await category.inputValue();
  answer();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(category).toHaveValue(chosen);
});

test("unsaved text of a post: a warning before a reload, and a draft to restore or discard", async ({
  open,
}) => {
  const editor = await open({ locale: "ro", javaScriptEnabled: true }, { as: DEMO.admin });
  const { page, t } = editor;
  await editor.go("/admin/blog/create");
  await editor.fill("title", "Un text care se pierde ușor");
  await editor.fill("body", "Cuvinte multe.");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("/post/new"))))
    .toBe(true);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(dialogs).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: t("blog-admin.draft.restore") }).click();
  await expect(page.locator('[name="body"]')).toHaveValue("Cuvinte multe.");
  await page.getByRole("link", { name: t("general.common.cancel") }).click();
  await editor.go("/admin/blog/create");
  await page.getByRole("button", { name: t("blog-admin.draft.discard") }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: t("blog-admin.draft.restore") })).toHaveCount(0);
});

test("a cover on the home page keeps its declared size when its file, of another ratio, has loaded", async ({
  open,
}) => {
  const { page } = await open(
    { locale: "en", javaScriptEnabled: true },
    { viewport: { width: 390, height: 844 } },
  );
  await page.goto("/");
  const cover = page.locator(".post-card__picture > img").first();
  await cover.scrollIntoViewIfNeeded();
  const ratio = () =>
    cover.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth / img.naturalHeight);
  await expect.poll(ratio).toBeCloseTo(4 / 3, 1);
  for (const box of [
    await cover.boundingBox(),
    await page.locator(".post-card__picture").first().boundingBox(),
  ])
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});

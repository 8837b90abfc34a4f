import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createPicture, PICTURES } from "./helpers/files";
import { hold } from "./helpers/hold";
import { createDraft, openTeacher, picturesSaved } from "./helpers/listing-form";
import { expect, test } from "./helpers/test";

const [first, second] = PICTURES;
const noPicture = resolve(import.meta.dirname, "../../package.json");
/** Large enough for a resumable upload. */
const large = createPicture("de la mare.webp", 1500 * 1024);

test("pictures upload in the background, resume after a failure, and keep order and descriptions", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page, t } = visitor;
  const title = "O ciornă cu imagini";
  const { input, items, places, descriptions, saved } = await createDraft(visitor, title);
  let broken = true;
  await page.route("**/storage/images/**", (route) => (broken ? route.abort() : route.continue()));
  await input.setInputFiles([first, noPicture]);
  await expect(page.locator("#field-pictures-error")).toContainText("package.json");
  await expect(items).toHaveCount(1);
  const retry = page.getByRole("button", { name: t("listings.form.pictures.retry") });
  await expect(retry).toBeVisible();
  expect(await places()).toEqual(["new:0"]);
  broken = false;
  await retry.click();
  await expect.poll(places).toEqual([expect.stringMatching(/^at:[0-9a-f]{20}$/)]);
  expect(await input.evaluate((field) => (field as HTMLInputElement).files?.length)).toBe(0);

  await input.setInputFiles([first]);
  await expect(page.locator("#field-pictures-error")).toContainText(
    t("listings.form.pictures.duplicate", { name: basename(first) }),
  );
  // A resumable upload shows its progress while another picture is dropped.
  await page.route("**/storage/uploads/**", async (route) => {
    await new Promise((done) => setTimeout(done, 200));
    await route.continue();
  });
  await input.setInputFiles([large]);
  await expect(page.locator(".picture-list progress")).toBeVisible();
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "lasata.webp", { type: "image/webp" }));
      return transfer;
    },
    [...readFileSync(second)],
  );
  await page.locator(".picture-drop").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(items).toHaveCount(3);
  await expect
    .poll(async () => (await places()).every((reference) => reference.startsWith("at:")), { timeout: 20_000 })
    .toBe(true);

  // By keyboard: the focus stays with the picture.
  const [one, two, three] = await places();
  await descriptions.nth(2).fill("Hartă mută");
  const up = (n: number) => page.getByRole("button", { name: t("listings.form.pictures.up", { n }) });
  await up(3).focus();
  await page.keyboard.press("Enter");
  expect(await places()).toEqual([one, three, two]);
  await expect(up(2)).toBeFocused();
  await expect(page.locator(".picture-drop [role=status]")).toHaveText(
    t("listings.form.pictures.moved", { n: 2, count: 3 }),
  );
  await page.keyboard.press("Enter");
  expect(await places()).toEqual([three, one, two]);
  await expect(page.getByRole("button", { name: t("listings.form.pictures.down", { n: 1 }) })).toBeFocused();
  await expect(descriptions.nth(0)).toHaveValue("Hartă mută");
  const stored = picturesSaved(page);
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 3 }) }).click();
  await expect(items).toHaveCount(2);
  await stored;
  await saved();
  await page.reload();
  await expect(items).toHaveCount(2);
  await expect(descriptions.nth(0)).toHaveValue("Hartă mută");
  await visitor.press("listings.form.submit.draft");
  await expect(page.getByText(t("listings.done.draft"))).toBeVisible();
});

test("pictures chosen or removed while others are checked stay chosen or removed", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page, t } = visitor;
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (file: File) => Promise<ImageBitmap>;
    const slow = (file: File) => new Promise((done) => setTimeout(done, 1000)).then(() => decode(file));
    window.createImageBitmap = slow as typeof createImageBitmap;
    const revoked: string[] = [];
    Object.assign(window, { revoked });
    URL.revokeObjectURL = (url) => void revoked.push(url);
  });
  await visitor.go("/tutoring/create");
  await visitor.fill("title", "Geography with blank maps");
  await expect(page.locator(".picture-drop__hint")).toBeVisible();

  const input = page.locator('input[type="file"]');
  const readUploads = () =>
    input.evaluate((field) => [...((field as HTMLInputElement).files ?? [])].map((f) => f.name));
  const images = page.locator(".picture-list__item img");
  await input.setInputFiles([first]);
  await expect(images).toHaveCount(1);
  await expect(page.locator(".picture-list__upload")).toHaveText(
    "Uploads with the draft once you choose a subject.",
  );
  const firstUrl = await images.getAttribute("src");
  await input.setInputFiles([second]);
  expect((await readUploads()).length).toBe(2);
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 1 }) }).click();
  await input.setInputFiles([first]);
  await expect(images).toHaveCount(2);
  expect(await readUploads()).toEqual([second, first].map((path) => basename(path)));
  expect(await page.evaluate(() => (window as unknown as { revoked: string[] }).revoked)).toEqual([firstUrl]);
});

test("two tabs: a picture removed in one disappears from the other, and no reference lacks its file", async ({
  open,
  insert,
}) => {
  const visitor = await openTeacher({ open, insert });
  const { page, context, t } = visitor;
  // Records for each change of the input's files: their count, and how many files the form names.
  await context.addInitScript(() => {
    const counts: [number, number][] = [];
    Object.assign(window, { counts });
    const { set, ...rest } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "files") ?? {};
    Object.defineProperty(HTMLInputElement.prototype, "files", {
      ...rest,
      set(files: FileList) {
        set?.call(this, files);
        counts.push([files.length, document.querySelectorAll('[name="picture"][value^="new:"]').length]);
      },
    });
  });
  const { input, items, places, saved } = await createDraft(visitor, "O ciornă cu o imagine mai puțin");
  const stored = picturesSaved(page);
  await input.setInputFiles([first, second]);
  await expect
    .poll(async () => (await places()).filter((reference) => reference.startsWith("at:")).length)
    .toBe(2);
  const counts = await page.evaluate(() => (window as unknown as { counts: [number, number][] }).counts);
  expect(counts.filter(([files, named]) => named > files)).toEqual([]);
  expect(counts.at(-1)).toEqual([0, 0]);
  await stored;
  await saved();

  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await otherPage.locator('[name="title"]').focus();
  await expect(otherPage.getByText(t("listings.form.otherTab"))).toBeVisible();
  await page.getByRole("button", { name: t("listings.form.pictures.remove", { n: 1 }) }).click();
  await expect(items).toHaveCount(1);
  await expect(otherPage.locator(".picture-list__item")).toHaveCount(1);
  const listStoredUploads = () =>
    otherPage.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("drafts/")));
  await expect.poll(listStoredUploads).toEqual([]);
});

test("the buttons stay in place while a picture is checked and uploaded", async ({ open, insert }) => {
  const visitor = await openTeacher({ open, insert }, { viewport: { width: 360, height: 800 } });
  const { page } = visitor;
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (file: File) => Promise<ImageBitmap>;
    const released = new Promise<void>((release) => Object.assign(window, { release }));
    window.createImageBitmap = ((file: File) =>
      released.then(() => decode(file))) as typeof createImageBitmap;
  });
  const { input, items, saved } = await createDraft(visitor, "Geography with many pictures");
  const submit = page.locator('.form__actions [value="submit"]');
  const findTop = () => submit.evaluate((button) => button.getBoundingClientRect().top + scrollY);

  await input.setInputFiles([first]);
  await expect(page.locator(".picture-list__placeholder")).toHaveCount(1);
  const top = await findTop();
  const release = await hold(page, /\/storage\//);
  await page.evaluate(() => (window as unknown as { release(): void }).release());
  await expect(items).toHaveCount(1);
  expect(await findTop()).toBeCloseTo(top, 0);
  const isSaved = picturesSaved(page);
  release();
  await isSaved;
  await saved();
  expect(await findTop()).toBeCloseTo(top, 0);
});

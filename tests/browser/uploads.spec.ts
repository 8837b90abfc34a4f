import { createPicture } from "./helpers/files";
import { expect, type Page, type Request, type TestFixtures, test } from "./helpers/test";

const KB = 1024;
const large = createPicture("la munte.webp", 3000 * KB);

/**
 * Records the requests of uploads. `onChunk` decides for each chunk when it continues, or that its connection breaks.
 */
async function watchUploads(page: Page, onChunk: (n: number) => Promise<"go" | "break">) {
  const requests: { method: string; offset: number }[] = [];
  const readOffset = (request: Request) => Number(request.headers()["upload-offset"] ?? Number.NaN);
  let chunks = 0;
  page.on("request", (request) => {
    if (!request.url().includes("/storage/uploads")) return;
    requests.push({ method: request.method(), offset: readOffset(request) });
  });
  await page.route(/\/storage\/uploads\//, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const decision = await onChunk(++chunks).catch(() => "break" as const);
    // The page may be closed by then.
    await (decision === "go" ? route.continue() : route.abort("connectionreset")).catch(() => {});
  });
  return {
    requests,
    offsets: () => requests.filter(({ method }) => method === "PATCH").map(({ offset }) => offset),
    count: (method: string) => requests.filter((request) => request.method === method).length,
  };
}
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const never = () => new Promise<"go">(() => {});

/** The profile of a new learner, so that each test has its own uploads. */
async function openProfile({ open, insert }: Pick<TestFixtures, "open" | "insert">) {
  const { email } = await insert.user({ locale: "ro" });
  const visitor = await open({ locale: "ro", javaScriptEnabled: true }, { as: email });
  await visitor.go("/profile");
  const { page, t } = visitor;
  const statusText = (key: string, params: Record<string, string | number> = {}) =>
    page.getByText(t(`profile.picture.status.${key}`, { name: "la munte.webp", ...params }), { exact: true });
  return {
    ...visitor,
    page,
    t,
    statusText,
    input: page.locator('input[type="file"]'),
    bar: page.locator("progress"),
    picture: page.locator(".picture-section__picture img"),
    press: (key: string) =>
      page.getByRole("button", { name: t(`profile.picture.${key}`), exact: true }).click(),
  };
}

test("a large picture is uploaded in chunks that double, with progress, pause and resume, and is shown", async ({
  open,
  insert,
}) => {
  const { page, input, bar, statusText, picture, press } = await openProfile({ open, insert });
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  // The second chunk is being sent when the upload is paused.
  let pause = () => {};
  const paused = new Promise<void>((resolve) => {
    pause = resolve;
  });
  const uploads = await watchUploads(page, async (n) => {
    if (n > 1) await paused;
    return "go";
  });
  await input.setInputFiles(large);
  await expect(bar).toBeVisible();
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(5);
  await press("pause");
  await expect(page.getByRole("status")).toContainText("%");
  pause();
  await sleep(900);
  const patchCount = uploads.count("PATCH");
  await sleep(500);
  expect(uploads.count("PATCH")).toBe(patchCount);
  await press("resume");
  await expect(statusText("done")).toBeVisible();
  await expect(picture).toHaveAttribute("src", /^\/images\/profile-pictures\/\w{16}\.webp\?v=\d+&w=160$/);
  expect(
    await picture.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
  ).toBe(192);
  await expect(bar).toBeHidden();
  expect(uploads.count("POST")).toBe(1);
  const offsets = [...new Set(uploads.offsets())];
  expect(offsets.slice(0, 3)).toEqual([0, 256 * KB, 768 * KB]);
  // The second chunk may arrive although it was paused: then the third is no larger, and there is one more.
  expect([4, 5]).toContain(offsets.length);
  expect(problems).toEqual([]);

  await page.reload();
  await expect(picture).toHaveCount(1);
  await press("remove");
  await expect(picture).toHaveCount(0);
});

test("an upload resumes automatically after a lost connection or an offline browser", async ({
  open,
  insert,
}) => {
  const { page, context, input, statusText, press, picture } = await openProfile({ open, insert });
  const uploads = await watchUploads(page, async (n) => {
    if (n === 2 || n === 3) return "break";
    if (n === 5) {
      await context.setOffline(true);
      return "break";
    }
    return "go";
  });
  await input.setInputFiles(large);
  await expect(statusText("offline")).toBeVisible();
  await expect.poll(() => uploads.count("PATCH")).toBeGreaterThanOrEqual(5);
  await expect(statusText("offline")).toBeVisible();
  await context.setOffline(false);
  await expect(statusText("done")).toBeVisible({ timeout: 20_000 });
  expect(uploads.count("POST")).toBe(1);
  await expect(picture).toHaveCount(1);
  await press("remove");
});

test("an upload resumes after a reload when the same file is chosen again, and can be canceled", async ({
  open,
  insert,
}) => {
  const { page, input, statusText, press, picture, bar } = await openProfile({ open, insert });
  let reloaded = false;
  const uploads = await watchUploads(page, (n) => (n === 1 || reloaded ? Promise.resolve("go") : never()));
  await input.setInputFiles(large);
  await expect.poll(() => uploads.offsets()).toEqual([0, 256 * KB]);
  await page.reload();
  await expect(statusText("interrupted")).toBeVisible();
  reloaded = true;
  await input.setInputFiles(large);
  await expect(statusText("done")).toBeVisible();
  expect(uploads.count("POST")).toBe(1);
  expect(uploads.offsets().slice(0, 3)).toEqual([0, 256 * KB, 256 * KB]);
  await page.reload();
  await expect(statusText("interrupted")).toHaveCount(0);
  await press("remove");
  await expect(picture).toHaveCount(0);
  // The form opened a new page; a file that is chosen before its script runs is not uploaded immediately.
  await page.waitForLoadState();

  reloaded = false;
  await page.unroute(/\/storage\/uploads\//);
  const again = await watchUploads(page, (n) => (n === 1 ? Promise.resolve("go") : never()));
  await input.setInputFiles(large);
  await expect.poll(() => again.count("PATCH")).toBe(2);
  const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await press("cancel");
  expect((await ended).status()).toBe(204);
  await expect(statusText("cancelled")).toBeVisible();
  await expect(input).toBeFocused();
  await expect(bar).toBeHidden();
  await expect(picture).toHaveCount(0);
  await page.reload();
  await expect(statusText("interrupted")).toHaveCount(0);
});

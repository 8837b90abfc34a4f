import { makeFile, makePicture } from "./helpers/files";
import { expect, type Page, type Request, type TestFixtures, test } from "./helpers/test";

const KB = 1024;
const large = makePicture("la munte.webp", 3000 * KB);
const small = makePicture("mica.webp", 0);
const text = makeFile("scrisoare.jpg", "Dragă profesoară");

/** Every request of an upload, and a hand on its parts: each waits for what `part` says of it. */
async function watchUploads(page: Page, part: (n: number) => Promise<"go" | "break">) {
  const asked: { method: string; offset: number }[] = [];
  const offsetOf = (request: Request) => Number(request.headers()["upload-offset"] ?? Number.NaN);
  let parts = 0;
  page.on("request", (request) => {
    if (!request.url().includes("/storage/uploads")) return;
    asked.push({ method: request.method(), offset: offsetOf(request) });
  });
  await page.route(/\/storage\/uploads\//, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const fate = await part(++parts).catch(() => "break" as const);
    // The page may be gone by then.
    await (fate === "go" ? route.continue() : route.abort("connectionreset")).catch(() => {});
  });
  return {
    asked,
    offsets: () => asked.filter(({ method }) => method === "PATCH").map(({ offset }) => offset),
    count: (method: string) => asked.filter((one) => one.method === method).length,
  };
}
const soon = (ms: number) => new Promise((done) => setTimeout(done, ms));
const never = () => new Promise<"go">(() => {});

/** The profile of a new learner, so that each test has its own uploads. */
async function openProfile({ open, rows }: Pick<TestFixtures, "open" | "rows">) {
  const { email } = await rows.user({ locale: "ro" });
  const person = await open({ locale: "ro", javaScriptEnabled: true }, { as: email });
  await person.go("/profile");
  const { page, t } = person;
  const said = (key: string, params: Record<string, string | number> = {}) =>
    page.getByText(t(`profile.picture.status.${key}`, { name: "la munte.webp", ...params }), { exact: true });
  return {
    ...person,
    page,
    t,
    said,
    input: page.locator('input[type="file"]'),
    bar: page.locator("progress"),
    shown: page.locator(".picture-section__picture img"),
    press: (key: string) =>
      page.getByRole("button", { name: t(`profile.picture.${key}`), exact: true }).click(),
  };
}

test("a large picture is uploaded in chunks that double, with progress, pause and resume, and is shown", async ({
  open,
  rows,
}) => {
  const { page, input, bar, said, shown, press } = await openProfile({ open, rows });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  // The second part is under way when the upload is paused.
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
  await expect.poll(() => bar.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThan(5);
  await press("pause");
  await expect(page.getByRole("status")).toContainText("%");
  pause();
  await soon(900);
  const sent = uploads.count("PATCH");
  await soon(900);
  expect(uploads.count("PATCH")).toBe(sent);
  await press("resume");
  await expect(said("done")).toBeVisible();
  await expect(shown).toHaveAttribute("src", /^\/images\/profile-pictures\/\w{16}\.webp\?v=\d+&w=160$/);
  expect(await shown.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(
    192,
  );
  await expect(bar).toBeHidden();
  expect(uploads.count("POST")).toBe(1);
  const offsets = [...new Set(uploads.offsets())];
  expect(offsets.slice(0, 3)).toEqual([0, 256 * KB, 768 * KB]);
  expect(offsets.length).toBe(4);
  expect(complaints).toEqual([]);

  await page.reload();
  await expect(shown).toHaveCount(1);
  await press("remove");
  await expect(shown).toHaveCount(0);
});

test("an upload resumes automatically after a lost connection or an offline browser", async ({
  open,
  rows,
}) => {
  const { page, context, input, said, press, shown } = await openProfile({ open, rows });
  const uploads = await watchUploads(page, async (n) => {
    if (n === 2 || n === 3) return "break";
    if (n === 5) {
      await context.setOffline(true);
      return "break";
    }
    return "go";
  });
  await input.setInputFiles(large);
  await expect(said("offline")).toBeVisible();
  await expect.poll(() => uploads.count("PATCH")).toBeGreaterThanOrEqual(5);
  await expect(said("offline")).toBeVisible();
  await context.setOffline(false);
  await expect(said("done")).toBeVisible({ timeout: 20_000 });
  expect(uploads.count("POST")).toBe(1);
  await expect(shown).toHaveCount(1);
  await press("remove");
});

test("it goes on after a reload when the same file is chosen again, and can be given up instead", async ({
  open,
  rows,
}) => {
  const { page, input, said, press, shown } = await openProfile({ open, rows });
  let reloaded = false;
  const uploads = await watchUploads(page, (n) => (n === 1 || reloaded ? Promise.resolve("go") : never()));
  await input.setInputFiles(large);
  await expect.poll(() => uploads.offsets()).toEqual([0, 256 * KB]);
  await page.reload();
  await expect(said("interrupted")).toBeVisible();
  reloaded = true;
  await input.setInputFiles(large);
  await expect(said("done")).toBeVisible();
  expect(uploads.count("POST")).toBe(1);
  expect(uploads.offsets().slice(0, 3)).toEqual([0, 256 * KB, 256 * KB]);
  await page.reload();
  await expect(said("interrupted")).toHaveCount(0);
  await press("remove");
  await expect(shown).toHaveCount(0);

  reloaded = false;
  await page.unroute(/\/storage\/uploads\//);
  const again = await watchUploads(page, (n) => (n === 1 ? Promise.resolve("go") : never()));
  await input.setInputFiles(large);
  await expect.poll(() => again.count("PATCH")).toBe(2);
  await page.reload();
  await expect(said("interrupted")).toBeVisible();
  const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await press("cancel");
  expect((await ended).status()).toBe(204);
  await page.reload();
  await expect(said("interrupted")).toHaveCount(0);
});

test("cancel ends it on the server, and the picture stays as it was", async ({ open, rows }) => {
  const { page, input, said, press, shown, bar } = await openProfile({ open, rows });
  const uploads = await watchUploads(page, (n) => (n === 1 ? Promise.resolve("go") : never()));
  await input.setInputFiles(large);
  await expect.poll(() => uploads.count("PATCH")).toBe(2);
  const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await press("cancel");
  expect((await ended).status()).toBe(204);
  await expect(said("cancelled")).toBeVisible();
  await expect(input).toBeFocused();
  await expect(bar).toBeHidden();
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(said("interrupted")).toHaveCount(0);
});

test("a small picture goes in one request; what is none is refused in words", async ({ open, rows }) => {
  const { page, t, input, said, press, shown } = await openProfile({ open, rows });
  const uploads = await watchUploads(page, async () => "go");
  await input.setInputFiles(text);
  await expect(page.getByText(t("general.errors.not_an_image", { name: "scrisoare.jpg" }))).toBeVisible();
  await expect(input).toBeEnabled();
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await input.setInputFiles(small);
  await expect(said("done")).toBeVisible();
  await expect(shown).toHaveCount(1);
  expect(uploads.asked).toEqual([]);
  await press("remove");
  await expect(page.getByText(t("profile.picture.removed"))).toBeVisible();
});

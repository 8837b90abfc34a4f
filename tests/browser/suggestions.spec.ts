import { paths } from "@/shared/paths";
import { readAccessibilityTree } from "./helpers/accessibility-tree";
import { expectAccessible } from "./helpers/axe";
import { hold } from "./helpers/hold";
import { expectNoOverflow, type TestVisitor, type Visit } from "./helpers/site";
import { expect, type Page, type TestFixtures, test } from "./helpers/test";

const ENGLISH: Visit = { locale: "en", javaScriptEnabled: true };
const ROMANIAN: Visit = { locale: "ro", javaScriptEnabled: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const combobox = (page: Page) => page.locator('input[name="q"]');
/** Selects have options, too. */
const listbox = (page: Page) => page.locator('.suggestions[role="listbox"]');
const options = (page: Page) => listbox(page).getByRole("option");
const selected = (page: Page) => listbox(page).getByRole("option", { selected: true });

/** Types after the script is there. */
async function typeText({ page }: TestVisitor, text: string) {
  await combobox(page).focus();
  await expect(combobox(page)).toHaveRole("combobox");
  await combobox(page).pressSequentially(text);
}

/** A teacher with a listing. Repeated tests share the site, so several may have the name; it is suggested once. */
async function insertTeacher(insert: TestFixtures["insert"], lastName: string) {
  const teacher = await insert.teacher({ firstName: "Gilgameș", lastName });
  await insert.listing(teacher, { subject: "la", county: "tl", levels: ["phd"] });
}

test("the keyboard chooses a suggestion", async ({ open, insert }) => {
  await insertTeacher(insert, "Urukeanu");
  const visitor = await open(ENGLISH, DESKTOP);
  const { page } = visitor;
  await visitor.go(paths.home());
  await typeText(visitor, "lati");
  await expect(options(page).first()).toHaveText("Latin");
  await expect(combobox(page)).toHaveAttribute("aria-expanded", "true");
  await expect(combobox(page)).not.toHaveAttribute("aria-activedescendant");

  await page.keyboard.press("ArrowDown");
  await expect(selected(page)).toHaveText("Latin");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Home");
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press("ArrowUp");
  await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(selected(page)).toHaveCount(0);
  await expect(combobox(page)).toBeFocused();
  await expect(combobox(page)).toHaveValue("lati");

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tutoring\?subject=la$/);
  await expect(listbox(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Latin tutors");
});

test("a tap chooses a suggestion on a phone", async ({ open, insert }) => {
  await insertTeacher(insert, "Lagașanu");
  const visitor = await open(ROMANIAN, PHONE);
  const { page } = visitor;
  await visitor.go(paths.home());
  await typeText(visitor, "lagas");
  await expect(options(page)).toHaveText(["Gilgameș Lagașanu Profesor"]);
  await expectNoOverflow(page);
  await options(page).first().tap();
  await expect(page).toHaveURL(/\/ro\/tutoring\?q=Gilgame%C8%99\+Laga%C8%99anu$/);
  await expect(page.locator("article").first()).toContainText("Gilgameș L");
  await expect(page.locator("form.filters")).toBeHidden();
});

test("screen readers get the suggestions in order, and axe finds nothing wrong", async ({ open, insert }) => {
  await insertTeacher(insert, "Nippuraru");
  const visitor = await open(ENGLISH, DESKTOP);
  const { page } = visitor;
  await visitor.go(paths.listings());
  await typeText(visitor, "nippur");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('#filter-q-suggestions ~ [role="status"]')).toHaveText("Suggestions: 1");
  const nodes = await readAccessibilityTree(page);
  const start = nodes.findIndex(({ role, autocomplete }) => role === "combobox" && autocomplete === "list");
  const [boxNode, ...parts] = nodes
    .slice(start)
    .filter(({ role }) => ["combobox", "listbox", "option", "status"].includes(role));
  expect(boxNode?.name).not.toBe("");
  expect(boxNode).toMatchObject({
    expanded: true,
    focused: true,
    controls: ["filter-q-suggestions"],
    activedescendant: ["filter-q-suggestions-0"],
  });
  expect(parts[0]).toMatchObject({ role: "listbox", name: "Suggestions" });
  expect(parts[1]).toMatchObject({ role: "option", name: "Gilgameș Nippuraru Teacher", selected: true });
  expect(parts[2]?.role).toBe("status");
  await expectAccessible(page, "the suggestions", {
    include: ["[data-enhance=suggestions]"],
    themes: ["light", "dark"],
  });
});

test("Escape closes suggestions, cancels those on their way and empties the text; Tab closes them", async ({
  open,
}) => {
  const visitor = await open(ENGLISH, DESKTOP);
  const { page } = visitor;
  await visitor.go(paths.listings());
  await typeText(visitor, "lati");
  await expect(listbox(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(listbox(page)).toBeHidden();
  await expect(combobox(page)).toHaveValue("lati");
  await expect(combobox(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowDown");
  await expect(listbox(page)).toBeVisible();
  await page.keyboard.press("Escape");
  const release = await hold(page, /\/api\/suggestions/);
  await combobox(page).pressSequentially("n");
  await page.keyboard.press("Escape");
  await expect(combobox(page)).toHaveValue("latin");
  release();
  await page.keyboard.press("Escape");
  await expect(combobox(page)).toHaveValue("");
  await expect(listbox(page)).toBeHidden();
  await expect(page).toHaveURL(/\/tutoring$/);

  await typeText(visitor, "lati");
  await expect(listbox(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(listbox(page)).toBeHidden();
  await expect(combobox(page)).not.toBeFocused();
});

test("a slow phone types on while suggestions load, and shows none of an older answer", async ({
  open,
  insert,
}) => {
  await insertTeacher(insert, "Eriduescu");
  const visitor = await open(ROMANIAN, PHONE);
  const { page } = visitor;
  await visitor.go(paths.listings());
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await devtools.send("Network.enable");
  const bytesPerSecond = 200_000;
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  // What the list shows.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const list = document.querySelector('.suggestions[role="listbox"]');
      if (list?.textContent) seen.push(list.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });

  // The script of the suggestions and the first answer are on their way.
  await combobox(page).focus();
  await combobox(page).pressSequentially("mat");
  await expect(options(page).first()).toContainText("Matematică", { timeout: 30_000 });

  const release = await hold(page, /\/api\/suggestions\?q=mate&/);
  const held = page.waitForRequest(/\/api\/suggestions\?q=mate&/);
  await combobox(page).pressSequentially("e");
  await held;
  await combobox(page).fill("");
  await combobox(page).pressSequentially("eridu");
  await expect(combobox(page)).toHaveValue("eridu");
  await expect(options(page)).toHaveText(["Gilgameș Eriduescu Profesor"]);
  release();
  await page.waitForLoadState("networkidle");
  await expect(options(page)).toHaveText(["Gilgameș Eriduescu Profesor"]);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.slice(seen.findIndex((text) => text.includes("Eriduescu"))).join()).not.toContain("Matematică");
  await expectNoOverflow(page);
});

test("nothing is loaded before the text box is used, nor asked without text; text typed until then gets suggestions", async ({
  open,
  insert,
}) => {
  await insertTeacher(insert, "Marilescu");
  const visitor = await open(ENGLISH, DESKTOP);
  const { page } = visitor;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const release = await hold(page, /\/suggestions-[^/]*\.js$/);
  await visitor.go(paths.listings());
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => url.includes("suggestions"))).toEqual([]);
  const script = page.waitForRequest(/\/suggestions-[^/]*\.js$/);
  await combobox(page).pressSequentially("maril");
  await script;
  release();
  await expect(options(page)).toHaveText(["Gilgameș Marilescu Teacher"]);
  await combobox(page).fill("");
  await expect(listbox(page)).toBeHidden();
  requests.length = 0;
  await combobox(page).pressSequentially("  ");
  await combobox(page).press("ArrowDown");
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => url.includes("/api/suggestions"))).toEqual([]);
});

test("a failed request closes the list without an error", async ({ open, insert }) => {
  await insertTeacher(insert, "Sippareanu");
  const visitor = await open(ENGLISH, DESKTOP);
  const { page } = visitor;
  const errors: unknown[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await visitor.go(paths.listings());
  await typeText(visitor, "sipp");
  await expect(options(page)).toHaveCount(1);
  await page.route(/\/api\/suggestions/, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/suggestions"));
  await combobox(page).pressSequentially("ar");
  await failed;
  await expect(listbox(page)).toBeHidden();
  expect(errors).toEqual([]);
});

import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, type TestInfo, test } from "@playwright/test";
import { findChromium } from "../../dev/launch/chromium";
import { ADMIN_PAGES, PAGES, pathOf, TEACHER_PAGES } from "../browser/helpers/pages";
import { DEMO, openBrowser } from "../browser/helpers/site";

const run = promisify(execFile);
const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const cli = resolve(import.meta.dirname, "../../node_modules/.bin/lighthouse");
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
];

type Report = {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number }>;
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>;
};

/** What anybody may read, and find by a search engine. */
const READ = [
  "home",
  "list",
  "listing",
  "blog",
  "category",
  "post",
  "testimonials",
  "contact",
  "ranking",
  "privacy",
  "terms",
  "cookies",
  "accessibility",
  "signIn",
  "signUp",
] as const;

for (const name of READ) {
  test(`Lighthouse, mobile, ${name}: at least ${LEAST} in each category`, async ({ page }, info) => {
    test.setTimeout(180_000);
    await measure(name, await pathOf(page, PAGES[name]), CATEGORIES, {}, info);
  });
}

/** What only members see, search engines are kept from. */
const FOR_MEMBERS = CATEGORIES.filter((category) => category !== "seo");

for (const { who, email, pages } of [
  { who: "a teacher", email: DEMO.teacher, pages: TEACHER_PAGES },
  { who: "an admin", email: DEMO.admin, pages: ADMIN_PAGES },
]) {
  for (const [name, page] of Object.entries(pages)) {
    test(`Lighthouse, mobile, ${name} of ${who}: at least ${LEAST} in each category`, async ({
      browser,
    }, info) => {
      test.setTimeout(180_000);
      const person = await openBrowser(browser, { locale: "en", javaScriptEnabled: true });
      await person.signIn(email);
      const path = await pathOf(person.page, page);
      const cookies = await person.context.cookies();
      await person.context.close();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      await measure(`${name} of ${who}`, path, FOR_MEMBERS, { cookie }, info);
    });
  }
}

/** Opens a path in a browser of Lighthouse's own, with these headers, and holds its scores to the bound. */
async function measure(
  name: string,
  path: string,
  categories: readonly (typeof CATEGORIES)[number][],
  headers: Record<string, string>,
  info: TestInfo,
): Promise<void> {
  const url = new URL(path, process.env.BASE_URL).href;
  const file = join(await mkdtemp(join(tmpdir(), "lighthouse-")), "report.json");
  await run(
    cli,
    [
      url,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--only-categories=${categories.join(",")}`,
      `--extra-headers=${JSON.stringify(headers)}`,
      `--chrome-flags=${flags.join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() ?? "" }, timeout: 170_000 },
  );
  const report = JSON.parse(await readFile(file, "utf8")) as Report;
  // Whoever is led elsewhere sees another page than the one that is meant.
  expect(new URL(report.finalDisplayedUrl).pathname).toBe(new URL(url).pathname);
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((report.categories[category]?.score ?? 0) * 100)]),
  );
  const weak = Object.values(report.audits)
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => `${audit.id} ${audit.displayValue ?? audit.title}`);
  console.log(`${name}: ${JSON.stringify(scores)}${weak.length ? `\n  below 90: ${weak.join("; ")}` : ""}`);
  await info.attach("scores", { body: JSON.stringify(scores) });
  for (const category of categories) expect.soft(scores[category], category).toBeGreaterThanOrEqual(LEAST);
}

import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestInfo } from "@playwright/test";
import { findChromium } from "../../dev/launch/chromium";
import { findPath, TEMPLATES } from "../browser/helpers/pages";
import { expect, test } from "../browser/helpers/test";

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

/** Public pages, which search engines index. */
const READ = [
  "/",
  "/tutoring",
  "/tutoring/:id",
  "/blog",
  "/blog/category/exams",
  "/blog/evaluarea-nationala-mathematics-twelve-week-plan",
  "/testimonials",
  "/contact",
  "/ranking",
  "/privacy",
  "/sign-in",
  "/sign-up",
];

for (const page of READ) {
  test(`Lighthouse, mobile, ${page}: at least ${LEAST} in each category`, async ({ site, request }, info) => {
    test.setTimeout(180_000);
    await measure(page, new URL(await findPath(request, page), site.url), CATEGORIES, {}, info);
  });
}

/** Pages behind a sign-in are not indexed. */
const FOR_MEMBERS = CATEGORIES.filter((category) => category !== "seo");

for (const { name, as, pages } of TEMPLATES.filter(({ as }) => as)) {
  for (const page of pages) {
    test(`Lighthouse, mobile, ${page} of ${name}: at least ${LEAST} in each category`, async ({
      site,
      open,
    }, info) => {
      test.setTimeout(180_000);
      const { context } = await open({ locale: "en", javaScriptEnabled: true }, { as });
      const path = await findPath(context.request, page);
      const cookies = await context.cookies();
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      await measure(page, new URL(path, site.url), FOR_MEMBERS, { cookie }, info);
    });
  }
}

/** Opens an address in a browser of Lighthouse's own, with these headers, and holds its scores to the bound. */
async function measure(
  name: string,
  url: URL,
  categories: readonly (typeof CATEGORIES)[number][],
  headers: Record<string, string>,
  info: TestInfo,
): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), "lighthouse-")), "report.json");
  await run(
    cli,
    [
      url.href,
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
  // A redirect would measure another page.
  expect(new URL(report.finalDisplayedUrl).pathname).toBe(url.pathname);
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

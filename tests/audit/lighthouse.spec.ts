import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { findChromium } from "../../dev/launch/chromium";
import { PAGES, pathOf } from "../browser/helpers/pages";

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
  categories: Record<string, { score: number }>;
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>;
};

/** What anybody may read. */
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
    const url = new URL(await pathOf(page, PAGES[name]), process.env.BASE_URL).href;
    const file = join(await mkdtemp(join(tmpdir(), "lighthouse-")), "report.json");
    await run(
      cli,
      [url, "--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${flags.join(" ")}`],
      {
        env: { ...process.env, CHROME_PATH: findChromium() ?? "" },
        timeout: 170_000,
      },
    );
    const report = JSON.parse(await readFile(file, "utf8")) as Report;
    const scores = Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round((report.categories[category]?.score ?? 0) * 100)]),
    );
    const weak = Object.values(report.audits)
      .filter((audit) => audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit.id} ${audit.displayValue ?? audit.title}`);
    console.log(`${name}: ${JSON.stringify(scores)}${weak.length ? `\n  below 90: ${weak.join("; ")}` : ""}`);
    await info.attach("scores", { body: JSON.stringify(scores) });
    for (const category of CATEGORIES) expect.soft(scores[category], category).toBeGreaterThanOrEqual(LEAST);
  });
}

import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { ensureChromium, findChromium } from "../../dev/launch/chromium";
import { demoVars } from "../../dev/launch/local-vars";
import { serveWorker } from "../../dev/launch/serve-worker";
import { paths } from "../../src/shared/paths";
import { PASSWORD, teacherEmail, teacherListing } from "../catalogue/serve-with-users";
import type { Figure } from "../figures";

/** How long the page may load scripts after the focus (ms). */
const SETTLE_MS = 1500;

/** The script that a browser loads with the first focus in a teacher's listing form. */
export async function listFormScriptFigures(dataDir: string): Promise<Figure[]> {
  await ensureChromium(console.log);
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const site = await serveWorker({
    port,
    dataDir,
    vars: demoVars({ siteUrl, stubsUrl: "http://127.0.0.1:8788" }),
    onLog() {},
  });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    return [await measureFocus(page, siteUrl)];
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measureFocus(page: Page, siteUrl: string): Promise<Figure> {
  await page.goto(siteUrl + paths.signIn());
  await page.locator('[name="email"]').fill(teacherEmail(1));
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('main button[type="submit"], main form button').last().click();
  await page.waitForURL((url) => url.pathname !== paths.signIn());

  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(siteUrl + paths.editListing(teacherListing(1)), { waitUntil: "networkidle" });
  const before = sizes.length;
  await page.locator('[data-island="listing-form"] input:visible').first().focus();
  await page.waitForTimeout(SETTLE_MS);
  await page.waitForLoadState("networkidle");
  const all = await Promise.all(sizes);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, size) => total + size, 0) / 1000;
  const later = all.slice(before);
  if (later.length === 0) throw new Error("The focus in the listing form loaded no script");
  return {
    what: "script after first focus in the listing form, kB gzip",
    value: sum(later),
    bound: 80,
    aim: 40,
    note: `${later.length} files, after ${sum(all.slice(0, before)).toFixed(1)} kB with the page`,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "@/app";
import { createFirstPagesApp, isFirstPage } from "@/first-pages";
import { bindings, createTestApp, ORIGIN, testShared } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const NOW = Date.UTC(2026, 10, 20, 9, 0, 0);
let listing = "";

beforeAll(async () => {
  const app = createTestApp();
  listing = (await createListing(app, await createTeacher(app))).id;
});

/** Status, headers and body, without what differs between two requests: ids and the nonce. */
async function fetchFrom(create: typeof createApp, path: string) {
  const app = create(() => NOW, testShared());
  const execution = createExecutionContext();
  const response = await app.fetch(new Request(ORIGIN + path), bindings, execution);
  const body = await response.text();
  await waitOnExecutionContext(execution);
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  return JSON.stringify([response.status, headers, body.replace(/Request number: \w+/, "")]).replaceAll(
    nonce ?? "no nonce",
    "",
  );
}

test.each([
  "/",
  "/ro",
  "/tutoring",
  "/ro/tutoring?subject=m&county=cj",
  "/en/tutoring",
  "/tutoring?level=unknown",
  "/tutoring/0000000000000000",
])("GET %s is the same from the app of first pages as from the whole app", async (path) => {
  expect(isFirstPage(new Request(ORIGIN + path))).toBe(!path.startsWith("/en"));
  expect(await fetchFrom(createFirstPagesApp, path)).toBe(await fetchFrom(createApp, path));
});

test("GET of a listing is the same from the app of first pages as from the whole app", async () => {
  const path = `/ro/tutoring/${listing}`;
  expect(isFirstPage(new Request(ORIGIN + path))).toBe(true);
  expect(await fetchFrom(createFirstPagesApp, path)).toBe(await fetchFrom(createApp, path));
});

test.each([
  ["POST", "/tutoring"],
  ["GET", "/tutoring/create"],
  ["GET", "/tutoring/0000000000000000/phone"],
  ["GET", "/tutoring/"],
  ["GET", "/blog"],
  ["GET", "/admin"],
])("%s %s is for the whole app", (method, path) => {
  expect(isFirstPage(new Request(ORIGIN + path, { method }))).toBe(false);
});

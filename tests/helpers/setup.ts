import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";

// The files share a worker: each begins with an empty store and migrates its own database.
beforeAll(async () => {
  const { DB, MEDIA, TEST_MIGRATIONS } = env as unknown as {
    DB: D1Database;
    MEDIA: R2Bucket;
    TEST_MIGRATIONS: D1Migration[];
  };
  // A store that nobody used for ten seconds sleeps, and reset passes over it: on a busy machine a file would find
  // what the one before it left.
  await Promise.all([DB.prepare("select 1").run(), MEDIA.head("nothing")]);
  await reset();
  await applyD1Migrations(DB, TEST_MIGRATIONS);
});

// The app writes a line for each request; nobody reads them here, and vitest would trace each to its test.
console.log = () => {};

// Whatever reaches console.error is a fault that a visitor would have met: a test that causes one on purpose
// replaces it with its own spy first.
const complaints = vi.spyOn(console, "error");

afterEach(() => {
  const seen = complaints.mock.calls.map((call) => call.map(String).join(" "));
  complaints.mockClear();
  expect(seen, "console.error was called").toEqual([]);
});

afterAll(() => {
  vi.restoreAllMocks();
});

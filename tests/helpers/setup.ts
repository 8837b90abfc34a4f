import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { resetApp } from "./app";
import { chaosMode } from "./database-chaos";

// Test files share a worker: each starts with an empty store and migrates its own database.
beforeAll(async () => {
  const { BACKUPS, DB, MEDIA, TEST_MIGRATIONS } = env as unknown as {
    BACKUPS: R2Bucket;
    DB: D1Database;
    MEDIA: R2Bucket;
    TEST_MIGRATIONS: D1Migration[];
  };
  // A store that is unused for ten seconds sleeps, and reset skips it. On a busy machine the next file would find
  // old data.
  await Promise.all([DB.prepare("select 1").run(), MEDIA.head("nothing"), BACKUPS.head("nothing")]);
  await reset();
  await applyD1Migrations(DB, TEST_MIGRATIONS);
});

resetApp();
beforeEach(() => resetApp());

// The app logs each request, and warns about what tests leave out, such as keys. Tests ignore these lines, and vitest
// would trace each to its test. A test of a warning replaces it with its own spy.
console.log = () => {};
console.warn = () => {};

// An unexpected console.error is a fault. A test that causes one on purpose replaces it with its own spy first.
// A failing database causes many.
const complaints = vi.spyOn(console, "error");

afterEach(() => {
  const seen = complaints.mock.calls.map((call) => call.map(String).join(" "));
  complaints.mockClear();
  expect(chaosMode ? [] : seen, "console.error was called").toEqual([]);
});

afterAll(() => {
  vi.restoreAllMocks();
});

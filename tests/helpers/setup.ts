import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";

// The files share a worker: each begins with an empty store and migrates its own database.
beforeAll(async () => {
  await reset();
  const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
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

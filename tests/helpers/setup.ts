import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, vi } from "vitest";

// Storage is fresh for every test file, so every file migrates its own database.
beforeAll(async () => {
  const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
  await applyD1Migrations(DB, TEST_MIGRATIONS);
});

// Whatever reaches console.error is a fault that a visitor would have met: a test that causes one on purpose
// replaces it with its own spy first.
const complaints = vi.spyOn(console, "error");

afterEach(() => {
  const seen = complaints.mock.calls.map((call) => call.map(String).join(" "));
  complaints.mockClear();
  expect(seen, "console.error was called").toEqual([]);
});

import { createTestApp, type TestApp } from "./app";
import { intercept } from "./intercept";

/**
 * An app for race tests: `interfere` runs once, right before batch `nth` (from 1), between the reads and the write of a
 * use case.
 */
export function createRacingApp(nth: number, interfere: () => Promise<unknown>): TestApp {
  const app = createTestApp();
  let batches = 0;
  intercept(app, "DB", "batch", async (batch, ...args) => {
    batches += 1;
    if (batches === nth) await interfere();
    return batch(...args);
  });
  return app;
}

import { createTestApp, type TestApp } from "./app";
import { intercept } from "./intercept";

/**
 * An app for race tests: `act` runs once, right before the `nth` batch, between the reads and the write of a use case.
 */
export function createRacingApp(nth: number, act: () => Promise<unknown>): TestApp {
  const app = createTestApp();
  let batches = 0;
  intercept(app, "DB", "batch", async (batch, ...args) => {
    batches += 1;
    if (batches === nth) await act();
    return batch(...args);
  });
  return app;
}

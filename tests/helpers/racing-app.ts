import { createTestApp, type TestApp } from "./app";
import { intercept } from "./intercept";

/**
 * An app in which something happens between a verb's look and its write: `act` runs once, right before the batch that
 * is the `nth` one from the start.
 */
export function racingApp(nth: number, act: () => Promise<unknown>): TestApp {
  const app = createTestApp();
  let batches = 0;
  intercept(app, "DB", "batch", async (batch, ...args) => {
    batches += 1;
    if (batches === nth) await act();
    return batch(...args);
  });
  return app;
}

import { createTestApp, type TestApp } from "./app";

/**
 * An app in which something happens between a verb's look and its write: `act` runs once, right before the batch that
 * is the `nth` one from the start.
 */
export function racingApp(nth: number, act: () => Promise<unknown>): TestApp {
  const app = createTestApp();
  let batches = 0;
  app.bindings.DB = new Proxy(app.bindings.DB, {
    get(target, name) {
      if (name === "batch") {
        return async (...given: Parameters<typeof target.batch>) => {
          batches += 1;
          if (batches === nth) await act();
          return target.batch(...given);
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return app;
}

import { afterEach, expect, test, vi } from "vitest";
import { createLog, type LogFields } from "@/platform/log";

afterEach(() => vi.restoreAllMocks());

test("no field of an entry overwrites its event, level, time or request id", () => {
  const log = createLog({ request_id: "r1" });
  const fields = { event: "evt_1", level: "debug", ts: "never", request_id: "r2", order: "o1" };
  for (const [method, write] of [
    ["log", () => log.info("payment_mismatch", fields as unknown as LogFields)],
    ["warn", () => log.warn("payment_mismatch", fields as unknown as LogFields)],
    ["warn", () => log.alert("payment_mismatch", fields as unknown as LogFields)],
    ["error", () => log.error("payment_mismatch", new Error("no"), fields as unknown as LogFields)],
  ] as const) {
    const output = vi.spyOn(console, method).mockImplementation(() => {});
    write();
    const entry = JSON.parse(String(output.mock.calls[0]?.[0]));
    expect(entry).toMatchObject({ event: "payment_mismatch", request_id: "r1", order: "o1" });
    expect(entry.level).toBe(method === "log" ? "info" : method);
    expect(Date.parse(entry.ts)).not.toBeNaN();
    expect(Object.keys(entry).slice(0, 3)).toEqual(["ts", "level", "event"]);
  }
});

test("an alert has its name, and every error is one", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const failed = vi.spyOn(console, "error").mockImplementation(() => {});
  createLog({}).alert("job_late", { job: "deliver-mail" });
  createLog({}).warn("mail_failed");
  createLog({}).error("job_failed", new Error("no"));
  const alerts = [...warned.mock.calls, ...failed.mock.calls].map(([line]) => JSON.parse(String(line)).alert);
  expect(alerts).toEqual(["job_late", undefined, "error"]);
});

test("the compiler refuses fields that the logger writes itself", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  const log = createLog({});
  // @ts-expect-error `event` is the entry's name
  log.warn("payment_alert", { event: "evt_1" });
  // @ts-expect-error `level` is the logger's
  log.warn("payment_alert", { level: "info" });
  // @ts-expect-error `stack` comes from the error
  log.error("request_failed", new Error("no"), { stack: "here" });
  log.warn("payment_alert", { stripe_event_id: "evt_1", error: "no" });
});

test("the error of a failed query is logged without its values, also those that look like a stack frame", () => {
  const output = vi.spyOn(console, "error").mockImplementation(() => {});
  const params = "ana@exemplu.test,\n    at 0722 345 678,parola\n    at secret (x.ts:1:1)";
  const failed = new Error(`Failed query: insert into users values (?, ?, ?)\nparams: ${params}`);
  createLog({}).error("request_failed", new Error("no", { cause: failed }));
  createLog({}).error("request_failed", failed);
  const [wrapped, logged] = output.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(logged.error).toBe("Failed query: insert into users values (?, ?, ?)\nparams: …");
  expect(wrapped.cause).toBe(logged.error);
  expect(logged.stack).toMatch(/^Error: Failed query: .*\nparams: …\n {4}at .*log\.test\.ts/);
  for (const value of ["ana@", "0722", "parola", "secret"])
    expect(output.mock.calls.join()).not.toContain(value);
});

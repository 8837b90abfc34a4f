import { afterEach, expect, test, vi } from "vitest";
import { createTestApp } from "../../helpers/app";

const app = createTestApp();

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ["/auth/users/forgot-password/ana.pop%40example.test", "/auth/users/forgot-password/…"],
  ["/ro/auth/users/forgot-password/ana.pop@example.test", "/ro/auth/users/forgot-password/…"],
  ["/auth/users/forgot-password/ana.pop", "/auth/users/forgot-password/…"],
  ["/auth/users/ana.pop%2540example.test", "/auth/users/…"],
  ["/users/ana.pop@example.test/more", "/users/…/more"],
  ["/tutoring/abc", "/tutoring/abc"],
])("GET %s is logged without an e-mail address, as %s", async (path, logged) => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await app.get(path, { headers: { "user-agent": "Googlebot/2.1" } });
  const lines = log.mock.calls.map(([line]) => String(line));
  expect(JSON.parse(lines.find((line) => line.includes('"request"')) ?? "")).toMatchObject({ path: logged });
  expect(lines.join("\n")).not.toMatch(/ana\.pop/);
});

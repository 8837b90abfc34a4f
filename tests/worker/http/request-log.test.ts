import { afterEach, describe, expect, test, vi } from "vitest";
import { app } from "../../helpers/app";

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
  ["/ro/requests/0123456789abcdef", "/ro/requests/…"],
  ["/api/requests/0123456789abcdef/answers", "/api/requests/…/answers"],
  ["/requests/create", "/requests/create"],
])("GET %s is logged without an e-mail address or the id of a request, as %s", async (path, logged) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await app.get(path, { headers: { "user-agent": "Googlebot/2.1" } });
  const lines = log.mock.calls.map(([line]) => String(line));
  expect(JSON.parse(lines.find((line) => line.includes('"request"')) ?? "")).toMatchObject({ path: logged });
  expect(lines.join("\n")).not.toMatch(/ana\.pop/);
});

describe("sampling", () => {
  /** The lines that a request logs; `random` decides whether a sampled one is logged. */
  async function logged(random: number, path: string, method = "GET"): Promise<object[]> {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await app.request(path, { method });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    return lines.filter(({ event }) => event === "request");
  }

  test("one in 20 reads without errors is logged, and says so", async () => {
    expect(await logged(0.05, "/tutoring")).toEqual([]);
    expect(await logged(0.049, "/tutoring")).toEqual([
      expect.objectContaining({ path: "/tutoring", status: 200, sample: 20 }),
    ]);
  });

  test.each([
    ["GET", "/nothing", 404],
    ["POST", "/auth/users/token", 415],
    ["OPTIONS", "/tutoring", 404],
  ])("%s %s (%i) is always logged", async (method, path, status) => {
    const [line, ...others] = await logged(0.999, path, method);
    expect([line, others]).toEqual([expect.objectContaining({ method, status }), []]);
    expect(line).not.toHaveProperty("sample");
  });

  test("a GET that writes is always logged", async () => {
    const [line] = await logged(0.999, "/auth/users/forgot-password/ion%40example.test");
    expect(line).toMatchObject({ status: 200 });
    expect(line).not.toHaveProperty("sample");
  });

  test("a slow read is always logged", async () => {
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => {
      now += 1001;
      return now;
    });
    expect(await logged(0.999, "/robots.txt")).toEqual([expect.objectContaining({ status: 200 })]);
  });
});

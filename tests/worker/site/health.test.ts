import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { createTestApp, expectStatus } from "../../helpers/app";
import { captureErrors, intercept } from "../../helpers/intercept";

describe("GET /healthz", () => {
  it("returns 200 while the database and the bucket answer, uncached", async () => {
    const answer = await createTestApp().get(paths.health());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({ status: "ok", database: true, bucket: true });
  });

  it.each([
    ["database", "DB", "prepare"],
    ["bucket", "MEDIA", "head"],
  ] as const)(
    "returns 503 that names the %s when it fails, without the error message",
    async (service, binding, method) => {
      const app = createTestApp();
      intercept(app, binding, method, () => {
        throw new Error("an internal secret");
      });
      const { outcome, complaints } = await captureErrors(() => app.get(paths.health()));
      expect(outcome.status).toBe(503);
      const body = await outcome.text();
      expect(JSON.parse(body)).toEqual({
        status: "unavailable",
        database: true,
        bucket: true,
        [service]: false,
      });
      expect(body).not.toContain("secret");
      expect(complaints.join()).toContain("health_check_failed");
    },
  );

  it("does not redirect to the visitor's language", async () => {
    const headers = { cookie: "locale=ro" };
    await expectStatus(createTestApp().get(paths.health(), { headers }), 200);
  });
});

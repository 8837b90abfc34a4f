import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { createTestApp } from "../../helpers/app";
import { complaining, intercept } from "../../helpers/intercept";

describe("GET /healthz", () => {
  it("returns 200 while the database and the bucket answer, uncached", async () => {
    const answer = await createTestApp().get(paths.health());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({ status: "ok", database: true, bucket: true });
  });

  it.each([
    ["database", "DB", "prepare"],
    ["bucket", "MEDIA", "head"],
  ] as const)("503 that names the %s when it is away, without its words", async (part, binding, method) => {
    const app = createTestApp();
    intercept(app, binding, method, () => {
      throw new Error("an internal secret");
    });
    const { outcome, complaints } = await complaining(() => app.get(paths.health()));
    expect(outcome.status).toBe(503);
    const said = await outcome.text();
    expect(JSON.parse(said)).toEqual({ status: "unavailable", database: true, bucket: true, [part]: false });
    expect(said).not.toContain("secret");
    expect(complaints.join()).toContain("unhealthy");
  });

  it("has one URL for all languages, and the visitor's language does not redirect it", async () => {
    const headers = { cookie: "locale=ro" };
    expect((await createTestApp().get(paths.health(), { headers })).status).toBe(200);
  });
});

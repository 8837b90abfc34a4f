import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, openSession } from "../../helpers/accounts";
import { createTestApp } from "../../helpers/app";

const EXPORT = "/data/users/me.json?format=export";

describe("limit of exports", () => {
  it("returns 429 for the sixth within an hour, page and API counted together, per user", async () => {
    const app = createTestApp();
    const member = await createUserWithPassword(app);
    const { token, jar } = await openSession(app, member.email);
    const byPage = () => app.get(`/ro${paths.exportOwn()}`, { as: jar });
    const byCall = () => app.get(EXPORT, bearer(token));
    for (const ask of [byPage, byCall, byPage, byCall, byPage]) expect((await ask()).status).toBe(200);
    app.clock.now += 60_000;
    const page = await byPage();
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "3540"]);
    expect(page.headers.get("content-disposition")).toBeNull();
    expect(await page.text()).toContain("V-ați descărcat datele de mai multe ori");
    const call = await byCall();
    expect([call.status, call.headers.get("retry-after")]).toEqual([429, "3540"]);
    expect(await call.json()).toMatchObject({ title: "too_many_exports" });
    const other = await openSession(app, (await createUserWithPassword(app)).email);
    expect((await app.get(EXPORT, bearer(other.token))).status).toBe(200);
    app.clock.now += 3_540_000;
    expect((await app.get(EXPORT, { as: jar })).status).toBe(401);
    expect((await byPage()).status).toBe(200);
  });
});

import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { app, bindings, expectStatus, newJar, resetApp } from "../../helpers/app";
import { createUser } from "../../helpers/factories";

/** From now on, the database of the app records the constraint or bookmark of each session. */
function watchSessions() {
  const sessionStarts: string[] = [];
  const DB = new Proxy(bindings.DB, {
    get(target, name) {
      if (name === "withSession") {
        return (from: string) => {
          sessionStarts.push(from);
          return target.withSession(from);
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  resetApp({ DB });
  return sessionStarts;
}

const forgot = { form: { email: "nimeni@example.test" } };

describe("database replica of a request", () => {
  it("GET by a visitor: the nearest, in one shared session", async () => {
    const sessionStarts = watchSessions();
    await expectStatus(app.get(paths.listings()), 200);
    await expectStatus(app.get(paths.home()), 200);
    expect(sessionStarts).toEqual(["first-unconstrained"]);
  });

  it("GET by a signed-in user, by cookie or token: the primary", async () => {
    const sessionStarts = watchSessions();
    const jar = await createUser();
    sessionStarts.length = 0;
    await expectStatus(app.get(paths.profile(), { as: jar }), 200);
    await app.get(paths.apiListings(), { headers: { authorization: "Bearer none" } });
    expect(sessionStarts).toEqual([]);
  });

  it("POST 303 by a visitor: sets a bookmark for a minute, which the next GET uses", async () => {
    const sessionStarts = watchSessions();
    const jar = newJar();
    const response = await expectStatus(app.post(paths.resetPassword(), { ...forgot, as: jar }), 303);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("d1_bookmark="));
    expect(cookie).toMatch(/Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(sessionStarts).toEqual(["first-primary"]);
    await app.get(paths.listings(), { as: jar });
    const bookmark = jar.get("d1_bookmark")?.replace(/\.[^.]*$/, "");
    expect(sessionStarts).toEqual(["first-primary", bookmark]);
  });

  it("a refused POST sets no bookmark", async () => {
    watchSessions();
    const jar = newJar();
    await expectStatus(app.post(paths.resetPassword(), { form: { email: "" }, as: jar }), 422);
    expect(jar.has("d1_bookmark")).toBe(false);
  });

  it("GET with an invalid bookmark: deletes the cookie and reads from the nearest replica", async () => {
    const sessionStarts = watchSessions();
    for (const value of ["", ".", "00000001-00000000-00000000-0.seal", "x".repeat(3000)]) {
      const response = await expectStatus(
        app.get(paths.listings(), { headers: { cookie: `d1_bookmark=${value}` } }),
        200,
      );
      if (value) expect(response.headers.getSetCookie().join()).toContain("d1_bookmark=; Max-Age=0");
    }
    expect(sessionStarts).toEqual(["first-unconstrained"]);
  });

  it("a bookmark that can't be read does not fail the request", async () => {
    const DB = new Proxy(bindings.DB, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== "withSession") return typeof value === "function" ? value.bind(target) : value;
        return () => {
          throw new Error("no session");
        };
      },
    });
    resetApp({ DB });
    const response = await expectStatus(app.post(paths.resetPassword(), forgot), 303);
    expect(response.headers.getSetCookie().join()).not.toContain("d1_bookmark");
  });
});

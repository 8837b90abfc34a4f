import { TEXTS } from "@locales/index";
import { describe, expect, test } from "vitest";
import { getVersion } from "@/http/client-build";
import { paths } from "@/shared/paths";
import { app, bindings, expectStatus } from "../../helpers/app";

const build = getVersion(bindings);

describe("GET /builds/", () => {
  test("latest.json returns 200 with the build, uncached", async () => {
    const answer = await app.get(paths.latestBuild());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({ id: build.id, timestamp: build.timestamp });
    expect(build.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(build.timestamp).toBeGreaterThan(Date.UTC(2020, 0));
  });

  test("files.json returns 200 with the files that pages of this build may request", async () => {
    const files = (await (await app.get(paths.buildFiles())).json()) as string[];
    const page = await app.read("/");
    expect(files).toContain(page.match(/<script type="module" src="([^"]+)"/)?.[1]);
    for (const file of files) expect(file).toMatch(/^\/assets\/[\w.-]+$/);
  });
});

describe("GET /_locales/{page}/{locale}/data.json", () => {
  test.each(Object.keys(TEXTS).filter((_, n) => n % 9 === 0))(
    "%s: returns 200 in each language",
    async (page) => {
      for (const locale of ["en", "ro"] as const) {
        const answer = await expectStatus(app.get(paths.texts(page, locale)), 200);
        expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
        expect(await answer.json()).toEqual(TEXTS[page]?.[locale]);
      }
    },
  );

  test("is cached for a year with this build's id, revalidated with another or none", async () => {
    const readCacheControl = async (query?: { v: string }) =>
      (await app.get(paths.texts("general", "ro", query))).headers.get("cache-control");
    expect(await readCacheControl({ v: build.id })).toBe("public, max-age=31536000, immutable");
    expect(await readCacheControl({ v: "0123456789abcdef" })).toBe("public, no-cache");
    expect(await readCacheControl()).toBe("public, no-cache");
  });

  test.each([
    ["nothing", "en"],
    ["constructor", "en"],
    ["general", "de"],
    ["general", "__proto__"],
    ["..%2Fgeneral", "en"],
  ])("%s in %s: returns 404 as a problem document", async (page, locale) => {
    const answer = await app.get(`/_locales/${page}/${locale}/data.json`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

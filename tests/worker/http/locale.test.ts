import { describe, expect, test } from "vitest";
import { app, createTestApp, expectPage, expectStatus, expectText, newJar } from "../../helpers/app";

const romanian = createTestApp({ DEFAULT_LOCALE: "ro" });
/** A public page, and one that does not exist. */
const PAGE = "/sign-in";

const to = (response: Response) => [response.status, response.headers.get("location")];
const cookie = (locale: string) => ({ headers: { cookie: `locale=${locale}` } });
const speaks = (language: string) => ({ headers: { "accept-language": language } });
const GOOGLEBOT = { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } };

describe.each([
  ["en", app],
  ["ro", romanian],
])("DEFAULT_LOCALE=%s", (_, app) => {
  test("GET /ro/…: Romanian, with any stored choice", async () => {
    for (const init of [{}, cookie("en"), cookie("ro"), speaks("en")]) {
      expect(await expectPage(app.get(`/ro${PAGE}`, init), 200)).toContain('<html lang="ro">');
    }
  });

  test("GET an unprefixed page with the stored choice ro: 302 to the ro variant, query kept", async () => {
    expect(to(await app.get(`${PAGE}?next=%2Ftutoring&x=1`, cookie("ro")))).toEqual([
      302,
      `/ro${PAGE}?next=%2Ftutoring&x=1`,
    ]);
    expect(to(await app.get("/?q=a", cookie("ro")))).toEqual([302, "/ro?q=a"]);
    expect(to(await app.request(PAGE, { method: "HEAD", ...cookie("ro") }))).toEqual([302, `/ro${PAGE}`]);
  });

  test("data, files and forms are not redirected", async () => {
    await expectStatus(app.get("/auth/users/me", cookie("ro")), 401);
    await expectStatus(app.get("/robots.txt", cookie("ro")), 200);
    await expectStatus(app.post(PAGE, { ...cookie("ro"), form: { email: "a@b.ro" } }), 422);
  });

  test("no redirects form a loop", async () => {
    for (const start of ["/", "/ro", "/en/", PAGE, `/en${PAGE}/`, `/ro${PAGE}/`, "/nothing/", "/locale"]) {
      for (const init of [{}, cookie("ro"), cookie("xx"), speaks("ro")]) {
        let path = start;
        for (let hops = 0; ; hops++) {
          const response = await app.get(path, init);
          if (response.status < 300 || response.status >= 400) break;
          expect(hops, `${start} ${JSON.stringify(init)}`).toBeLessThan(4);
          path = response.headers.get("location") ?? "";
        }
      }
    }
  });
});

test("301 from a path with /en or a slash at its end, never to another host; 404 for what is no language", async () => {
  for (const [path, target] of [
    ["/en", "/"],
    ["/en?x=1", "/?x=1"],
    ["/en/tutoring/?subject=m&county=cj", "/tutoring?subject=m&county=cj"],
    ["/en//evil.test", "/evil.test"],
    ["/en/\\evil.test/x", "/evil.test/x"],
    [`${PAGE}/?next=%2Fx`, `${PAGE}?next=%2Fx`],
    ["/ro/", "/ro"],
    [`${PAGE}//`, PAGE],
    ["//evil.test/", "/evil.test"],
    ["/ro//evil.test/", "/ro//evil.test"],
    ["/auth/users/me/", "/auth/users/me"],
  ] as const)
    expect(to(await app.get(path, cookie("en"))), path).toEqual([301, target]);
  for (const path of ["/RO", `/Ro${PAGE}`, "/ro/ro", `/ro/en${PAGE}`, `/xx${PAGE}`, `/EN${PAGE}`, "/rom"])
    expect((await app.get(path, cookie("en"))).status, path).toBe(404);
});

describe("DEFAULT_LOCALE=en", () => {
  test("without a stored choice pages are not redirected, for any Accept-Language", async () => {
    for (const init of [{}, speaks("ro"), cookie("xx"), cookie("RO"), GOOGLEBOT]) {
      const response = await app.get(PAGE, init);
      expect([response.status, response.headers.get("location")]).toEqual([200, null]);
    }
  });

  test("GET / leads to /ro by Accept-Language if Romanian is preferred", async () => {
    for (const language of ["ro", "ro-RO,ro;q=0.9,en;q=0.8", "de, ro;q=0.5", "en;q=0.4, RO-ro;q=0.5"])
      expect(to(await app.get("/", speaks(language))), language).toEqual([302, "/ro"]);
    for (const language of ["en-GB,en;q=0.9,ro;q=0.8", "ro;q=0, en;q=0.1", "de,fr", "*", "", ";;;q=x,,"])
      expect((await app.get("/", speaks(language))).headers.get("location"), language).toBeNull();
  });
});

test("DEFAULT_LOCALE=ro without a stored choice every unprefixed page redirects to /ro", async () => {
  for (const init of [{}, speaks("en"), cookie("xx"), GOOGLEBOT]) {
    expect(to(await romanian.get(`${PAGE}?x=1`, init))).toEqual([302, `/ro${PAGE}?x=1`]);
    expect(to(await romanian.get("/", init))).toEqual([302, "/ro"]);
  }
});

describe("the language switch", () => {
  test("POST /locale stores the choice for a year and keeps path and query", async () => {
    const jar = newJar();
    const response = await app.post("/locale", {
      as: jar,
      form: { locale: "ro", next: "/tutoring?subject=m&q=%C8%99" },
    });
    expect(to(response)).toEqual([303, "/ro/tutoring?subject=m&q=%C8%99"]);
    expect(response.headers.getSetCookie()[0]).toMatch(/^locale=ro; Max-Age=31536000; Path=\//);
    expect(to(await app.get(PAGE, { as: jar }))).toEqual([302, `/ro${PAGE}`]);
    expect(to(await app.post("/ro/locale", { as: jar, form: { locale: "en", next: PAGE } }))).toEqual([
      303,
      PAGE,
    ]);
    await expectStatus(app.get(PAGE, { as: jar }), 200);
  });

  test("POST /locale redirects to this site, whatever `next` is", async () => {
    for (const next of [
      "https://evil.test",
      "//evil.test",
      "/\\evil.test",
      "/.//evil.test",
      "javascript:alert(1)",
    ]) {
      const { headers } = await app.post("/locale", { form: { locale: "en", next } });
      expect(new URL(headers.get("location") ?? "", "https://catedra.test").host, next).toBe("catedra.test");
    }
  });

  test("POST /locale with an unknown locale: 400, nothing stored", async () => {
    for (const locale of ["xx", "", "RO"]) {
      const response = await app.post("/locale", { form: { locale, next: "/" } });
      expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
    }
  });
});

test("every page has its canonical URL, its alternates and its language", async () => {
  const page = await app.read(`/ro${PAGE}?next=%2Fx`);
  expectText(
    page,
    `<link rel="canonical" href="https://catedra.test/ro${PAGE}"`,
    `hrefLang="en" href="https://catedra.test${PAGE}"`,
    `hrefLang="ro" href="https://catedra.test/ro${PAGE}"`,
    `hrefLang="x-default" href="https://catedra.test${PAGE}"`,
    'property="og:locale" content="ro_RO"',
    'property="og:locale:alternate" content="en_US"',
    '<meta name="twitter:card" content="summary_large_image"',
  );
});

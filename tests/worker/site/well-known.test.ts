import { beforeEach, expect, test } from "vitest";
import { app, expectRedirect, ORIGIN, resetApp } from "../../helpers/app";

beforeEach(() => resetApp({ CONTACT_EMAIL: "salut@catedra.test" }));

test("GET /robots.txt has the sitemap's URL, and the disallowed paths in both languages", async () => {
  const answer = await app.get("/robots.txt");
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split("\n");
  for (const path of ["/admin", "/ro/admin", "/profile", "/ro/profile", "/locale", "/ro/locale"]) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test("GET /.well-known/security.txt follows RFC 9116 and is always valid for less than a year", async () => {
  for (const years of [0, 3]) {
    app.clock.now = Date.UTC(2026 + years, 10, 20, 9);
    const answer = await app.get("/.well-known/security.txt");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
    const fields = new Map(
      (await answer.text()).split("\n").flatMap((line) => {
        const [, name, value] = line.match(/^([\w-]+): (.+)$/) ?? [];
        return name && value ? [[name, value] as const] : [];
      }),
    );
    expect([...fields.keys()].sort()).toEqual(["Canonical", "Contact", "Expires", "Preferred-Languages"]);
    expect(fields.get("Contact")).toBe("mailto:salut@catedra.test");
    expect(fields.get("Canonical")).toBe(`${ORIGIN}/.well-known/security.txt`);
    const validFor = Date.parse(fields.get("Expires") ?? "") - app.clock.now;
    expect(validFor).toBeGreaterThan(30 * 86_400_000);
    expect(validFor).toBeLessThan(365 * 86_400_000);
  }
});

test("GET /.well-known/change-password redirects to the settings", async () => {
  await expectRedirect(app.get("/.well-known/change-password"), "/profile/settings", 302);
});

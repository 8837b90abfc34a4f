import { describe, expect, test, vi } from "vitest";
import { getTranslator } from "@/http/texts";
import { localizePath } from "@/shared/i18n/locales";
import { app, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const CRAWLER = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

test.each([
  "/tutoring/not!an!id",
  "/tutoring/a%00b",
  "/enquiries/%3Cimg%3E?token=x",
  "/blog/category/%22none%22",
])("a malformed id GET %s: 404 with the path, escaped", async (path) => {
  const page = await expectPage(app.get(path), 404);
  expect(page).toContain("Page Not Found: /");
  expect(page).not.toMatch(/<b>|<img>|category\/"none"/);
});

test("a missing listing gets the same page whether it never existed, is a draft or was never published", async () => {
  const teacher = await createTeacher();
  const draft = await createListing(teacher, { state: "draft", publishedTs: null });
  const deleted = await createListing(teacher, { state: "deleted", publishedTs: null });
  const pages = await Promise.all(
    ["0000000000000000", draft.id, deleted.id].map(async (id) => {
      const response = await app.get(`/tutoring/${id}`);
      const html = await response.text();
      expect(html).toContain(`Page Not Found: /tutoring/${id} · `);
      const requestId = response.headers.get("x-request-id") ?? "";
      return [response.status, html.replaceAll(id, "ID").replaceAll(requestId, "REQUEST")];
    }),
  );
  for (const page of pages) expect(page).toEqual(pages[0]);
  expect(pages[0]?.[0]).toBe(404);
  expect(pages[0]?.[1]).toContain("<h1>This listing is not available</h1>");
  const romanian = await app.read(`/ro/tutoring/${draft.id}`);
  expect(romanian).toContain("<h1>Anunțul nu este disponibil</h1>");
  const below = await app.read(`/tutoring/${draft.id}/nothing`);
  expect(below).toContain("<h1>Page not found</h1>");
});

describe("the error page", () => {
  test("400: message, request id, a link, noindex", async () => {
    const locale = "ro";
    const t = getTranslator(locale);
    const response = await app.post(localizePath(locale, "/locale"), { form: { locale: "xx" } });
    const page = await response.text();
    expect(response.status).toBe(400);
    expectText(page, t("general.error.failed_title"), t("general.error.again_text"));
    expect(page).not.toContain(t("general.error.failed_text"));
    expectText(
      page,
      response.headers.get("x-request-id") ?? "no id",
      `href="${localizePath(locale, "/tutoring")}"`,
      'name="robots" content="noindex"',
    );
  });

  describe("returns what was typed", () => {
    const typed = "Explică foarte bine!\n<b>Și are răbdare.</b>";
    const form = {
      message: typed,
      email: "ana@example.test",
      "alt.1": "Tabla",
      password: "my pass word",
      token: "my k3y",
      county: "cluj",
      online: "1",
    };
    const length = { "content-length": "200" };
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const response = await app.post(path, { form, headers });
      return [response.status, await response.text()] as const;
    };

    test("after a refusal by the route, and before it; escaped, without passwords and tokens", async () => {
      const refusals = [
        { status: 404, path: "/tutoring/0000000000000000/enquiries", headers: {} },
        { status: 403, path: "/contact", headers: { "sec-fetch-site": "", ...length } },
        {
          status: 403,
          path: "/contact",
          headers: { origin: "null", "sec-fetch-site": "same-origin", ...length },
        },
      ];
      for (const { status, path, headers } of refusals) {
        const [actual, page] = await read(path, headers);
        expect(actual).toBe(status);
        expect(page).toContain("Explică foarte bine!\n&lt;b&gt;Și are răbdare.&lt;/b&gt;");
        for (const word of ["ana@example.test", "Tabla"]) expect(page).toContain(`>${word}</p>`);
        expect(page).not.toMatch(/my pass word|my k3y|>cluj<|>1</);
      }
    });

    test("without chosen and hidden values, whatever their fields", async () => {
      const untyped = {
        name: "initial",
        subject: "f",
        reason: "wrong_category",
        once: "0000000000000001",
        queue_cursor: "1700000000000.0000000000000001",
        next: "/ro/tutoring?q=bra%C8%99ov&online=1",
        filters: "queue=contact",
        displayed: "search7:4900:7",
      };
      const texts = { note: "Explică", outcome: "A cerut banii înapoi.", phone: "0722 123 456" };
      const response = await app.post("/contact", {
        form: { ...untyped, ...texts },
        headers: { origin: "null", "sec-fetch-site": "same-origin", "content-length": "400" },
      });
      const page = await response.text();
      const shown = [...page.matchAll(/<p class="pre-line break-anywhere">([^<]*)/g)].map(([, text]) => text);
      expect(shown).toEqual(Object.values(texts));
    });

    test("never to another site, and not from a body of unknown or large size", async () => {
      const origin = "https://elsewhere.example";
      const foreign = { origin, "sec-fetch-site": "cross-site", ...length };
      const own = { origin: "null", "sec-fetch-site": "same-origin" };
      const large = { ...own, "content-length": "9000000" };
      // Older browsers send no Sec-Fetch-Site.
      const withoutSite = [origin, "null"].map((value) => ({
        origin: value,
        "sec-fetch-site": "",
        ...length,
      }));
      for (const headers of [foreign, large, own, ...withoutSite]) {
        const [status, page] = await read("/contact", headers);
        expect(status).toBe(403);
        expect(page).not.toContain("Explică");
      }
    });
  });
});

describe("a crawler gets only the status, and the log records it", () => {
  const logFor = async (request: () => Promise<Response>) => {
    const logged = vi.spyOn(console, "log").mockImplementation(() => {});
    const failed = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await request();
    const lines = [...logged.mock.calls, ...failed.mock.calls].flat().map((line) => JSON.parse(String(line)));
    logged.mockRestore();
    failed.mockClear();
    return { status: response.status, body: await response.text(), lines };
  };

  test("410 for a deleted listing", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher, { state: "deleted", deletedTs: app.clock.now });
    const path = `/tutoring/${listing.id}`;
    const { status, body, lines } = await logFor(() => app.get(path, { headers: CRAWLER }));
    expect([status, body]).toEqual([410, ""]);
    expect(lines).toContainEqual(expect.objectContaining({ event: "error_for_crawler", path, status: 410 }));
    await expectStatus(app.get(path), 410);
    expect(await app.read(path)).toContain("<h1");
  });
});

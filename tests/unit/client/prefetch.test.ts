// @vitest-environment happy-dom
import { prefetchPages, reportActivation } from "@client/prefetch";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

let appended: HTMLElement[];
beforeEach(() => {
  appended = [];
});
afterEach(() => vi.unstubAllGlobals());

/** A page with links, with or without speculation rules. */
function open(hrefs: string[], { rules = false, connection = {} } = {}) {
  vi.stubGlobal("HTMLScriptElement", { supports: () => rules });
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = hrefs.map((href) => `<a href="${href}"><span>to</span></a>`).join("");
  Object.defineProperty(page, "location", { value: new URL("https://catedra.test/tutoring?subject=m") });
  for (const link of page.querySelectorAll("a")) {
    const { origin, pathname, search } = new URL(link.getAttribute("href") ?? "", "https://catedra.test");
    for (const [name, value] of Object.entries({ origin, pathname, search }))
      Object.defineProperty(link, name, { value });
  }
  // Loads no pages.
  page.head.append = (element) => appended.push(element as HTMLElement);
  prefetchPages({ document: page, navigator: { connection } } as unknown as Window);
  const point = (n: number, type = "pointerover") =>
    page.querySelectorAll("span")[n]?.dispatchEvent(new Event(type, { bubbles: true }));
  return { page, point };
}

const fetched = () => appended.map((link) => link.getAttribute("href"));
const LISTING = "/tutoring/0123456789abcdef";

describe("browser with speculation rules", () => {
  test("gets rules for public pages", () => {
    const { point } = open([LISTING], { rules: true });
    point(0);
    const [script, ...others] = appended as HTMLScriptElement[];
    expect([others, script?.type]).toEqual([[], "speculationrules"]);
    const { prefetch } = JSON.parse(script?.textContent ?? "{}");
    expect(prefetch).toHaveLength(1);
    expect(prefetch[0].eagerness).toBe("moderate");
    const [included, { not }] = prefetch[0].where.and;
    const listPaths = (where: { href_matches: { pathname: string }[] }) =>
      where.href_matches.map(({ pathname }) => pathname);
    expect(listPaths(included)).toEqual(
      expect.arrayContaining(["/", "/ro", "/tutoring/:id", "/ro/blog/:slug"]),
    );
    expect(listPaths(not)).toEqual([
      "/tutoring/create",
      "/ro/tutoring/create",
      "/blog/feed.xml",
      "/ro/blog/feed.xml",
    ]);
    expect(listPaths(included).join()).not.toMatch(/admin|profile|locale|sign|api/);
  });
});

describe("browser without speculation rules", () => {
  test("prefetches a hovered, touched or focused link once", () => {
    const { point } = open([LISTING, "/ro/blog/un-articol", "/?a=1"]);
    point(0);
    point(0);
    point(1, "touchstart");
    point(2, "focusin");
    expect(fetched()).toEqual([LISTING, "/ro/blog/un-articol", "/?a=1"]);
    expect(appended.every((link) => link.getAttribute("rel") === "prefetch")).toBe(true);
  });

  test("prefetches only public pages", () => {
    const others = [
      "/tutoring/create",
      "/blog/feed.xml",
      "/admin",
      "/admin/users",
      "/profile",
      "/profile/listings",
      "/sign-out",
      "/sign-in",
      "/locale?locale=ro&next=/",
      "/enquiries/0123456789abcdef",
      `${LISTING}/report`,
      "/api/listings",
      "https://anpc.ro/",
      "mailto:x@catedra.test",
      "/tutoring?subject=m",
    ];
    const { point } = open(others);
    for (const n of others.keys()) point(n);
    expect(fetched()).toEqual([]);
  });

  test("prefetches at most four in parallel", () => {
    const links = [1, 2, 3, 4, 5, 6].map((n) => `/blog/post-${n}`);
    const { point } = open(links);
    for (const n of links.keys()) point(n);
    expect(fetched()).toEqual(links.slice(0, 4));
    appended[0]?.dispatchEvent(new Event("load"));
    appended[1]?.dispatchEvent(new Event("error"));
    for (const n of links.keys()) point(n);
    expect(fetched()).toEqual(links);
  });
});

test.each([
  ["saves data", { saveData: true }],
  ["is slow", { effectiveType: "slow-2g" }],
  ["is hardly faster", { effectiveType: "2g" }],
])("prefetches nothing when the connection %s", (_, connection) => {
  for (const rules of [true, false]) open([LISTING], { rules, connection }).point(0);
  expect(appended).toEqual([]);
});

describe("open page", () => {
  const openPage = (entry: object | undefined, page: EventTarget = new EventTarget()) => {
    const fetching = vi.fn(async () => new Response());
    vi.stubGlobal("fetch", fetching);
    const performance = { getEntriesByType: () => [entry] };
    const location = { href: "https://catedra.test/tutoring" };
    reportActivation({ performance, location, document: page } as unknown as Window);
    return fetching.mock.calls as unknown[];
  };

  test("reports its activation if it was prefetched", () => {
    const reports = [
      ["https://catedra.test/tutoring", { method: "HEAD", headers: { "x-page-activated": "1" } }],
    ];
    expect(openPage({ type: "navigate", deliveryType: "navigational-prefetch", transferSize: 900 })).toEqual(
      reports,
    );
    expect(openPage({ type: "navigate", transferSize: 0 })).toEqual(reports);
  });

  test("reports its activation when shown if it was prerendered", () => {
    const page = Object.assign(new EventTarget(), { prerendering: true });
    const entry = { type: "navigate", deliveryType: "", transferSize: 900, activationStart: 0 };
    const reports = openPage(entry, page);
    expect(reports).toEqual([]);
    Object.assign(page, { prerendering: false });
    Object.assign(entry, { activationStart: 1200 });
    page.dispatchEvent(new Event("prerenderingchange"));
    expect(reports).toHaveLength(1);
  });

  test("reports nothing if it was requested or restored by the back button", () => {
    expect(openPage({ type: "navigate", deliveryType: "", transferSize: 900 })).toEqual([]);
    expect(openPage({ type: "back_forward", transferSize: 0 })).toEqual([]);
    expect(openPage(undefined)).toEqual([]);
  });
});

// @vitest-environment happy-dom
import { prefetchPages, reportActivation } from "@client/prefetch";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SpeculationRules } from "@/shared/speculation-rules";

let appended: HTMLElement[];
beforeEach(() => {
  appended = [];
});
afterEach(() => vi.unstubAllGlobals());

const toMatches = (paths: string[]) => ({ href_matches: paths.map((pathname) => ({ pathname })) });
const RULES: SpeculationRules = {
  prefetch: [
    {
      where: {
        and: [
          toMatches(["/", "/ro", "/tutoring", "/tutoring/:id", "/blog/:slug", "/ro/blog/:slug"]),
          { not: toMatches(["/tutoring/create", "/blog/feed.xml"]) },
        ],
      },
      eagerness: "moderate",
    },
  ],
};

/** A page with links, in a browser with or without speculation rules. */
function open(hrefs: string[], { rules = false, connection = {} } = {}) {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(RULES)),
  );
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
  const point = async (n: number, type = "pointerover") => {
    page.querySelectorAll("span")[n]?.dispatchEvent(new Event(type, { bubbles: true }));
    // The rules load with the first event.
    await new Promise((done) => setTimeout(done));
  };
  return { page, point };
}

const fetched = () => appended.map((link) => link.getAttribute("href"));
const LISTING = "/tutoring/0123456789abcdef";

test("a browser with speculation rules follows the header of the page", () => {
  open([LISTING], { rules: true }).point(0);
  expect(appended).toEqual([]);
  expect(fetch).not.toHaveBeenCalled();
});

describe("browser without speculation rules", () => {
  test("prefetches a hovered, touched or focused link once", async () => {
    const { point } = open([LISTING, "/ro/blog/un-articol", "/?a=1"]);
    await point(0);
    await point(0);
    await point(1, "touchstart");
    await point(2, "focusin");
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetched()).toEqual([LISTING, "/ro/blog/un-articol", "/?a=1"]);
    expect(appended.every((link) => link.getAttribute("rel") === "prefetch")).toBe(true);
  });

  test("prefetches only pages that the rules name", async () => {
    const others = [
      "/tutoring/create",
      "/blog/feed.xml",
      "/admin",
      "/profile",
      "/sign-in",
      "/locale?locale=ro&next=/",
      "/enquiries/0123456789abcdef",
      `${LISTING}/report`,
      "/api/listings",
      "mailto:x@catedra.test",
      "/tutoring?subject=m",
    ];
    const { point } = open(others);
    for (const n of others.keys()) await point(n);
    expect(fetched()).toEqual([]);
  });

  test("prefetches at most four in parallel", async () => {
    const links = [1, 2, 3, 4, 5, 6].map((n) => `/blog/post-${n}`);
    const { point } = open(links);
    for (const n of links.keys()) await point(n);
    expect(fetched()).toEqual(links.slice(0, 4));
    appended[0]?.dispatchEvent(new Event("load"));
    appended[1]?.dispatchEvent(new Event("error"));
    for (const n of links.keys()) await point(n);
    expect(fetched()).toEqual(links);
  });
});

test.each([
  ["saves data", { saveData: true }],
  ["is slow", { effectiveType: "slow-2g" }],
  ["is hardly faster", { effectiveType: "2g" }],
])("prefetches nothing when the connection %s", async (_, connection) => {
  await open([LISTING], { connection }).point(0);
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

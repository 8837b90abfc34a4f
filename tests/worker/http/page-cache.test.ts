import { afterEach, describe, expect, test, vi } from "vitest";
import { reindexListingStatements } from "@/features/listings";
import { createPageCache } from "@/http/page-cache";
import { ACTIVATED_HEADER, paths } from "@/shared/paths";
import {
  createTestApp,
  expectRedirect,
  expectStatus,
  newJar,
  type TestApp,
  testShared,
} from "../../helpers/app";
import { createListing, createTeacher, createUser } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

/** An app with the page cache of production. */
const cachingApp = (): TestApp => createTestApp({}, { ...testShared(), pages: createPageCache() });

/** Changes a title in the database alone, so that a cached page still has the old one. */
async function rename(app: TestApp, id: string, title: string): Promise<void> {
  await app.bindings.DB.prepare("update listings set title = ? where id = ?").bind(title, id).run();
  const services = servicesAt(app.clock.now, app.bindings);
  await services.commit(reindexListingStatements(services, id));
}

/** A listing whose page and list were just requested, so that the next request caches them. */
async function publishRequestedListing(title: string) {
  const app = cachingApp();
  const owner = await createTeacher();
  const listing = await createListing(owner, { title });
  const path = paths.listing(listing.id);
  for (const address of [path, paths.listings()]) await app.get(address);
  return { app, owner, listing, path };
}

describe("GET of a page by anonymous visitors within a second", () => {
  test("the second response is the first one's page under its own request id", async () => {
    const { app, listing, path } = await publishRequestedListing("Algebră cu răbdare");
    const first = await app.get(path);
    const firstText = await first.text();
    await rename(app, listing.id, "Geometrie cu răbdare");
    const second = await app.get(path);
    expect(firstText).toContain("Algebră cu răbdare");
    expect(await second.text()).toBe(firstText);
    const listHeaders = ({ headers }: Response) => [...headers].filter(([name]) => name !== "x-request-id");
    expect(listHeaders(second)).toEqual(listHeaders(first));
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });

  test("a signed-in user gets a page of their own, which is not cached", async () => {
    const { app, path } = await publishRequestedListing("Chimie la tablă");
    const visitor = await createUser({ firstName: "Zamfira" });
    const ownPage = await app.read(path, { as: visitor });
    expect(ownPage).toContain("Zamfira");
    const anonymous = await app.read(path);
    expect(anonymous).not.toContain("Zamfira");
    expect(await app.read(path, { as: visitor })).toContain("Zamfira");
  });

  test("a visitor with a consent choice gets no cached page with the banner", async () => {
    const app = createTestApp(
      { GA_MEASUREMENT_ID: "G-TEST123" },
      { ...testShared(), pages: createPageCache() },
    );
    const chosen = { headers: { cookie: `user_consent_settings=${encodeURIComponent("{}")}` } };
    for (const init of [{}, {}, chosen, {}, chosen]) {
      const text = await app.read("/", init);
      expect(text.includes("consent-banner")).toBe(init !== chosen);
    }
  });

  test("a page prefetched by a link may be cached by the browser for 30 s; the page from the cache may not", async () => {
    const { app, path } = await publishRequestedListing("Teatru de păpuși");
    const control = async (headers: Record<string, string>) => {
      const response = await app.get(path, { headers });
      return [response.headers.get("cache-control"), response.headers.get("vary")];
    };
    const asUsual = ["private, no-cache", "Cookie"];
    expect(await control({ "sec-purpose": "prefetch", "sec-fetch-dest": "empty" })).toEqual([
      "private, max-age=30",
      "Cookie",
    ]);
    expect(await control({})).toEqual(asUsual);
    expect(await control({ "sec-purpose": "prefetch", "sec-fetch-dest": "document" })).toEqual(asUsual);
    expect(await control({ "x-moz": "prefetch" })).toEqual(["private, max-age=30", "Cookie"]);
    const member = await createUser();
    const ownAnswer = await app.get(path, { as: member, headers: { "sec-purpose": "prefetch" } });
    expect(ownAnswer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("other pages, and responses other than 200, are not cached", async () => {
    const { app, owner, listing } = await publishRequestedListing("Latină vie");
    // Each more than once: a page is cached only from the second request on.
    const missing = paths.listing("zzzzzzzzzzzzzzzz");
    for (const _ of [1, 2]) await expectStatus(app.get(missing), 404);
    await createListing(owner, { id: "zzzzzzzzzzzzzzzz", title: "Greacă veche" });
    expect(await app.read(missing)).toContain("Greacă veche");
    const form = paths.createListing();
    for (const _ of [1, 2]) await expectStatus(app.get(form, { as: newJar() }), 302);
    await expectStatus(app.get(form, { as: owner }), 200);
    await expectStatus(app.get(form, { as: newJar() }), 302);
    for (const _ of [1, 2]) {
      const head = await app.request(paths.listing(listing.id), { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    }
    expect(await app.read(paths.listing(listing.id))).toContain("Latină vie");
  });

  test("each view is counted, from the cache or not", async () => {
    const shared = { ...testShared(), pages: createPageCache() };
    const noted: unknown[] = [];
    const app = createTestApp(
      {},
      {
        ...shared,
        statistics: {
          ...shared.statistics,
          add: (events) => {
            noted.push(...events);
            return null;
          },
        },
      },
    );
    const listing = await createListing(await createTeacher());
    for (const _ of [1, 2, 3]) await app.get(paths.listing(listing.id));
    expect(noted).toEqual([1, 2, 3].map(() => ({ listingId: listing.id, kind: "view" })));

    // Neither robots nor programs without a user agent are visitors.
    for (const agent of ["Mozilla/5.0 (compatible; Googlebot/2.1)", " "])
      await app.get(paths.listing(listing.id), { headers: { "user-agent": agent } });
    expect(noted).toHaveLength(3);

    // A prefetched page counts when it is activated.
    await app.get(paths.listing(listing.id), { headers: { "sec-purpose": "prefetch" } });
    expect(noted).toHaveLength(3);
    await app.request(paths.listing(listing.id), { method: "HEAD", headers: { [ACTIVATED_HEADER]: "1" } });
    expect(noted).toHaveLength(4);
  });
});

/** Requests after the page of a listing was cached for visitors without cookies. */
const UNCHANGED: [what: string, headers: Record<string, string>][] = [
  ["without cookies", {}],
  ["with the width of the window, which changes no page", { cookie: "viewport=tablet" }],
  ["of a search engine", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
  ["for a range, which is never served", { range: "bytes=0-9" }],
  ["with a validator, which pages don't have", { "if-none-match": '"x"' }],
  ["with the browser's language, which counts on the home page only", { "accept-language": "ro" }],
  ["as a prefetch", { "sec-purpose": "prefetch" }],
  ["from another site", { "sec-fetch-site": "cross-site", referer: "https://elsewhere.test/" }],
];
const CHOICE = (state: string) =>
  `user_consent_settings=${encodeURIComponent(JSON.stringify({ analytics_storage: state }))}`;
const OTHERS: [what: string, headers: Record<string, string>][] = [
  ["with a session", { cookie: `__Host-refresh_token=${"a".repeat(86)}` }],
  ["with a malformed session", { cookie: "__Host-refresh_token=stale" }],
  ["with consent", { cookie: CHOICE("granted") }],
  ["with a refusal", { cookie: CHOICE("denied") }],
  ["with a malformed choice", { cookie: "user_consent_settings=x" }],
  ["after a form", { cookie: "d1_bookmark=x.y" }],
  ["with Google's cookie", { cookie: "_ga=GA1.1.1" }],
  ["with an unknown cookie", { cookie: "other=1" }],
  ["with an unknown cookie after known ones", { cookie: "viewport=tablet; locale=en; other=1" }],
  ["with a cookie without a value", { cookie: "viewport=tablet; other" }],
  ["with a cookie without a name", { cookie: "=other" }],
  ["with a language", { cookie: "locale=en" }],
  ["with an unknown language", { cookie: "locale=fr" }],
  ["with an encoded language", { cookie: "locale=%65n" }],
  ["with two languages", { cookie: "locale=en; locale=ro" }],
  ["with a token", { authorization: "Bearer abc" }],
];

test("a request gets the cached page only if it would get the same one", async () => {
  const { app, listing, path } = await publishRequestedListing("Titlu vechi");
  const page = await app.read(path);
  // Listings of other tests may be on the page.
  const renamed = `Titlu nou ${listing.id}`;
  await rename(app, listing.id, renamed);
  /** The title that a request gets: "old" from the cache, "new" from the database. */
  const readTitle = async (headers: Record<string, string>, to = path) => {
    const response = await expectStatus(app.get(to, { headers }), 200);
    return (await response.text()).includes(renamed) ? "new" : "old";
  };
  for (const [what, headers] of UNCHANGED) expect(await readTitle(headers), what).toBe("old");
  for (const [what, headers] of OTHERS) expect(await readTitle(headers), what).toBe("new");
  for (const other of [`${path}?source=x`, `/ro${path}`, `https://www.catedra.test${path}`])
    expect(await readTitle({}, other), other).toBe("new");
  for (const method of ["HEAD", "POST", "PUT", "OPTIONS"])
    expect(await (await app.request(path, { method })).text(), method).not.toBe(page);
  expect(await readTitle({}, `${path}?s=qr&fbclid=x&utm_source=y`), "tracking").toBe("old");
  await expectRedirect(app.get(path, { headers: { cookie: "locale=ro" } }), `/ro${path}`, 302);
  for (const _ of [1, 2]) await expectStatus(app.get("/"), 200);
  await expectRedirect(app.get("/", { headers: { "accept-language": "ro" } }), "/ro", 302);
});

describe("a page from the cache", () => {
  afterEach(() => void vi.restoreAllMocks());

  test("has a line in the request log's sample, with its own id", async () => {
    const { app, path } = await publishRequestedListing("Vioară");
    await app.get(path);
    vi.spyOn(Math, "random").mockReturnValue(0);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const response = await app.get(path, { headers: { "cf-ray": "8f-OTP" } });
    expect(response.headers.get("x-request-id")).toBe("8f-OTP");
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
      event: "request",
      request_id: "8f-OTP",
      method: "GET",
      path,
      status: 200,
      sample: 20,
    });
  });
});

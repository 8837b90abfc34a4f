// @vitest-environment happy-dom
import { watchConsent } from "@client/consent";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CONSENT_COOKIE, type ConsentSettings, createConsentSettings } from "@/shared/consent";

const ID = "G-TEST123";
const all = createConsentSettings(() => true);
const none = createConsentSettings(() => false);

/** The parts of window that the consent code uses, with cookies by domain as a browser on `host` stores them. */
function openPage(
  cookies: Record<string, string> = {},
  { host = "www.catedra.test", indexedDb = true, asks = !(CONSENT_COOKIE in cookies) } = {},
) {
  const page = document.implementation.createHTMLDocument();
  page.title = "Catedra";
  const banner = `<section data-consent><form method="post" action="/consent"><input type="hidden" name="next" value="/">
    <button name="choice" value="reject">no</button><button name="choice" value="accept">yes</button></form></section>`;
  page.body.innerHTML = `${asks ? banner : ""}<main tabindex="-1"></main>`;
  const jar = new Map(Object.entries(cookies));
  const cookieLines: string[] = [];
  Object.defineProperties(page, {
    cookie: {
      get: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      set: (line: string) => {
        cookieLines.push(line);
        if (line.includes("max-age=0")) jar.delete(line.split("=", 1)[0] ?? "");
      },
    },
    location: { value: new URL(`https://${host}/tutoring?utm_source=x`) },
    referrer: { value: `https://${host}/reset-password?token=secret`, configurable: true },
    hidden: { value: false },
  });
  // Loads no scripts.
  const scripts: string[] = [];
  page.head.append = (script) => scripts.push((script as HTMLScriptElement).src);
  const open = () => {
    const request = { result: { close() {} }, onsuccess() {}, onerror() {} };
    queueMicrotask(() => (indexedDb ? request.onsuccess() : request.onerror()));
    return request;
  };
  const view = {
    document: page,
    location: page.location,
    navigator: { cookieEnabled: true },
    indexedDB: { open, deleteDatabase() {} },
  } as unknown as Window & { dataLayer?: IArguments[]; chrome?: unknown };
  const choose = (settings: ConsentSettings) =>
    jar.set(CONSENT_COOKIE, encodeURIComponent(JSON.stringify(settings)));
  return {
    view,
    page,
    jar,
    cookieLines,
    choose,
    listCommands: () => (view.dataLayer ?? []).map((command) => [...command]),
    scripts,
    disabled: () => (view as unknown as Record<string, unknown>)[`ga-disable-${ID}`],
  };
}

type Page = ReturnType<typeof openPage>;

/** Clicks a button of the banner. The server gives the configured response. */
async function press(page: Page, choice: "accept" | "reject", answer: () => unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", fetched);
  const form = page.page.querySelector("form") as HTMLFormElement;
  const submitter = form.querySelector(`[value="${choice}"]`);
  vi.stubGlobal(
    "FormData",
    class {
      *[Symbol.iterator]() {
        yield ["next", "/"];
        yield ["choice", choice];
      }
    },
  );
  const event = new Event("submit", { cancelable: true });
  Object.assign(event, { submitter });
  form.dispatchEvent(event);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 0));
  return fetched;
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("before a choice", () => {
  test("the data layer gets the default denial, and nothing is loaded", async () => {
    const page = openPage();
    await watchConsent(page.view, ID);
    expect(page.listCommands()).toEqual([["consent", "default", none]]);
    expect(none).toMatchObject({ functionality_storage: "granted", security_storage: "granted" });
    expect([page.scripts, page.disabled()]).toEqual([[], true]);
  });

  test("accepting updates the data layer immediately; the next page loads the tag and reports this page", async () => {
    const page = openPage();
    await watchConsent(page.view, ID);
    const fetched = await press(page, "accept", () => {
      page.choose(all);
      return { type: "opaqueredirect" };
    });
    expect(String(fetched.mock.calls[0]?.[1].body)).toBe("next=%2F&choice=accept");
    expect(page.listCommands()).toEqual([
      ["consent", "default", none],
      ["consent", "update", all],
    ]);
    expect([page.scripts, page.disabled()]).toEqual([[], false]);
    expect(page.page.querySelector("[data-consent]")).toBeNull();

    const next = openPage(Object.fromEntries(page.jar));
    await watchConsent(next.view, ID);
    expect(next.listCommands().at(-1)).toEqual([
      "event",
      "page_view",
      {
        page_location: "https://www.catedra.test/tutoring?utm_source=x",
        page_title: "Catedra",
        page_referrer: "https://www.catedra.test/reset-password",
      },
    ]);
    const third = openPage(Object.fromEntries(page.jar));
    await watchConsent(third.view, ID);
    expect(third.listCommands().at(-1)?.[0]).toBe("config");
  });

  test("refusing loads nothing, then or later", async () => {
    const page = openPage();
    await watchConsent(page.view, ID);
    await press(page, "reject", () => {
      page.choose(none);
      return { type: "opaqueredirect" };
    });
    expect(page.listCommands().at(-1)).toEqual(["consent", "update", none]);
    const next = openPage(Object.fromEntries(page.jar));
    await watchConsent(next.view, ID);
    expect([next.scripts, next.disabled()]).toEqual([[], true]);
  });

  test("a banner that can't be saved by script is submitted as a form", async () => {
    const page = openPage();
    await watchConsent(page.view, ID);
    const onSubmit = vi.fn();
    (page.page.querySelector("form") as HTMLFormElement).requestSubmit = onSubmit;
    await press(page, "accept", () => ({ type: "basic", status: 503 }));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(page.page.querySelector("[data-consent]")).not.toBeNull();
  });
});

describe("after a choice", () => {
  const chosen = (settings: ConsentSettings, more: Record<string, string> = {}, where = {}) =>
    openPage({ [CONSENT_COOKIE]: encodeURIComponent(JSON.stringify(settings)), ...more }, where);

  test("the data layer gets the defaults, then the choice, then the tag", async () => {
    const analytics = createConsentSettings((category) => category === "analytics_storage");
    const page = chosen(analytics);
    await watchConsent(page.view, ID);
    expect(
      page.listCommands().map(([command, what]) => [command, typeof what === "string" ? what : ""]),
    ).toEqual([
      ["consent", "default"],
      ["consent", "update"],
      ["js", ""],
      ["config", ID],
    ]);
    expect(page.listCommands()[1]?.[2]).toEqual(analytics);
    expect(Object.prototype.toString.call(page.view.dataLayer?.[0])).toBe("[object Arguments]");
    expect(page.scripts).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`]);
  });

  test("personalisation alone does not load the tag", async () => {
    const page = chosen(createConsentSettings((category) => category === "personalization_storage"));
    await watchConsent(page.view, ID);
    expect(page.scripts).toEqual([]);
  });

  test("withdrawing in another tab stops the tag and removes its cookies, on this and parent domains", async () => {
    const page = chosen(all, { _ga: "1", _ga_TEST123: "2", _gcl_au: "3", locale: "ro" });
    await watchConsent(page.view, ID);
    expect(page.cookieLines).toEqual([]);
    page.choose(none);
    page.page.dispatchEvent(new Event("visibilitychange"));
    expect(page.listCommands().at(-1)).toEqual(["consent", "update", none]);
    expect([...page.jar.keys()]).toEqual([CONSENT_COOKIE, "locale"]);
    expect(page.cookieLines).toContain("_ga=; path=/; max-age=0");
    expect(page.cookieLines).toContain("_ga_TEST123=; path=/; max-age=0; domain=catedra.test");
    expect(page.disabled()).toBe(true);
    page.page.dispatchEvent(new Event("visibilitychange"));
    expect(page.listCommands().filter(([, what]) => what === "update")).toHaveLength(2);
  });

  test("a visitor from another site whose choice the server did not see is not asked again; the next page reports this one", async () => {
    const page = chosen(all, {}, { asks: true });
    await watchConsent(page.view, ID);
    expect(page.page.querySelector("[data-consent]")).toBeNull();
    expect([page.scripts, page.disabled()]).toEqual([[], false]);
    const next = chosen(all);
    await watchConsent(next.view, ID);
    expect(next.listCommands().at(-1)?.slice(0, 2)).toEqual(["event", "page_view"]);

    const refused = chosen(none, {}, { asks: true });
    await watchConsent(refused.view, ID);
    expect(refused.page.querySelector("[data-consent]")).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  test.each([
    ["analytics_storage", ["_gcl_au", "_gac_1"]],
    ["ad_storage", ["_ga", "_ga_TEST123", "_gid", "_gat_gtag_1"]],
  ])("withdrawing all but %s removes the other cookies", async (granted, removed) => {
    const cookies = { _ga: "1", _ga_TEST123: "2", _gid: "3", _gat_gtag_1: "4", _gcl_au: "5", _gac_1: "6" };
    const page = chosen(all, { ...cookies, locale: "ro", _gallery: "7" });
    await watchConsent(page.view, ID);
    page.choose(createConsentSettings((category) => category === granted));
    page.page.dispatchEvent(new Event("visibilitychange"));
    const left = Object.keys(cookies).filter((name) => !removed.includes(name));
    expect([...page.jar.keys()]).toEqual([CONSENT_COOKIE, ...left, "locale", "_gallery"]);
    expect(page.disabled()).toBe(false);
  });

  test.each([
    ["IndexedDB opens nothing", { indexedDb: false }, {}],
    ["cookies are off", {}, { navigator: { cookieEnabled: false } }],
    ["the page is one of an extension", {}, { chrome: { runtime: { id: "abc" } } }],
    ["its address is one of an extension", {}, { location: new URL("moz-extension://x/y") }],
  ])("nothing is loaded when %s", async (_, where, parts) => {
    const page = chosen(all, {}, where);
    Object.assign(page.view, parts);
    await watchConsent(page.view, ID);
    expect(page.scripts).toEqual([]);
  });

  test("a malformed cookie is not a choice", async () => {
    const page = openPage({ [CONSENT_COOKIE]: "%E0%A4%A" });
    await watchConsent(page.view, ID);
    expect(page.listCommands()).toHaveLength(1);
  });
});

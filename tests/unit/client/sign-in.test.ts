// @vitest-environment happy-dom
import { enhanceSignIn } from "@client/enhance/sign-in";
import { enhanceSignOut } from "@client/enhance/sign-out";
import type { Session } from "@client/session/session";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { toDraftKey } from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import { expectErrors, refusal, TestBrowser, TestServer } from "./browser";

const page = vi.hoisted(() => ({ session: null as Session | null }));
vi.mock("@client/session", () => ({ getPageSession: () => page.session }));

const PART = `<template><div role="alert" tabindex="-1" id="error-summary">
    <p class="error-summary__title">No connection</p></div></template>
  <form action="/ro/sign-in" method="post"><input type="hidden" name="next" value="/profile?a=1">
    <input name="email"><input name="password"><input type="checkbox" name="remember_me" value="1">
    <button type="submit">Sign in</button></form>`;
const TOKEN = "/auth/users/token";
let server: TestServer;
let submit: MockInstance;

beforeEach(() => {
  vi.useFakeTimers();
  server = new TestServer();
  document.documentElement.lang = "ro";
  document.body.innerHTML = `<div data-enhance="sign-in">${PART}</div>`;
  page.session = new TestBrowser().openTab({ visitor: "" }).session;
  submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  vi.spyOn(location, "assign").mockImplementation(() => {});
  enhanceSignIn(document.querySelector("[data-enhance]") as HTMLElement, {});
  field("email").value = "anna@example.test";
  field("password").value = "secret";
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const form = () => document.querySelector("form") as HTMLFormElement;
const button = () => document.querySelector("button") as HTMLButtonElement;
const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const summary = () => form().querySelector("#error-summary");
const press = () => form().requestSubmit(button());
const pass = () => vi.advanceTimersByTimeAsync(5_000);

test("signing in redirects to the form's next page, in the page's language", async () => {
  field("remember_me").checked = true;
  press();
  expect(button().getAttribute("aria-busy")).toBe("true");
  press();
  await pass();
  expect(server.count(`${TOKEN}?remember_me=1`)).toBe(1);
  expect(location.assign).toHaveBeenCalledExactlyOnceWith("/ro/profile?a=1");
  expect(submit).not.toHaveBeenCalled();
});

test.each([
  ["a", "/ro/admin"],
  ["t", "/ro/profile/listings"],
  ["u", "/ro/profile"],
])("without a requested page, role %s continues at %s", async (role, target) => {
  server.on("/auth/users/me", () => Response.json({ content: { _id: "u1", first_name: "Anna", role } }));
  field("next").value = "";
  press();
  await pass();
  expect(location.assign).toHaveBeenCalledExactlyOnceWith(target);
});

test.each([401, 429])(
  "a refusal with %i shows the server's message and keeps the typed values",
  async (status) => {
    expectErrors();
    server.on(TOKEN, () => refusal(status, { "retry-after": "60" }));
    for (let n = 1; n <= 2; n++) {
      press();
      await pass();
      expect(server.count(TOKEN)).toBe(n);
      expect(form().firstElementChild).toBe(summary());
      expect(form().querySelectorAll("#error-summary")).toHaveLength(1);
      expect(summary()?.textContent?.trim()).toBe(`refused: ${status}`);
      expect(document.activeElement).toBe(summary());
      expect(button().getAttribute("aria-busy")).toBe("false");
    }
    expect([field("email").value, field("password").value]).toEqual(["anna@example.test", "secret"]);
    expect(location.assign).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
  },
);

test("a closed account continues at the page that reopens it", async () => {
  expectErrors();
  const url = "https://catedra.test/ro/reactivate?token=t";
  server.on(TOKEN, () =>
    Response.json(
      { type: "urn:catedra:account_closed", title: "account_closed", status: 401, reactivation_url: url },
      { status: 401, headers: { "content-type": "application/problem+json" } },
    ),
  );
  press();
  await pass();
  expect(location.assign).toHaveBeenCalledExactlyOnceWith(url);
  expect([summary(), button().getAttribute("aria-busy")]).toEqual([null, "true"]);
});

test("offline, the page shows its own message", async () => {
  expectErrors();
  server.on(TOKEN, () => Promise.reject(new TypeError("offline")));
  press();
  await pass();
  expect(summary()?.textContent?.trim()).toBe("No connection");
  server.on(TOKEN, () => refusal(401));
  press();
  await pass();
  expect(summary()?.textContent?.trim()).toBe("refused: 401");
});

test.each([
  ["403", () => refusal(403)],
  [
    "401 otp_required",
    () =>
      Response.json(
        { title: "otp_required", status: 401, detail: "code" },
        { status: 401, headers: { "content-type": "application/problem+json" } },
      ),
  ],
  ["500", () => refusal(500)],
  ["503 from a proxy", () => new Response("busy", { status: 503 })],
  ["a token that is none", () => Response.json({ access_token: "x" })],
])("an unexpected response (%s) submits the form", async (_, answer) => {
  expectErrors();
  server.on(TOKEN, answer);
  press();
  await pass();
  expect(submit).toHaveBeenCalledOnce();
  expect(summary()).toBeNull();
});

describe("the sign-out form", () => {
  beforeEach(() => {
    document.body.innerHTML = `<div><form action="/ro/sign-out" method="post"><button>Out</button></form></div>`;
    page.session = new TestBrowser().openTab().session;
    enhanceSignOut(document.querySelector("div") as HTMLElement, { unsaved: "Unsaved text. Sign out?" });
  });

  /** Clicks the button. @returns whether the form is submitted as without a script. */
  async function pressSignOut(): Promise<boolean> {
    const event = new Event("submit", { cancelable: true, bubbles: true });
    form().dispatchEvent(event);
    await vi.advanceTimersByTimeAsync(5_000);
    return !event.defaultPrevented;
  }

  async function getToken() {
    const token = page.session?.accessToken();
    await vi.advanceTimersByTimeAsync(1_000);
    return token;
  }

  test("asks before it deletes a stored draft", async () => {
    const confirm = vi.fn(() => false);
    vi.stubGlobal("confirm", confirm);
    expect(await pressSignOut()).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
    const { visitor } = readPageData(document.body.dataset);
    localStorage.setItem(toDraftKey(visitor, "profile"), "[]");
    const pageListener = vi.fn();
    document.addEventListener("submit", pageListener, { once: true });
    expect(await pressSignOut()).toBe(false);
    expect(confirm).toHaveBeenCalledExactlyOnceWith("Unsaved text. Sign out?");
    expect(pageListener).not.toHaveBeenCalled();
    localStorage.clear();
  });

  test("without a token the form is submitted", async () => {
    expect(await pressSignOut()).toBe(true);
    expect(server.requests).toEqual([]);
  });

  test("with a token the session ends first, then the page redirects", async () => {
    await getToken();
    expect(await pressSignOut()).toBe(false);
    expect(server.paths().at(-1)).toBe("/auth/users/logout");
    expect(location.assign).toHaveBeenCalledExactlyOnceWith("/ro");
    expect(submit).not.toHaveBeenCalled();
  });

  test("if that fails, the form is submitted", async () => {
    expectErrors();
    await getToken();
    server.on("/auth/users/logout", () => refusal(500));
    await pressSignOut();
    expect(submit).toHaveBeenCalledOnce();
    expect(location.assign).not.toHaveBeenCalled();
  });

  test.each([true, false])("ends push messages to this browser, with a token: %s", async (hasToken) => {
    const unsubscribe = vi.fn(async () => true);
    const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
    const serviceWorker = { getRegistration: async () => registration };
    Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
    if (hasToken) await getToken();
    await pressSignOut();
    expect(unsubscribe).toHaveBeenCalledOnce();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });
});

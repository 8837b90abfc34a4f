// @vitest-environment happy-dom
import { enhanceSignOut } from "@client/enhance/sign-out";
import type { Session } from "@client/session/session";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { expectErrors, refusal, TestBrowser, TestServer } from "./browser";

const page = vi.hoisted(() => ({ session: null as Session | null }));
vi.mock("@client/session", () => ({ getPageSession: () => page.session }));

let server: TestServer;
let submit: MockInstance;
let session: Session;
const form = () => document.querySelector("form") as HTMLFormElement;

beforeEach(() => {
  vi.useFakeTimers();
  server = new TestServer();
  document.documentElement.lang = "ro";
  document.body.innerHTML = `<div><form action="/ro/sign-out" method="post"><button>Out</button></form></div>`;
  session = new TestBrowser().openTab().session;
  page.session = session;
  submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  vi.spyOn(location, "assign").mockImplementation(() => {});
  enhanceSignOut(document.querySelector("div") as HTMLElement, {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Clicks the button. @returns whether the form is submitted as without a script. */
async function press(): Promise<boolean> {
  const event = new Event("submit", { cancelable: true });
  form().dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(5_000);
  return !event.defaultPrevented;
}

async function getToken() {
  const token = session.accessToken();
  await vi.advanceTimersByTimeAsync(1_000);
  return token;
}

test("without a token the form is submitted", async () => {
  expect(await press()).toBe(true);
  expect(server.requests).toEqual([]);
});

test("with a token the session ends first, then the page redirects", async () => {
  await getToken();
  expect(await press()).toBe(false);
  expect(server.paths().at(-1)).toBe("/auth/users/logout");
  expect(location.assign).toHaveBeenCalledExactlyOnceWith("/ro");
  expect(submit).not.toHaveBeenCalled();
});

test("if that fails, the form is submitted", async () => {
  expectErrors();
  await getToken();
  server.on("/auth/users/logout", () => refusal(500));
  await press();
  expect(submit).toHaveBeenCalledOnce();
  expect(location.assign).not.toHaveBeenCalled();
});

test.each([true, false])("ends push messages to this browser, with a token: %s", async (hasToken) => {
  const unsubscribe = vi.fn(async () => true);
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
  const serviceWorker = { getRegistration: async () => registration };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  if (hasToken) await getToken();
  await press();
  expect(unsubscribe).toHaveBeenCalledOnce();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

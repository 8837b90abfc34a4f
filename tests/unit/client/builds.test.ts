// @vitest-environment happy-dom
import { watchBuilds } from "@client/builds";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const MINUTE = 60_000;
let latest: { id: string; timestamp: number };
let requestCount: number;
const listeners: [string, EventListener][] = [];

function removeListeners() {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  sessionStorage.clear();
  [latest, requestCount] = [{ id: "one", timestamp: 100 }, 0];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    expect([path, init.cache]).toEqual(["/builds/latest.json", "no-store"]);
    requestCount++;
    return Response.json(latest);
  });
  // Records the listeners, so that they can be removed.
  const add = window.addEventListener.bind(window);
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener) => {
    listeners.push([type, listener]);
    add(type, listener);
  });
});

afterEach(() => {
  removeListeners();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of the build "one"; `reload` receives the URL after a reload. */
function openPage(html = "") {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  let hidden = false;
  const reload = vi.fn();
  Object.defineProperties(page, {
    location: { value: { pathname: "/tutoring", search: "?subject=m", hash: "#x", replace: reload } },
    hidden: { get: () => hidden },
  });
  watchBuilds(page, { id: "one", timestamp: 100 });
  const show = async (isVisible: boolean) => {
    hidden = !isVisible;
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { page, reload, show };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const deployNewBuild = () => {
  latest = { id: "two", timestamp: 200 };
};
function failToLoad(): Event {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

describe("open page", () => {
  test("checks every five minutes, and reloads once a newer build is out", async () => {
    const { reload } = openPage();
    await wait(4 * MINUTE);
    expect(requestCount).toBe(0);
    await wait(6 * MINUTE);
    expect([requestCount, reload.mock.calls]).toEqual([2, []]);
    deployNewBuild();
    await wait(5 * MINUTE);
    expect(reload.mock.calls).toEqual([["/tutoring?subject=m"]]);
  });

  test("checks when the tab is shown, not while hidden, and once for two events", async () => {
    const { reload, show } = openPage();
    await show(false);
    await wait(60 * MINUTE);
    expect(requestCount).toBe(0);
    deployNewBuild();
    await show(true);
    window.dispatchEvent(new Event("focus"));
    await wait(0);
    expect([requestCount, reload.mock.calls.length]).toEqual([1, 1]);
  });

  test("waits while a form has unsaved text, then reloads", async () => {
    const { page, reload, show } = openPage("<form><textarea>saved</textarea></form>");
    const field = page.querySelector("textarea") as HTMLTextAreaElement;
    field.value = "half a sentence";
    deployNewBuild();
    await wait(20 * MINUTE);
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    field.value = field.defaultValue;
    await show(true);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("missing script chunk", () => {
  test("reloads the page, once within ten seconds", async () => {
    const first = openPage();
    expect(failToLoad().defaultPrevented).toBe(true);
    expect(first.reload).toHaveBeenCalledOnce();
    // The reloaded page lacks the chunk too.
    removeListeners();
    await wait(9000);
    const second = openPage();
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(second.reload).not.toHaveBeenCalled();
    await wait(1000);
    failToLoad();
    expect(second.reload).toHaveBeenCalledOnce();
  });

  test("does not reload offline, because the build is not the cause", () => {
    const { reload } = openPage();
    vi.stubGlobal("navigator", { onLine: false });
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

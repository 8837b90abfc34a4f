// @vitest-environment happy-dom
import { watchBuilds } from "@client/builds";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const MINUTE = 60_000;
let latest: { id: string; timestamp: number };
let asked: number;
const listeners: [string, EventListener][] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  sessionStorage.clear();
  [latest, asked] = [{ id: "one", timestamp: 100 }, 0];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    expect([path, init.cache]).toEqual(["/builds/latest.json", "no-store"]);
    asked++;
    return Response.json(latest);
  });
  // A page ends with its listeners.
  const add = window.addEventListener.bind(window);
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener) => {
    listeners.push([type, listener]);
    add(type, listener);
  });
});

afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of the build "one"; `reload` is called with the address where it would be again. */
function open(html = "") {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  let hidden = false;
  const reload = vi.fn();
  Object.defineProperties(page, {
    location: { value: { pathname: "/tutoring", search: "?subject=m", hash: "#x", replace: reload } },
    hidden: { get: () => hidden },
  });
  watchBuilds(page, { id: "one", timestamp: 100 });
  const show = async (shown: boolean) => {
    hidden = !shown;
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { page, reload, show };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const release = () => {
  latest = { id: "two", timestamp: 200 };
};
function failToLoad(): Event {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

describe("an open page", () => {
  test("asks every five minutes, and is loaded again once a newer build is out", async () => {
    const { reload } = open();
    await wait(4 * MINUTE);
    expect(asked).toBe(0);
    await wait(6 * MINUTE);
    expect([asked, reload.mock.calls]).toEqual([2, []]);
    release();
    await wait(5 * MINUTE);
    expect(reload.mock.calls).toEqual([["/tutoring?subject=m"]]);
  });

  test("asks when it comes to the front, not while it is hidden, and not twice for two events", async () => {
    const { reload, show } = open();
    await show(false);
    await wait(60 * MINUTE);
    expect(asked).toBe(0);
    release();
    await show(true);
    window.dispatchEvent(new Event("focus"));
    await wait(0);
    expect([asked, reload.mock.calls.length]).toEqual([1, 1]);
  });

  test.each([
    ["an older build", { id: "zero", timestamp: 50 }],
    ["its own, built elsewhere", { id: "one", timestamp: 200 }],
    ["nothing of the kind", { id: "two" }],
  ])("stays where the answer is %s", async (_, answer) => {
    const { reload } = open();
    latest = answer as typeof latest;
    await wait(5 * MINUTE);
    expect([asked, reload.mock.calls]).toEqual([1, []]);
  });

  test("stays where there is no answer", async () => {
    const { reload } = open();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await wait(5 * MINUTE);
    expect(reload).not.toHaveBeenCalled();
  });

  test("waits while a form holds unsaved text, and is loaded again when it does not any more", async () => {
    const { page, reload, show } = open("<form><textarea>saved</textarea></form>");
    const field = page.querySelector("textarea") as HTMLTextAreaElement;
    field.value = "half a sentence";
    release();
    await wait(20 * MINUTE);
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    field.value = field.defaultValue;
    await show(true);
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("a part of the script that is not found", () => {
  test("has the page loaded again, once within ten seconds", async () => {
    const first = open();
    expect(failToLoad().defaultPrevented).toBe(true);
    expect(first.reload).toHaveBeenCalledOnce();
    // The page that came instead lacks it as well.
    for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener);
    await wait(9000);
    const second = open();
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(second.reload).not.toHaveBeenCalled();
    await wait(1000);
    failToLoad();
    expect(second.reload).toHaveBeenCalledOnce();
  });

  test("is left alone without a connection, which is not the build's fault", () => {
    const { reload } = open();
    vi.stubGlobal("navigator", { onLine: false });
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test("is left alone where nothing can be noted, as the page would turn in a circle", () => {
    const { reload } = open();
    vi.stubGlobal("sessionStorage", {
      getItem() {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(failToLoad().defaultPrevented).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

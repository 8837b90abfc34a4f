import { storeViewport } from "@client/store-viewport";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the cookie has the window's width class for a year, and follows a resize after a pause", () => {
  const cookies: string[] = [];
  const document = {
    get cookie() {
      return ["locale=ro", ...cookies.map((line) => line.split(";", 1)[0])].slice(-2).join("; ");
    },
    set cookie(line: string) {
      cookies.push(line);
    },
  };
  const view = Object.assign(new EventTarget(), { innerWidth: 360, document });
  storeViewport(view as unknown as Window);
  expect(cookies).toEqual(["viewport=mobile; path=/; max-age=31536000; samesite=lax; secure"]);
  for (const width of [500, 800, 1300]) {
    view.innerWidth = width;
    view.dispatchEvent(new Event("resize"));
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(250);
  expect(cookies.slice(1)).toEqual([expect.stringMatching(/^viewport=desktopMedium;/)]);
  view.dispatchEvent(new Event("resize"));
  vi.advanceTimersByTime(250);
  expect(cookies).toHaveLength(2);
});

// @vitest-environment happy-dom
import { enhanceAppCheck } from "@client/enhance/app-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const FIELD =
  '<div data-enhance="app-check"><div class="cf-turnstile" data-sitekey="key" data-language="ro" data-refresh-expired="auto"></div></div>';

type Options = { callback(token: string): void; "error-callback"(code: string): boolean };
let rendered: (Options & Record<string, unknown>)[];
let resets: string[];
let submitCount: number;
/** The requested script URLs. The page does not load them, or the test environment would fetch them. */
let scripts: HTMLScriptElement[];

const form = () => document.querySelector("form") as HTMLFormElement;
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Adds a form to the page and enhances its field. */
function show(field = FIELD) {
  document.body.innerHTML = `<form><input name="email">${field}<button>Send</button></form>`;
  form().addEventListener("submit", (event) => {
    event.preventDefault();
    submitCount++;
  });
  for (const element of document.querySelectorAll<HTMLElement>("[data-enhance]"))
    enhanceAppCheck(element, {});
}

/** Simulates that Turnstile's script has loaded. */
function arrive() {
  Object.assign(window, {
    turnstile: {
      render: (_: HTMLElement, options: Options & Record<string, unknown>) => {
        rendered.push(options);
        return document.title;
      },
      reset: (widget: string) => resets.push(widget),
    },
  });
  scripts[0]?.dispatchEvent(new Event("load"));
}
const use = () => form().dispatchEvent(new Event("focusin", { bubbles: true }));

beforeEach(() => {
  Object.assign(window, { turnstile: undefined });
  scripts = [];
  vi.spyOn(document.head, "append").mockImplementation((node) => {
    scripts.push(node as HTMLScriptElement);
  });
  rendered = [];
  resets = [];
  submitCount = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("loads the script once, when the form is about to be used", async () => {
  show();
  expect(scripts).toEqual([]);
  use();
  use();
  expect(scripts).toHaveLength(1);
  arrive();
  await settled();
  expect(rendered).toHaveLength(1);
  expect(rendered[0]).toMatchObject({ sitekey: "key", language: "ro", "refresh-expired": "auto" });
});

test("a form submitted before its token arrives is sent once, when it arrives", async () => {
  show();
  form().requestSubmit();
  form().requestSubmit();
  arrive();
  await settled();
  expect(submitCount).toBe(0);
  rendered[0]?.callback("token");
  await expect.poll(() => submitCount).toBe(1);
  form().requestSubmit();
  expect(submitCount).toBe(2);
});

test("a form is not submitted again while it is being sent, because browsers would ignore it", async () => {
  show();
  use();
  arrive();
  await settled();
  rendered[0]?.callback("token");
  await settled();
  const again = vi.spyOn(form(), "requestSubmit");
  form().dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(again).not.toHaveBeenCalled();
  await expect.poll(() => again.mock.calls.length).toBe(1);
  expect(submitCount).toBe(1);
});

test("a form waits at most five seconds", async () => {
  vi.useFakeTimers();
  show();
  form().requestSubmit();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(submitCount).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(submitCount).toBe(1);
});

test("a script that fails to load is logged once and does not block the form", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  show();
  use();
  scripts[0]?.dispatchEvent(new Event("error"));
  await settled();
  form().requestSubmit();
  await expect.poll(() => submitCount).toBe(1);
  expect(warned).toHaveBeenCalledTimes(1);
});

test("a page restored from the back/forward cache gets a new token", async () => {
  document.title = "the widget of this test";
  show();
  use();
  arrive();
  await settled();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(resets).toEqual([]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(resets.filter((widget) => widget === document.title)).toHaveLength(1);
});

test("without a key it logs once, for any number of forms, and does not block them", () => {
  const info = vi.spyOn(console, "info").mockImplementation(() => {});
  const off = '<div data-enhance="app-check"></div>';
  show(off + off);
  form().requestSubmit();
  expect(submitCount).toBe(1);
  expect(scripts).toEqual([]);
  expect(info).toHaveBeenCalledTimes(1);
});

test("no script of another site sees the source of a shared address", async () => {
  history.replaceState("kept", "", "/tutoring/x?s=flyer&a=1");
  document.body.innerHTML = `<form><input name="email" autofocus>${FIELD.replace("<div", "<div data-enhance-immediate")}</form>`;
  form().querySelector("input")?.focus();
  const seen: string[] = [];
  vi.spyOn(document.head, "append").mockImplementation(
    () => void seen.push(location.pathname + location.search),
  );
  await import("@client/entry");
  await expect.poll(() => seen).toEqual(["/tutoring/x?a=1"]);
  expect(history.state).toBe("kept");
});

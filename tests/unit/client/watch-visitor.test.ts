// @vitest-environment happy-dom
import { watchVisitor } from "@client/session/watch-visitor";
import { hasUnsavedInput } from "@client/unsaved-input";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TestBrowser } from "./browser";

let browser: TestBrowser;
const FORM = `<form><input type="hidden" name="next"><input name="email" value="a"><textarea>b</textarea>
  <input type="checkbox"><select><option>1</option><option selected>2</option></select>
  <select><option>3</option></select></form>`;

beforeEach(() => {
  browser = new TestBrowser();
  vi.stubGlobal("BroadcastChannel", function open() {
    return browser.channels.channel();
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A page that was just loaded; `reload` receives the URL after a reload. */
async function load(visitor: string, html = "") {
  const page = document.implementation.createHTMLDocument();
  if (visitor) page.body.dataset.visitor = visitor;
  page.body.innerHTML = html;
  const reload = vi.fn();
  const location = { pathname: "/profile", search: "?a=1", hash: "#b", replace: reload };
  Object.defineProperty(page, "location", { value: location });
  watchVisitor(page);
  await Promise.resolve();
  return { page, reload };
}

describe("a page", () => {
  test("reloads when a page was rendered for a visitor or another user", async () => {
    const first = await load("anna");
    await load("anna");
    expect(first.reload).not.toHaveBeenCalled();
    await load("");
    expect(first.reload).toHaveBeenCalledExactlyOnceWith("/profile?a=1");
    await load("bela");
    expect(first.reload).toHaveBeenCalledTimes(2);
  });

  test("rendered for a visitor does not reload", async () => {
    const { reload } = await load("");
    await load("anna");
    expect(reload).not.toHaveBeenCalled();
  });

  test("with typed values does not reload", async () => {
    const { page, reload } = await load("anna", FORM);
    const field = page.querySelector("textarea") as HTMLTextAreaElement;
    field.value = "Bună ziua";
    await load("");
    expect(reload).not.toHaveBeenCalled();
    field.value = field.defaultValue;
    await load("");
    expect(reload).toHaveBeenCalledOnce();
  });

  test("that shows a validation error does not reload", async () => {
    const { reload } = await load("anna", `<form><div id="error-summary"></div></form>`);
    await load("");
    expect(reload).not.toHaveBeenCalled();
  });
});

describe("unsaved input", () => {
  const changes: [string, (page: Document) => void, boolean][] = [
    ["nothing", () => {}, false],
    ["a hidden field", (page) => set(page, "[name=next]", { value: "/x" }), false],
    ["a text field", (page) => set(page, "[name=email]", { value: "b" }), true],
    ["a text area", (page) => set(page, "textarea", { value: "c" }), true],
    ["a checkbox", (page) => set(page, "[type=checkbox]", { checked: true }), true],
    ["a select field", (page) => set(page, "select", { selectedIndex: 0 }), true],
    ["a form that the server returned", (page) => page.body.setAttribute("data-sent", ""), true],
  ];
  test.each(changes)("%s", (_, change, isUnsaved) => {
    const page = document.implementation.createHTMLDocument();
    page.body.innerHTML = FORM;
    change(page);
    expect(hasUnsavedInput(page)).toBe(isUnsaved);
  });
});

const set = (page: Document, selector: string, values: object) =>
  void Object.assign(page.querySelector(selector) as Element, values);

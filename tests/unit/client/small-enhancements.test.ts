// @vitest-environment happy-dom
import { watchEnhancers } from "@client/enhance";
import { enhanceCharacterCount } from "@client/enhance/count-characters";
import { enhanceDecisionKeys } from "@client/enhance/decision-keys";
import { enhanceFieldFilter } from "@client/enhance/filter-fields";
import { enhanceTypedInput } from "@client/enhance/keep-typed";
import { enhancePlaceOptions } from "@client/enhance/place-options";
import { enhanceShareLink } from "@client/enhance/share-link";
import { enhancePasswordField } from "@client/enhance/show-password";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("shows the groups whose label, and the sections whose heading, has all typed words", () => {
  const group = (label: string) => `<fieldset><legend>${label}</legend><input></fieldset>`;
  document.body.innerHTML = `<div><input type="search"><p data-empty="None"></p></div>
    <form><section class="form__section"><h2>Fișiere</h2>${group("Poze")}${group("Descărcări")}</section>
    <section class="form__section"><h2>Mesaje</h2>${group("Pe zi")}</section>
    <section class="form__section"><h2>Locuri</h2><div>București</div></section></form>`;
  const element = document.querySelector("div") as HTMLElement;
  enhanceFieldFilter(element, {});
  const input = element.querySelector("input") as HTMLInputElement;
  const filter = (text: string) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    const parts = [...document.querySelectorAll<HTMLElement>("h2, legend")];
    return parts.filter((part) => !part.closest("[hidden]")).map((part) => part.textContent);
  };
  expect(filter("descarcari")).toEqual(["Fișiere", "Descărcări"]);
  expect(filter("FISIERE")).toEqual(["Fișiere", "Poze", "Descărcări"]);
  expect(filter("zi pe")).toEqual(["Mesaje", "Pe zi"]);
  expect(filter("nimic")).toEqual([]);
  expect(element.textContent).toContain("None");
  expect(filter("")).toHaveLength(6);
});

test("offers the places of the chosen county, and of all counties without one", () => {
  document.body.innerHTML = `<div><select><option value=""></option><option value="cj"></option></select>
    <datalist><option data-county="cj">Zorilor</option><option data-county="is">Copou</option></datalist></div>`;
  const element = document.querySelector("div") as HTMLElement;
  const select = element.querySelector("select") as HTMLSelectElement;
  enhancePlaceOptions(element, {});
  const choose = (county: string) => {
    select.value = county;
    select.dispatchEvent(new Event("change"));
    return [...element.querySelectorAll("datalist option:not([disabled])")].map((place) => place.textContent);
  };
  expect(choose("cj")).toEqual(["Zorilor"]);
  expect(choose("")).toEqual(["Zorilor", "Copou"]);
});

test("counts the characters of a text area that takes more than its limit", () => {
  document.documentElement.lang = "ro";
  document.body.innerHTML =
    "<div><textarea>abc</textarea></div><div data-island><p><textarea></textarea></p></div>";
  const [element, inIsland] = document.querySelectorAll<HTMLElement>("div, p") as Iterable<HTMLElement>;
  const texts = { min: "3", max: "5", left: "{n} left", missing: "{n} missing", over: "{n} too many" };
  for (const counted of [element, inIsland]) if (counted) enhanceCharacterCount(counted, texts);
  const area = document.querySelector("textarea") as HTMLTextAreaElement;
  const type = (text: string) => {
    area.value = text;
    area.dispatchEvent(new Event("input"));
    return document.querySelector("div + p")?.textContent;
  };
  expect([type("abc"), type("ab "), type("a".repeat(1239))]).toEqual([
    "2 left",
    "1 missing",
    "1.234 too many",
  ]);
  expect(document.querySelectorAll("div + p, [data-island] p + p")).toHaveLength(1);
});

test("shows a password while its button is pressed in, until the form is sent", () => {
  document.body.innerHTML = `<form><div><input type="password"><button type="button"></button></div></form>`;
  const [form, element, input, button] = document.querySelectorAll<HTMLElement>("form, div, input, button");
  enhancePasswordField(element as HTMLElement, {});
  const read = () => [input?.getAttribute("type"), button?.getAttribute("aria-pressed")];
  button?.click();
  expect(read()).toEqual(["text", "true"]);
  button?.click();
  expect(read()).toEqual(["password", "false"]);
  button?.click();
  form?.dispatchEvent(new Event("submit"));
  expect(read()).toEqual(["password", "false"]);
});

const press = (key: string) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

/** An item's page in a run, with the undo of the decision before. Returns what is pressed on it. */
function openItem(id: string, before: string) {
  const item = (decided: string, action: string, key: string) =>
    `<form action="/admin/listings/${decided}/${action}?run=1"><button accesskey="${key}">${key}</button></form>`;
  document.body.innerHTML = `<div data-enhance="decision-keys" data-enhance-immediate>${item(id, "approve", "a")}
    ${item(before, "undo", "u")}<a accesskey="n" href="#next">n</a></div>`;
  const pressed: string[] = [];
  for (const part of document.querySelectorAll<HTMLElement>("[accesskey]"))
    part.addEventListener("click", () => pressed.push(part.textContent));
  return { element: document.querySelector("div") as HTMLElement, pressed };
}

test("U while a decision is sent undoes that decision on the next page, and never the one before", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const first = openItem("one", "zero");
  enhanceDecisionKeys(first.element, {});
  first.element.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true }));
  for (const key of ["n", "u"]) press(key);
  expect(first.pressed).toEqual([]);
  const next = openItem("two", "one");
  enhanceDecisionKeys(next.element, {});
  expect(next.pressed).toEqual(["u"]);
  const later = openItem("three", "two");
  enhanceDecisionKeys(later.element, {});
  expect(later.pressed).toEqual([]);
});

test("U undoes what the page itself has decided, rather than the decision before it", () => {
  const { element, pressed } = openItem("two", "one");
  element.insertAdjacentHTML(
    "beforeend",
    `<div data-undo="own"><form><button accesskey="u"></button></form></div>`,
  );
  const own = vi.fn((event: Event) => event.preventDefault());
  element.querySelector('[data-undo="own"] button')?.addEventListener("click", own);
  enhanceDecisionKeys(element, {});
  press("u");
  expect([own.mock.calls.length, pressed]).toEqual([1, []]);
});

test("the second tap of a double tap does not approve the next item", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const tap = (shownMs: number) => {
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ startTime: shownMs } as PerformanceEntry]);
    const { element } = openItem("two", "one");
    enhanceDecisionKeys(element, {});
    const event = new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true });
    element.querySelector('[accesskey="a"]')?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([tap(performance.now()), tap(performance.now() - 1000)]).toEqual([true, false]);
});

test("a key that is pressed before its script is loaded acts then", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const { pressed } = openItem("one", "zero");
  watchEnhancers(document);
  press("n");
  await vi.waitFor(() => expect(pressed).toEqual(["n"]));
});

/** A page with decision keys that is displayed since a second. Returns its element, and the ids of the sent forms. */
function openDecisionPage(html: string) {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ startTime: -1000 } as PerformanceEntry]);
  document.body.innerHTML = `<div>${html}</div>`;
  const sent: string[] = [];
  for (const form of document.querySelectorAll("form")) form.requestSubmit = () => sent.push(form.id);
  enhanceDecisionKeys(document.querySelector("div") as HTMLElement, {});
  return { sent, find: (selector: string) => document.querySelector<HTMLElement>(selector) };
}

const pressCtrlEnter = (target: Element | null = document.body) =>
  target?.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }),
  );

test("from anywhere Ctrl+Enter sends the form to which R goes, and R keeps its choice", () => {
  const { sent, find } = openDecisionPage(`<form id="suspend-all"><textarea name="text"></textarea></form>
    <section data-decision><form id="decide"><input type="radio" name="decision" value="dismissed">
    <input type="radio" name="decision" value="blocked" checked><textarea name="text"></textarea></form></section>
    <form id="note"><input name="note"></form>`);
  press("r");
  expect((document.activeElement as HTMLInputElement).value).toBe("blocked");
  pressCtrlEnter(find("#note input"));
  expect(sent).toEqual([]);
  pressCtrlEnter();
  expect(sent).toEqual(["decide"]);
});

test("Ctrl+Enter sends a form of the decision from its fields, and not from the button of another", () => {
  const { sent, find } = openDecisionPage(`<section data-decision><form id="undo"><button></button></form>
    <form id="approve"><input name="issuer"></form><form id="reject"><textarea name="text"></textarea></form></section>`);
  pressCtrlEnter(find("#undo button"));
  expect(sent).toEqual([]);
  pressCtrlEnter(find("#approve input"));
  expect(sent[0]).toBe("approve");
});

/** A page of the admin area, as an answer to `referrer`. Returns its fields by name. */
function openAdminPage(html: string, referrer: string | undefined = "") {
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  document.body.dataset.visitor = "admin";
  document.body.innerHTML = html;
  enhanceTypedInput(document.body, {});
  return (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
}

const type = (field: HTMLInputElement, text: string) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const submit = (form: string, submitter: HTMLElement | null = null) =>
  document.querySelector(form)?.dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true }));
const here = () => location.href.split("#")[0];
const isAskedToStay = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

const REPORT = `<form id="decide" method="post" action="/admin/reports/1/decide?run=1">
  <input type="hidden" name="version" value="1"><textarea name="text"></textarea><input name="mark" value="a">
  <input type="password" name="password"></form>
  <form id="suspend" method="post" action="/admin/users/1/suspend"><input name="reason"></form>
  <form id="search" action="/admin/search"><input name="q"></form>`;

test("what is typed into a form is on the next page that has it, until that form is sent", () => {
  let field = openAdminPage(REPORT);
  type(field("text"), "Lipsesc date.");
  field("password").value = "secret";
  expect(isAskedToStay()).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  // The Back button shows the page again, where the text is changed.
  type(field("text"), "Lipsesc date");
  window.dispatchEvent(new Event("pagehide"));
  type(field("text"), "");
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.length).toBe(0);
  type(field("text"), "Lipsesc date.");
  window.dispatchEvent(new Event("pagehide"));
  openAdminPage("");
  field = openAdminPage(REPORT);
  expect(field("text").value).toBe("Lipsesc date.");
  type(field("reason"), "spam");
  submit("#suspend");
  expect([isAskedToStay(), sessionStorage.getItem("drafts/admin/typed")?.includes("secret")]).toEqual([
    false,
    false,
  ]);
  openAdminPage("", here());
  // The decision about another form has changed the version: only empty fields are filled in.
  field = openAdminPage(REPORT.replace('value="1"', 'value="2"').replace("run=1", "run=2"));
  expect([field("text").value, field("mark").value, field("reason").value]).toEqual([
    "Lipsesc date.",
    "a",
    "",
  ]);
  submit("#search");
  field = openAdminPage(REPORT);
  expect(field("text").value).toBe("Lipsesc date.");
  submit("#decide");
  field = openAdminPage(REPORT, here());
  expect([field("text").value, isAskedToStay()]).toEqual(["", false]);
  // Signing out stores nothing.
  field = openAdminPage(`${REPORT}<form id="leave" method="post" action="/sign-out"></form>`);
  type(field("text"), "Lipsesc date.");
  submit("#leave");
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.length).toBe(0);
});

test("a button that does not send a typed field keeps it", () => {
  const html = `<form method="post" action="/admin/contact/1/reply"><textarea name="text"></textarea>
    <input name="outcome"><button data-keep="text" data-keep-unless="outcome"></button></form>`;
  const field = openAdminPage(html);
  type(field("text"), "Bună ziua");
  const sendsText = () => {
    submit("form", document.querySelector("button"));
    const formData = new FormData();
    formData.set("text", "Bună ziua");
    document.querySelector("form")?.dispatchEvent(Object.assign(new Event("formdata"), { formData }));
    return formData.has("text");
  };
  field("outcome").value = "Spam";
  expect(sendsText()).toBe(true);
  field("outcome").value = "";
  expect(sendsText()).toBe(false);
  expect(openAdminPage(html, here())("text").value).toBe("Bună ziua");
  sessionStorage.clear();
});

test.each(["<form method=post data-unsaved>", '<form method=post><p id="error-summary"></p>'])(
  "asks before a text is lost that the server returned: %s",
  (form) => {
    openAdminPage(`${form}<textarea name="text">Lipsesc date.</textarea></form>`);
    expect(isAskedToStay()).toBe(true);
  },
);

test.each([
  [
    "a page without an open decision, whose other forms have the same fields",
    `<section><form id="suspend-all"><select name="reason"></select><textarea name="text"></textarea></form></section>`,
  ],
  [
    "a decision that is only a button",
    `<section data-decision><form id="reject"><button name="decision">Reject</button></form></section>`,
  ],
])("from anywhere Ctrl+Enter does not send %s, and sends it from inside", (_, html) => {
  const { sent, find } = openDecisionPage(html);
  pressCtrlEnter();
  expect(sent).toEqual([]);
  // A notice with keys and the form of a page are enhanced apart.
  enhanceDecisionKeys(document.createElement("div"), {});
  pressCtrlEnter(find("[name]"));
  expect(sent).toEqual([find("form")?.id]);
});

test("a reason adds its text and takes it back, also on a touch screen", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  document.body.innerHTML = `<div><form><input type="checkbox" name="reason" value="spam">
    <textarea name="text">Mine.</textarea><button value="fill">Fill</button></form></div>`;
  enhanceDecisionKeys(document.querySelector("div") as HTMLElement, { spam: "No ads." });
  const reason = document.querySelector("input") as HTMLInputElement;
  const text = document.querySelector("textarea");
  reason.click();
  expect(text?.value).toBe("Mine.\n\nNo ads.");
  reason.click();
  expect(text?.value).toBe("Mine.");
  expect(document.querySelector("button")).toBeNull();
});

test("no key decides while the help of the keys is open", () => {
  vi.stubGlobal("CSS", { supports: () => true });
  const { sent, find } = openDecisionPage(`<section popover></section>
    <section data-decision><form id="decide"><textarea name="text"></textarea></form></section>`);
  const help = find("[popover]") as HTMLElement;
  const isOpen = vi.spyOn(help, "matches").mockReturnValue(true);
  pressCtrlEnter();
  expect(sent).toEqual([]);
  isOpen.mockReturnValue(false);
  pressCtrlEnter();
  expect(sent).toEqual(["decide"]);
});

test.each(["a", "p"])(
  "%s does nothing within 400 ms of the display or of a press that was too early",
  (key) => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ startTime: 1000 } as PerformanceEntry]);
    document.body.innerHTML = `<div><button accesskey="${key}"></button></div>`;
    const element = document.querySelector("div") as HTMLElement;
    const pressed = vi.fn();
    element.firstElementChild?.addEventListener("click", pressed);
    enhanceDecisionKeys(element, {});
    const pressAt = (timeStamp: number) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true });
      Object.defineProperty(event, "timeStamp", { value: timeStamp });
      document.dispatchEvent(event);
    };
    // A press before the display does not shorten the time.
    for (const timeStamp of [700, 1200, 1550]) pressAt(timeStamp);
    expect(pressed).not.toHaveBeenCalled();
    pressAt(1950);
    expect(pressed).toHaveBeenCalledOnce();
  },
);

test("a chosen reason adds its text in the forms whose decision it fits", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const fields = '<input type="checkbox" name="reason" value="price"><textarea></textarea>';
  document.body.innerHTML = `<div><form>${fields}<button value="fill"></button></form><form>${fields}</form></div>`;
  enhanceDecisionKeys(document.querySelector("div") as HTMLElement, { price: "Check the price." });
  for (const reason of document.querySelectorAll<HTMLElement>("input")) reason.click();
  const texts = [...document.querySelectorAll("textarea")].map(({ value }) => value);
  expect(texts).toEqual(["Check the price.", ""]);
  expect(document.querySelector("button")).toBeNull();
});

const ADDRESS = "https://catedra.test/shortlist/shared?ids=a.b";

function openShareLink(device: object) {
  vi.stubGlobal("navigator", device);
  document.body.innerHTML = `<section><input class="input" readonly value="${ADDRESS}"><div>
    <button data-share="copy" hidden>Copy</button><button data-share="device" hidden>Share</button></div></section>`;
  enhanceShareLink(document.querySelector("div") as HTMLElement, { copied: "Copied" });
  return [...document.querySelectorAll("button")];
}

test("the buttons of what the device can do appear, copy the address and open the share sheet", async () => {
  const [writeText, share] = [vi.fn(async () => {}), vi.fn(async () => Promise.reject(new Error("closed")))];
  const [copy, sheet] = openShareLink({ clipboard: { writeText }, share });
  copy?.click();
  await vi.waitFor(() => expect(copy?.textContent).toBe("Copied"));
  expect(writeText).toHaveBeenCalledWith(ADDRESS);
  sheet?.click();
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: ADDRESS }));
  expect(openShareLink({}).map(({ hidden }) => hidden)).toEqual([true, true]);
});

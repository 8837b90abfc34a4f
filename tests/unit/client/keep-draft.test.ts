// @vitest-environment happy-dom
import { deleteStaleDrafts } from "@client/drafts/delete-stale-drafts";
import { enhanceDraft, listKeptTexts } from "@client/enhance/keep-draft";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** The browser shows a page: an error page, or one that says that the message was sent. */
function land({ isSent = false, isAnswer = false, visitor = "anna" } = {}): void {
  document.body.replaceChildren();
  Object.assign(document.body.dataset, { visitor });
  document.body.toggleAttribute("data-after-sending", isSent);
  document.body.toggleAttribute("data-sent", isAnswer);
  deleteStaleDrafts(document);
  document.body.removeAttribute("data-after-sending");
  document.body.removeAttribute("data-sent");
}

/** Opens the page of a conversation, with a text if the server returned it. */
function open(
  path = "/enquiries/abc",
  { visitor = "anna", text = "", key = /enquiries.(\w+)/.exec(path)?.[1], page = "" } = {},
): HTMLTextAreaElement {
  window.location.href = `https://catedra.test${path}`;
  document.body.dataset.visitor = visitor;
  document.body.innerHTML = `<div><form><textarea>${text}</textarea></form></div>`;
  enhanceDraft(document.querySelector("div") as HTMLElement, { key: key ?? "", page });
  return document.querySelector("textarea") as HTMLTextAreaElement;
}

function type(area: HTMLTextAreaElement, text: string): void {
  area.value = text;
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

const submit = ({ form }: Pick<HTMLTextAreaElement, "form">) => form?.dispatchEvent(new Event("submit"));

test("the text is there after a reload, from the inbox and in the other language, for this conversation and user", () => {
  type(open(), "Marți la");
  for (const path of ["/enquiries/abc", "/ro/enquiries/abc", "/enquiries/abc?done=state_set"])
    expect(open(path).value).toBe("Marți la");
  expect(open("/enquiries/other").value).toBe("");
  expect(open("/enquiries/abc", { visitor: "" }).value).toBe("");
});

test("a returned form takes the address of its page, where the text is there after going back", () => {
  const page = "/tutoring/abc/enquiries";
  open("/enquiries/new", { text: "Bună ziua", key: "enquire", page });
  expect(window.location.pathname).toBe(page);
  expect(open(page, { key: "enquire", page }).value).toBe("Bună ziua");
  open("/enquiries/new", { key: "other", page });
  expect(window.location.pathname).toBe("/enquiries/new");
});

test("a draft replaces what a form was filled in with, until its input differs from the page", () => {
  const fill = (text: string, prefilled: string) => {
    document.body.dataset.visitor = "anna";
    document.body.innerHTML = `<div><form><p data-restored hidden><a href="#"></a></p><textarea>${text}</textarea></form></div>`;
    enhanceDraft(document.querySelector("div") as HTMLElement, { key: "request", prefilled });
    return document.querySelector("textarea") as HTMLTextAreaElement;
  };
  const isTold = () => !document.querySelector("p")?.hidden;
  const area = fill("cu răbdare", "1");
  expect(localStorage.length).toBe(0);
  expect(isTold()).toBe(false);
  type(area, "cu răbdare, marți");
  expect(fill("cu răbdare", "1").value).toBe("cu răbdare, marți");
  // The server returns it with an error.
  expect(fill("cu răbdare, joi", "").value).toBe("cu răbdare, joi");
  expect(isTold()).toBe(false);
  expect(fill("cu răbdare", "1").value).toBe("cu răbdare, joi");
  expect(isTold()).toBe(true);
  document.querySelector("a")?.click();
  expect(fill("cu răbdare", "1").value).toBe("cu răbdare");
});

test("a changed profile is there again with its added row, in unfolded sections, until it was saved", () => {
  const openProfile = (rows: readonly string[] = [""], name = "Ana", returned = "") => {
    document.body.dataset.visitor = "anna";
    document.body.innerHTML = `<div><form><input name="first_name" value="${name}">
      <details>${rows.map((row) => `<input name="row" value="${row}">`).join("")}</details>
      <details><input name="phone"></details></form></div>`;
    enhanceDraft(document.querySelector("div") as HTMLElement, { key: "profile", prefilled: "1", returned });
    return [...document.querySelectorAll("input")] as HTMLInputElement[];
  };
  const isUnfolded = () => [...document.querySelectorAll("details")].map(({ open }) => open);
  const [, row, added] = openProfile(["", ""]);
  if (!row || !added) throw new Error("fields");
  for (const [field, text] of [
    [row, "Titular"],
    [added, "Formator"],
  ] as const) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (let visit = 0; visit < 2; visit++) {
    expect(openProfile().map(({ value }) => value)).toEqual(["Ana", "Titular", ""]);
    expect(isUnfolded()).toEqual([true, false]);
    expect(listKeptTexts("profile", "row", 1)).toEqual(["Formator"]);
  }
  // Saved on another device: what was not changed here is as it was saved there.
  expect(openProfile([""], "Anca").map(({ value }) => value)).toEqual(["Anca", "Titular", ""]);
  // A refused form returns with all values. Those that are saved are not part of the draft.
  openProfile(["Titular", "Formator"], "Ana", "row");
  expect(openProfile(["", ""], "Anca").map(({ value }) => value)).toEqual([
    "Anca",
    "Titular",
    "Formator",
    "",
  ]);
  document.forms[0]?.dispatchEvent(new Event("submit"));
  land({ isSent: true });
  expect(openProfile(["Titular", "Formator"]).map(({ value }) => value)).toEqual([
    "Ana",
    "Titular",
    "Formator",
    "",
  ]);
  expect(localStorage.length).toBe(0);
});

test("a date of birth is restored in the order of the page's language", () => {
  const openBirthDate = (lang: string) => {
    document.documentElement.lang = lang;
    document.body.dataset.visitor = "anna";
    document.body.innerHTML = `<div><form><input name="birth_date" data-typed-day value=""></form></div>`;
    enhanceDraft(document.querySelector("div") as HTMLElement, { key: "profile", prefilled: "1" });
    return document.querySelector("input") as HTMLInputElement;
  };
  const typed = openBirthDate("en");
  typed.value = "03/04/1979";
  typed.dispatchEvent(new Event("input", { bubbles: true }));
  expect(openBirthDate("ro").value).toBe("04.03.1979");
  expect(openBirthDate("en").value).toBe("03/04/1979");
});

test("the text is deleted once a page says that it was sent, and a later text stays", () => {
  const area = open();
  type(area, "Marți la 17");
  submit(area);
  // The answer asks to sign in. The form of that page is not this one.
  land({ isAnswer: true });
  expect(localStorage.length).toBe(1);
  land({ isSent: true });
  expect(localStorage.length).toBe(0);
  const sent = open("/enquiries/abc?done=answered");
  expect(sent.value).toBe("");
  type(sent, "Sau joi");
  land({ isSent: true });
  expect(open("/enquiries/abc?done=answered").value).toBe("Sau joi");
});

test("the time of the last change is stored with the text, and opening the page does not renew it", () => {
  vi.useFakeTimers({ now: 1000 });
  type(open(), "Marți");
  vi.setSystemTime(2000);
  open();
  expect(JSON.parse(localStorage.getItem("drafts/anna/abc") ?? "")).toEqual([{ " 0": "Marți" }, 1000, ""]);
  type(open(), "Marți la 17");
  expect(JSON.parse(localStorage.getItem("drafts/anna/abc") ?? "")).toEqual([
    { " 0": "Marți la 17" },
    2000,
    "",
  ]);
  vi.useRealTimers();
});

test("a text that was not sent stays: after an error, as the server returns it, and by the Back button", () => {
  const area = open();
  type(area, "Marți la 17");
  submit(area);
  land({ isAnswer: true });
  land();
  // The page after an earlier message, or after another form.
  land({ isSent: true });
  expect(open().value).toBe("Marți la 17");
  submit(area);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { type: "back_forward" } as PerformanceNavigationTiming,
  ]);
  land({ isSent: true });
  expect(open("/enquiries/abc", { text: "Marți la 18" }).value).toBe("Marți la 18");
  expect(open().value).toBe("Marți la 18");
});

test("an emptied text is deleted; a damaged one and a disabled storage count as none", () => {
  const area = open();
  type(area, "Marți");
  type(area, "");
  expect(localStorage.length).toBe(0);
  localStorage.setItem("drafts/anna/abc", "{");
  expect(open().value).toBe("");
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("disabled");
  });
  expect(open().value).toBe("");
});

test("the times of a proposal stay beside the reply until they are sent, in a form that is open", () => {
  const openProposal = (query = "", purpose = "propose") => {
    window.location.href = `https://catedra.test/enquiries/abc${query}`;
    document.body.dataset.visitor = "anna";
    document.body.innerHTML = `<details><div><form><input type="hidden" name="once" value="${query}">
      <input name="times"><select name="minutes"><option>60</option><option selected>90</option></select>
      <input type="radio" name="where" value="online" checked><input type="radio" name="where" value="place">
      <input name="place" value="La bibliotecă"></form></div></details>`;
    const element = document.querySelector("div") as HTMLElement;
    enhanceDraft(element, { key: "lesson", purpose });
    const form = document.querySelector("form") as HTMLFormElement;
    return {
      form,
      values: [...new FormData(form).values()].slice(1),
      isOpen: document.querySelector("details")?.open,
    };
  };
  expect(openProposal()).toMatchObject({ values: ["", "90", "online", "La bibliotecă"], isOpen: false });
  expect(localStorage.length).toBe(0);
  const { form } = openProposal();
  const [, times, minutes, , place] = [...form.elements] as HTMLInputElement[];
  if (!times || !minutes || !place) throw new Error("fields");
  times.value = "2026-11-22T11:00";
  minutes.value = "60";
  place.checked = true;
  times.dispatchEvent(new Event("input", { bubbles: true }));
  const typed = ["2026-11-22T11:00", "60", "place", "La bibliotecă"];
  // After a message of the other form.
  for (const query of ["?done=answered", ""])
    expect(openProposal(query)).toMatchObject({ values: typed, isOpen: true });
  expect(open().value).toBe("");
  expect(openProposal("", "move")).toMatchObject({ isOpen: false });
  times.dispatchEvent(new Event("input", { bubbles: true }));
  submit(openProposal());
  land({ isSent: true });
  expect(openProposal("?done=lesson_proposed")).toMatchObject({
    values: ["", "90", "online", "La bibliotecă"],
  });
  expect(localStorage.length).toBe(0);
});

test("a guest's message to a teacher stays in the tab until it was sent; the page's own values are newer", () => {
  const openListing = (fields = "", visitor = "") => {
    window.location.href = "https://catedra.test/tutoring/abc";
    document.body.dataset.visitor = visitor;
    document.body.innerHTML = `<div><form>${fields}<input type="radio" name="who" value="me">
      <input type="radio" name="who" value="child"><textarea name="message"></textarea>
      <input name="email"><input type="checkbox" name="adult" value="1"></form></div>`;
    const element = document.querySelector("div") as HTMLElement;
    enhanceDraft(element, { key: "enquire/abc", guests: "sessionStorage" });
    const form = document.querySelector("form") as HTMLFormElement;
    return { form, values: Object.fromEntries(new FormData(form)) };
  };
  const { form } = openListing();
  const [, child, message, email, adult] = [...form.elements] as HTMLInputElement[];
  if (!child || !message || !email || !adult) throw new Error("fields");
  for (const field of [child, adult]) field.checked = true;
  message.value = "Clasa a VIII-a";
  email.value = "ana@gmial.com";
  message.dispatchEvent(new Event("input", { bubbles: true }));
  const typed = { who: "child", message: "Clasa a VIII-a", email: "ana@gmial.com", adult: "1" };
  // A question of the server adds a field.
  expect(openListing('<input name="kept">').values).toMatchObject(typed);
  expect(localStorage.length).toBe(0);
  expect(openListing('<input aria-invalid="true">').values).toMatchObject({ message: "", email: "" });
  message.dispatchEvent(new Event("input", { bubbles: true }));
  submit(openListing());
  land({ visitor: "" });
  expect(openListing().values).toMatchObject(typed);
  submit(openListing());
  land({ isSent: true, visitor: "" });
  expect(sessionStorage.length).toBe(0);
  expect(openListing().values).toMatchObject({ message: "", email: "" });
});

test("a message to several teachers stays, without the choice of teachers", () => {
  const openForm = (ids: readonly string[]) => {
    document.body.innerHTML = `<div><form>${ids
      .map((id) => `<input type="checkbox" name="listing_ids" value="${id}" checked>`)
      .join("")}<textarea name="message"></textarea></form></div>`;
    enhanceDraft(document.querySelector("div") as HTMLElement, { key: "enquire-several" });
    return document.querySelector("form") as HTMLFormElement;
  };
  const [first, , message] = [...openForm(["a", "b"]).elements] as [
    HTMLInputElement,
    unknown,
    HTMLTextAreaElement,
  ];
  first.checked = false;
  type(message, "Clasa a VIII-a");
  expect([...new FormData(openForm(["c"]))]).toEqual([
    ["listing_ids", "c"],
    ["message", "Clasa a VIII-a"],
  ]);
});

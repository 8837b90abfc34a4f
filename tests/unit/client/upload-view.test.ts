// @vitest-environment happy-dom
import { createUploadView } from "@client/enhance/upload-view";
import { beforeEach, describe, expect, test } from "vitest";

const FORM = `
  <div class="field">
    <div id="field-picture-help">JPEG</div>
    <input type="file" id="field-picture" aria-describedby="field-picture-help">
  </div>
  <template><p class="field__error" id="field-picture-error"><svg></svg> </p></template>
  <div data-plain></div>
  <div data-upload hidden>
    <progress></progress>
    <button type="button" data-action="pause">Pause</button>
    <button type="button" data-action="resume">Resume</button>
    <button type="button" data-action="cancel">Cancel</button>
  </div>
  <p role="status"></p>
  <a href="/">elsewhere</a>`;

function openView() {
  const element = document.createElement("div");
  element.innerHTML = FORM;
  document.body.replaceChildren(element);
  const at = <T extends HTMLElement>(selector: string) => element.querySelector(selector) as T;
  return {
    view: createUploadView(element, { sending: "{name}: {percent}" }),
    at,
    input: at<HTMLInputElement>("input"),
    button: (action: string) => at<HTMLButtonElement>(`[data-action=${action}]`),
    status: at("[role=status]"),
  };
}
let scene: ReturnType<typeof openView>;
beforeEach(() => {
  scene = openView();
});

describe("keyboard focus", () => {
  test("moves from Pause to Resume and back, and from Cancel to the file field", () => {
    const { view, button, input } = scene;
    view.offer("pause", "cancel");
    button("pause").focus();
    view.offer("resume", "cancel");
    expect(document.activeElement).toBe(button("resume"));
    view.offer("pause", "cancel");
    expect(document.activeElement).toBe(button("pause"));
    button("cancel").focus();
    view.unlock();
    view.offer();
    expect(document.activeElement).toBe(input);
  });

  test("moves from the chosen file to its actions, unless the user moved it meanwhile", () => {
    const { view, button, input, at } = scene;
    input.focus();
    view.lock();
    view.offer("pause", "cancel");
    expect(document.activeElement).toBe(button("pause"));
    view.unlock();
    view.offer();
    input.focus();
    view.lock();
    at("a").focus();
    view.offer("cancel");
    view.unlock();
    view.offer();
    expect(document.activeElement).toBe(at("a"));
  });
});

test("an error is shown at the field as without a script, once, and cleared by the next message", () => {
  const { view, input, status, at } = scene;
  view.refuse("Too large.");
  view.refuse("Not a picture.");
  const errors = document.querySelectorAll("#field-picture-error");
  expect([...errors].map((error) => error.textContent?.trim())).toEqual(["Not a picture."]);
  expect(input.previousElementSibling).toBe(errors[0]);
  expect(errors[0]?.getAttribute("role")).toBe("alert");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-describedby")).toBe("field-picture-help field-picture-error");
  expect(at(".field").classList.contains("field--invalid")).toBe(true);

  view.say("sending", { name: "a.jpg", percent: 10 });
  expect(document.querySelector("#field-picture-error")).toBeNull();
  expect([input.hasAttribute("aria-invalid"), input.getAttribute("aria-describedby")]).toEqual([
    false,
    "field-picture-help",
  ]);
  expect(status.textContent).toBe("a.jpg: 10");
});

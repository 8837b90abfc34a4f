import type { Enhancer } from "./index";

/** Lets the button show and hide the typed password. It is hidden again when the form is sent. */
export const enhancePasswordField: Enhancer = (element) => {
  const input = element.querySelector("input");
  const button = element.querySelector("button");
  if (!input || !button) return;
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.addEventListener("click", () => show(input.type === "password"));
  input.form?.addEventListener("submit", () => show(false));
};

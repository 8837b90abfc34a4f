import type { Enhancer } from "./index";

/** Adds a button that prints the page. */
export const enhancePrintButton: Enhancer = (element, { print = "" }) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--secondary";
  button.textContent = print;
  button.addEventListener("click", () => window.print());
  element.append(button);
};

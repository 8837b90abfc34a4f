import type { Enhancer } from "./index";

/** A button that prints the page; without script one prints from the browser's own menu. */
export const printButton: Enhancer = (element, { print = "" }) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--secondary";
  button.textContent = print;
  button.addEventListener("click", () => window.print());
  element.append(button);
};

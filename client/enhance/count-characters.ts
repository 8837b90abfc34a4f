import type { Enhancer } from "./index";

/** Shows how many characters of a text area are left, or missing to its minimum. */
export const enhanceCharacterCount: Enhancer = (element, { left = "", missing = "" }) => {
  const area = element.querySelector("textarea");
  if (!area) return;
  const count = document.createElement("p");
  count.className = "field__help";
  const show = () => {
    const length = area.value.trim().length;
    const isShort = length < area.minLength;
    const n = isShort ? area.minLength - length : area.maxLength - length;
    count.textContent = (isShort ? missing : left).replace("{n}", String(n));
  };
  area.after(count);
  area.addEventListener("input", show);
  show();
};

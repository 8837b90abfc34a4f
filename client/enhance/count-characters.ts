import type { Enhancer } from "./index";

/** Shows how many characters of a text area are left, or missing to its minimum, or too many. */
export const enhanceCharacterCount: Enhancer = (element, { min = "0", max = "0", ...texts }) => {
  const area = element.querySelector("textarea");
  // React renders the parts of an island.
  if (!area || element.closest("[data-island]")) return;
  const count = document.createElement("p");
  const show = () => {
    const length = area.value.trim().length;
    const [text = "", n] =
      length < Number(min)
        ? [texts.missing, Number(min) - length]
        : length > Number(max)
          ? [texts.over, length - Number(max)]
          : [texts.left, Number(max) - length];
    count.className = text === texts.over ? "field__error" : "field__help";
    count.textContent = text.replace("{n}", n.toLocaleString(document.documentElement.lang));
  };
  element.after(count);
  area.addEventListener("input", show);
  show();
};

import type { Enhancer } from "./index";

/** Offers only the places of the chosen county. */
export const enhancePlaceOptions: Enhancer = (element) => {
  const select = element.querySelector("select");
  if (!select) return;
  const update = () => {
    for (const option of element.querySelectorAll<HTMLOptionElement>("datalist option"))
      option.disabled = select.value !== "" && option.dataset.county !== select.value;
  };
  select.addEventListener("change", update);
  update();
};

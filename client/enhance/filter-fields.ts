import { withoutMarks } from "@/shared/text";
import type { Enhancer } from "./index";

const fold = (text: string | null): string => withoutMarks(text ?? "").toLowerCase();

/** Shows only the fields of the form that follows whose group or section contains the typed words. */
export const enhanceFieldFilter: Enhancer = (element) => {
  const input = element.querySelector("input");
  const status = element.querySelector<HTMLElement>("[data-empty]");
  const form = element.nextElementSibling;
  if (!input || !status || !form) return;
  const filter = () => {
    const words = fold(input.value).split(/\s+/);
    const matches = (part: Element | null) =>
      words.every((word) => fold(part?.textContent ?? "").includes(word));
    let isEmpty = true;
    for (const section of form.querySelectorAll<HTMLElement>(".form__section")) {
      const isWhole = matches(section.querySelector("h2"));
      // A section without groups is shown or hidden as a whole.
      const parts = section.querySelector(":scope > fieldset")
        ? [...section.querySelectorAll<HTMLElement>(":scope > :not(h2)")]
        : [];
      for (const part of parts) part.hidden = !isWhole && !matches(part.querySelector("legend") ?? part);
      section.hidden = !isWhole && parts.every((part) => part.hidden);
      if (!section.hidden) isEmpty = false;
    }
    status.textContent = isEmpty ? (status.dataset.empty ?? "") : "";
  };
  input.addEventListener("input", filter);
  filter();
};

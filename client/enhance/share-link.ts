import type { Enhancer } from "./index";

/** Shows the buttons that copy the address of the field before it, and that open the device's share sheet. */
export const enhanceShareLink: Enhancer = (element, { copied = "" }) => {
  const url = element.parentElement?.querySelector<HTMLInputElement>(".input[readonly]")?.value ?? "";
  const show = (name: string, press: (button: HTMLButtonElement) => Promise<void>) => {
    const button = element.querySelector<HTMLButtonElement>(`[data-share=${name}]`);
    if (!button) return;
    button.hidden = false;
    // A refused permission or a closed sheet leaves the address in its field.
    button.addEventListener("click", () => void press(button).catch(() => {}));
  };
  if (navigator.clipboard)
    show("copy", async (button) => {
      await navigator.clipboard.writeText(url);
      button.textContent = copied;
    });
  if (navigator.share) show("device", () => navigator.share({ title: document.title, url }));
};

/** Removes the error of a field as soon as its value changes. Islands render their own errors. */
export function watchErrors(page: Document): void {
  page.addEventListener("input", ({ target }) => {
    const field = (target as Element).closest(".field--invalid");
    if (!field || field.closest("[data-island]")) return;
    field.classList.remove("field--invalid");
    field.querySelector(":scope > .field__error")?.remove();
    for (const input of field.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  });
}

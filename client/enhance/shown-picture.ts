/** Puts a picture that was just stored where the page shows its owner's, and offers to remove it. */
export function showPicture(element: HTMLElement, address: string): void {
  const place = element.querySelector<HTMLElement>("[data-shown]");
  const before = place?.firstElementChild;
  if (!place || !before) return;
  const picture = document.createElement("img");
  picture.className = before.className;
  picture.alt = "";
  picture.width = picture.height = before.clientWidth;
  // As wide as screens of two dots a pixel want it.
  picture.src = `${address}&w=${before.clientWidth * 2}`;
  place.replaceChildren(picture);
  element.querySelector("[data-remove]")?.removeAttribute("hidden");
}

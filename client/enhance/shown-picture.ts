/** Puts a picture that was just stored where the page shows its owner's, and offers to remove it. */
export function showPicture(element: HTMLElement, address: string): void {
  const places = [
    element.querySelector<HTMLElement>("[data-shown] > .avatar"),
    document.querySelector<HTMLElement>(".account-menu .avatar"),
  ];
  for (const place of places) if (place) place.replaceWith(pictureLike(place, address));
  element.querySelector("[data-remove]")?.removeAttribute("hidden");
}

function pictureLike(place: HTMLElement, address: string): HTMLImageElement {
  const picture = document.createElement("img");
  picture.className = place.className;
  picture.alt = "";
  const side = place.clientWidth;
  picture.width = picture.height = side;
  // As wide as screens of two dots a pixel want it.
  picture.src = `${address}&w=${side * 2}`;
  return picture;
}

import { toCardFile } from "@/platform/media";
import { paths } from "@/shared/paths";
import type { Picture } from "@/ui/pictures";

/** Width of the card size in pixels, as platform/media makes it. */
const CARD_PIXELS = 480;

/** The path of a picture in the size of cards. */
export const toCardPicturePath = (listingId: string, file: string): string =>
  paths.listingImage(listingId, toCardFile(file));

/** The props of a stored picture. The browser may choose the size of a card from `srcSet`. */
export function toListingPicture(
  listingId: string,
  { file, width, height }: { file: string; width: number; height: number },
  alt: string,
): Picture {
  const full = paths.listingImage(listingId, file);
  const card = toCardPicturePath(listingId, file);
  const srcSet = width > CARD_PIXELS ? `${card} ${CARD_PIXELS}w, ${full} ${width}w` : undefined;
  return { src: full, ...(srcSet ? { srcSet } : {}), width, height, alt };
}

import { HEIF } from "image-size/types/heif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";

/** Pixels. */
export type PictureSize = { width: number; height: number };

/** Accepted types of pictures, by their magic bytes. HEIF is the container of AVIF. */
const ACCEPTED_TYPES = [JPG, PNG, WEBP, HEIF];

/** The size of a JPEG, PNG, WebP or AVIF picture by its header; null for other files, and for AVIF if it is refused. */
export function measurePicture(bytes: Uint8Array, { avif } = { avif: true }): PictureSize | null {
  try {
    const types = avif ? ACCEPTED_TYPES : ACCEPTED_TYPES.filter((type) => type !== HEIF);
    const size = types.find((type) => type.validate(bytes))?.calculate(bytes);
    if (!size || (size.type ?? "avif") !== "avif") return null;
    // An AVIF file may contain several pictures.
    const [largest] = [size, ...(size.images ?? [])].toSorted(
      (a, b) => b.width * b.height - a.width * a.height,
    );
    return largest?.width && largest.height ? { width: largest.width, height: largest.height } : null;
  } catch {
    return null;
  }
}

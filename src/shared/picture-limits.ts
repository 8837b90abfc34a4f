import type { FieldError } from "./errors";
import type { Translator } from "./i18n/translator";

/** Bounds of uploaded pictures: 5 MB and 40 megapixels. */
export const IMAGE_LIMITS = { bytes: 5 * 1024 * 1024, pixels: 40_000_000 } as const;

/** Accepted media types; the real type is read from the bytes. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

/** What a file field offers with a script, which turns photos of phones into JPEG where the browser can read them. */
export const ACCEPTED_WITH_SCRIPT = [...IMAGE_TYPES, "image/heic", "image/heif", ".heic", ".heif"].join(",");

/** Sides in pixels of the stored profile picture squares. */
export const AVATAR_SIZES = [96, 192, 512] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The smallest size of at least `width` pixels; the largest if none is, or `width` is NaN. */
export const getAvatarSize = (width: number): AvatarSize =>
  AVATAR_SIZES.find((size) => size >= width) ?? LARGEST_AVATAR;
const LARGEST_AVATAR = AVATAR_SIZES[2];

export type PictureProblem =
  | "not_an_image"
  | "heic_not_readable"
  | "image_too_large"
  | "image_too_many_pixels";

/** The error of a rejected picture, with its name and the limit in the reader's language. */
export function toPictureError(t: Translator, code: string, fileName: string): FieldError {
  const name = fileName.length > 60 ? `${fileName.slice(0, 59)}…` : fileName;
  const limits: Record<string, string> = {
    image_too_large: `${IMAGE_LIMITS.bytes / 1024 ** 2} MB`,
    image_too_many_pixels: t.count("general.counts.megapixels", IMAGE_LIMITS.pixels / 1_000_000),
  };
  return { field: "pictures", code, params: { name, limit: limits[code] ?? "" } };
}

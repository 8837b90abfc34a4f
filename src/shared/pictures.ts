import type { FieldError } from "./errors";
import type { Translator } from "./i18n/translator";

/** What a picture may be on its way in: at most 5 MB and 40 megapixels, of a kind that browsers show. */
export const IMAGE_LIMITS = { bytes: 5 * 1024 * 1024, pixels: 40_000_000 } as const;

/** Media types a picture may come in; what it really is, its bytes say. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

/** Sides in pixels of the squares that a profile picture is kept in. */
export const AVATAR_SIZES = [96, 192, 512] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The smallest size that fills so many pixels; the largest for what is wider, or not said. */
export const avatarSizeFor = (width: number): AvatarSize =>
  AVATAR_SIZES.find((size) => size >= width) ?? LARGEST_AVATAR;
const LARGEST_AVATAR = AVATAR_SIZES[2];

export type PictureProblem = "not_an_image" | "image_too_large" | "image_too_many_pixels";

/** The error of one refused picture: which one, and the limit in the reader's language. */
export function pictureError(t: Translator, code: string, fileName: string): FieldError {
  const name = fileName.length > 60 ? `${fileName.slice(0, 59)}…` : fileName;
  const limits: Record<string, string> = {
    image_too_large: `${IMAGE_LIMITS.bytes / 1024 ** 2} MB`,
    image_too_many_pixels: t.count("general.counts.megapixels", IMAGE_LIMITS.pixels / 1_000_000),
  };
  return { field: "pictures", code, params: { name, limit: limits[code] ?? "" } };
}

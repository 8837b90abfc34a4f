import type { FieldError } from "./errors";
import type { Translator } from "./i18n/translator";

/** What a picture may be on its way in: at most 5 MB and 40 megapixels, of a kind that browsers show. */
export const IMAGE_LIMITS = { bytes: 5 * 1024 * 1024, pixels: 40_000_000 } as const;

/** Media types a picture may come in; what it really is, its bytes say. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

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

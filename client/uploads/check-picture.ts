import { IMAGE_LIMITS, IMAGE_TYPES, type PictureProblem } from "@/shared/picture-limits";

/** Why the server would refuse a picture, as far as a browser can tell; null for a valid one. */
export async function findPictureProblem(file: File): Promise<PictureProblem | null> {
  if (file.type !== "" && !(IMAGE_TYPES as readonly string[]).includes(file.type)) return "not_an_image";
  if (file.size > IMAGE_LIMITS.bytes) return "image_too_large";
  const pixels = await countPixels(file);
  // AVIF is the only accepted type that a supported browser may be unable to read.
  if (pixels === null) return file.type === "image/avif" ? null : "not_an_image";
  return pixels > IMAGE_LIMITS.pixels ? "image_too_many_pixels" : null;
}

/** Null when this browser can't decode it. */
async function countPixels(file: File): Promise<number | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const pixels = bitmap.width * bitmap.height;
    bitmap.close();
    return pixels;
  } catch {
    return null;
  }
}

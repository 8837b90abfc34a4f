import { IMAGE_LIMITS, IMAGE_TYPES, type PictureProblem } from "@/shared/picture-limits";

/** Longest side of a reduced picture (pixels): more than any page shows. */
const REDUCED_SIDE = 2560;

/** The picture to upload: reduced if the server would refuse it; or why it would, as far as a browser can tell. */
export async function preparePicture(file: File): Promise<File | PictureProblem> {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!isHeic && file.type !== "" && !(IMAGE_TYPES as readonly string[]).includes(file.type))
    return "not_an_image";
  const isTooLarge = file.size > IMAGE_LIMITS.bytes;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) {
    if (isHeic) return "heic_not_readable";
    if (isTooLarge) return "image_too_large";
    // AVIF is the only accepted type that a supported browser may be unable to read.
    return file.type === "image/avif" ? file : "not_an_image";
  }
  try {
    const hasTooManyPixels = bitmap.width * bitmap.height > IMAGE_LIMITS.pixels;
    if (!isHeic && !isTooLarge && !hasTooManyPixels) return file;
    const reduced = await toReducedJpeg(bitmap);
    if (!reduced) return hasTooManyPixels ? "image_too_many_pixels" : "image_too_large";
    const name = file.name.replace(/(\.\w+)?$/, ".jpg");
    // The same file makes the same upload again, so that an interrupted one can resume.
    return new File([reduced], name, { type: reduced.type, lastModified: file.lastModified });
  } finally {
    bitmap.close();
  }
}

/** Null if the browser can't draw it. */
function toReducedJpeg(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, REDUCED_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
}

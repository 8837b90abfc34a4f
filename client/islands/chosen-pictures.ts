import type { Translator } from "@/shared/i18n/translator";
import { IMAGE_LIMITS, IMAGE_TYPES, pictureError } from "@/shared/pictures";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";

/** A picture chosen on this device and not sent yet; `url` shows it. */
export type ChosenPicture = { file: File; url: string };

/**
 * Sorts out the files that the server would refuse, as far as a browser can tell, with the reasons in words. `room` is
 * how many may still come.
 */
export async function choosePictures(t: Translator, files: readonly File[], room: number) {
  const chosen: ChosenPicture[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const code = chosen.length >= room ? "too_many_pictures" : await problemOf(file);
    if (code === null) {
      chosen.push({ file, url: URL.createObjectURL(file) });
    } else {
      const { params } = pictureError(t, code, file.name);
      problems.push(t(`general.errors.${code}`, { ...params, maximum: LISTING_BOUNDS.pictures }));
    }
  }
  return { chosen, problem: problems.length > 0 ? problems.join(" ") : null };
}

async function problemOf(file: File): Promise<string | null> {
  if (file.type !== "" && !(IMAGE_TYPES as readonly string[]).includes(file.type)) return "not_an_image";
  if (file.size > IMAGE_LIMITS.bytes) return "image_too_large";
  const pixels = await pixelsOf(file);
  // AVIF is the one kind that a browser may not read though the server does.
  if (pixels === null) return file.type === "image/avif" ? null : "not_an_image";
  return pixels > IMAGE_LIMITS.pixels ? "image_too_many_pixels" : null;
}

/** Null when this browser can't decode it. */
async function pixelsOf(file: File): Promise<number | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const pixels = bitmap.width * bitmap.height;
    bitmap.close();
    return pixels;
  } catch {
    return null;
  }
}

/** Makes a file input hold exactly these files, in this order. */
export function putIntoInput(input: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
}

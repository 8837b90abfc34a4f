import { hashFile } from "@client/uploads/hash-file";
import { preparePicture } from "@client/uploads/prepare-picture";
import type { Translator } from "@/shared/i18n/translator";
import { toPictureError } from "@/shared/picture-limits";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";

/** A chosen picture that is not stored yet. */
export type ChosenPicture = {
  file: File;
  /** A `blob:` URL that shows it. */
  url: string;
  /** Name of the stored file, without an extension. */
  name: string;
};

/**
 * Reduces large pictures, sorts out files that the server would refuse, and explains why.
 *
 * @param maxCount how many pictures the listing can still take
 * @param usedFiles names of the listing's files
 */
export async function choosePictures(
  t: Translator,
  files: readonly File[],
  maxCount: number,
  usedFiles: ReadonlySet<string>,
): Promise<{ chosen: ChosenPicture[]; problem: string | null }> {
  const chosen: ChosenPicture[] = [];
  const problems: string[] = [];
  for (const original of files) {
    const file = chosen.length >= maxCount ? "too_many_pictures" : await preparePicture(original);
    if (typeof file === "string") {
      const { params } = toPictureError(t, file, original.name);
      problems.push(t(`general.errors.${file}`, { ...params, max: LISTING_BOUNDS.pictures }));
      continue;
    }
    const name = await hashFile(file);
    if (usedFiles.has(`${name}.webp`) || chosen.some((picture) => picture.name === name)) {
      problems.push(t("listings.form.pictures.duplicate", { name: original.name }));
    } else {
      chosen.push({ file, name, url: URL.createObjectURL(file) });
    }
  }
  return { chosen, problem: problems.length > 0 ? problems.join(" ") : null };
}

/** Replaces the files of a file field. */
export function setInputFiles(input: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
}

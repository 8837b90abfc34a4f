import { findPictureProblem } from "@client/uploads/check-picture";
import type { Translator } from "@/shared/i18n/translator";
import { toPictureError } from "@/shared/pictures";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";

/** A picture chosen on this device and not sent yet; `url` shows it, `name` is what it will be stored under. */
export type ChosenFile = { file: File; url: string; name: string };

/**
 * Sorts out the files that the server would refuse, as far as a browser can tell, with the reasons in words. `room` is
 * how many may still come, `taken` the stored files' names that are in use.
 */
export async function choosePictures(
  t: Translator,
  files: readonly File[],
  room: number,
  taken: ReadonlySet<string>,
) {
  const chosen: ChosenFile[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const name = await nameOf(file);
    if (taken.has(`${name}.webp`) || chosen.some((one) => one.name === name)) {
      problems.push(t("listings.form.pictures.twice", { name: file.name }));
      continue;
    }
    const code = chosen.length >= room ? "too_many_pictures" : await findPictureProblem(file);
    if (code === null) {
      chosen.push({ file, name, url: URL.createObjectURL(file) });
    } else {
      const { params } = toPictureError(t, code, file.name);
      problems.push(t(`general.errors.${code}`, { ...params, maximum: LISTING_BOUNDS.pictures }));
    }
  }
  return { chosen, problem: problems.length > 0 ? problems.join(" ") : null };
}

/**
 * What a file is stored under: the same name for the same file, so that an upload which a reload broke off goes on when
 * it is chosen again. It says nothing of what the file is called.
 */
async function nameOf(file: File): Promise<string> {
  const facts = new TextEncoder().encode([file.name, file.size, file.lastModified, file.type].join("/"));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", facts));
  return [...digest.slice(0, 10)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Makes a file input hold exactly these files, in this order. */
export function putIntoInput(input: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
}

import { paths } from "@/shared/paths";
import type { FormValues } from "@/shared/schemas/listing";
import type { ChosenPicture } from "./choose-pictures";

/** A picture that the server has stored, for this listing or for this form. */
export type StoredListingPicture = {
  /** How the form names it: its id, or `at:` and the name under which it was uploaded. */
  reference: string;
  /** File name in the listing's folder. */
  file: string;
  src: string;
  alt: string;
};

/** The upload state of an unstored picture. */
export type PictureUploadState =
  /** Until the listing is saved; a submit of the form includes the file. */
  | { kind: "queued" }
  | { kind: "sending"; percent: number | null }
  | { kind: "offline" }
  | { kind: "stuck" }
  /** Refused with a reason; the form leaves the file out. */
  | { kind: "refused"; text: string };

/** A picture of the form: stored, or chosen and not stored yet. */
export type FormPicture = {
  key: string;
  src: string;
  alt: string;
  stored: Pick<StoredListingPicture, "reference" | "file"> | null;
  /** Null once it is stored. */
  unstored: (ChosenPicture & { upload: PictureUploadState }) | null;
};

export const fromStoredPicture = ({ reference, file, src, alt }: StoredListingPicture): FormPicture => ({
  key: reference,
  src,
  alt,
  stored: { reference, file },
  unstored: null,
});

/** Whether a submit of the form includes the file. */
const isSentWithForm = ({ unstored }: FormPicture): boolean =>
  !!unstored && unstored.upload.kind !== "refused";

/** The files that a submit of the form includes. */
export const listFiles = (pictures: readonly FormPicture[]): File[] =>
  pictures.flatMap((picture) => (isSentWithForm(picture) && picture.unstored ? [picture.unstored.file] : []));

/** How the form names each picture, in order; null for one that it leaves out. */
export function listReferences(pictures: readonly FormPicture[]): (string | null)[] {
  let files = 0;
  return pictures.map(
    (picture) => picture.stored?.reference ?? (isSentWithForm(picture) ? `new:${files++}` : null),
  );
}

/** Storage path of a listing's picture. */
export const toListingPicturePath = (listingId: string, file: string) =>
  `images/listings/${listingId}/${file}`;

/** The pictures that a form's values name: known ones by their reference, uploaded ones by their file name. */
export function findNamedPictures(
  values: FormValues,
  listingId: string,
  knownPictures: readonly StoredListingPicture[],
): StoredListingPicture[] {
  const known = new Map(knownPictures.map((picture) => [picture.reference, picture]));
  return (values.picture ?? []).flatMap((reference) => {
    const alt = values[`alt.${reference}`]?.[0] ?? "";
    const picture = known.get(reference);
    if (picture) return [{ ...picture, alt }];
    if (!reference.startsWith("at:")) return [];
    const file = `${reference.slice("at:".length)}.webp`;
    return [{ reference, file, alt, src: paths.listingImage(listingId, file) }];
  });
}

/** The pictures of a saved listing. */
export const toStoredPictures = (
  listingId: string,
  images: readonly { path: string; alt: string }[],
): StoredListingPicture[] =>
  images.map(({ path, alt }) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const reference = `at:${file.replace(".webp", "")}`;
    return { reference, file, alt, src: paths.listingImage(listingId, file) };
  });

import { paths } from "@/shared/paths";
import type { FormValues } from "@/shared/schemas/listing";
import type { StoredPictureView } from "./picture-items";

/** Where the storage calls have a listing's picture. */
export const picturePathOf = (id: string, file: string) => `images/listings/${id}/${file}`;

const viewOf = (id: string, one: Omit<StoredPictureView, "src">): StoredPictureView => ({
  ...one,
  src: paths.listingImage(id, one.file),
});

/** The pictures that a form's values name: those it `knows`, and those that went up by their name. */
export function picturesNamed(
  values: FormValues,
  id: string,
  knows: readonly StoredPictureView[],
): StoredPictureView[] {
  const known = new Map(knows.map((one) => [one.place, one]));
  return (values.picture ?? []).flatMap((place) => {
    const alt = values[`alt.${place}`]?.[0] ?? "";
    const one = known.get(place);
    if (one) return [{ ...one, alt }];
    return place.startsWith("at:") ? [viewOf(id, { place, file: `${place.slice(3)}.webp`, alt })] : [];
  });
}

/** The pictures of a listing as the server has it. */
export const picturesAt = (
  id: string,
  images: readonly { path: string; alt: string }[],
): StoredPictureView[] =>
  images.map(({ path, alt }) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    return viewOf(id, { place: `at:${file.replace(".webp", "")}`, file, alt });
  });

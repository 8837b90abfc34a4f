import type { ChosenFile } from "./chosen-pictures";

/** A picture that the server holds already, for this listing or for this form. */
export type StoredPictureView = {
  /** How the form names it: its id, or `at:` and the name under which it went up. */
  place: string;
  /** Its name below the listing's folder, with its extension. */
  file: string;
  src: string;
  alt: string;
};

/** The upload state of a chosen picture. */
export type Journey =
  /** Until there is a listing to which it can be added; the form takes it along all the same. */
  | { kind: "waiting" }
  | { kind: "sending"; percent: number | null }
  | { kind: "offline" }
  | { kind: "stuck" }
  /** Refused for good, with the reason as text; the form leaves the file out. */
  | { kind: "refused"; text: string };

/** A picture of the form: stored, or chosen and on its way. */
export type PictureItem = {
  key: string;
  src: string;
  alt: string;
  stored: Pick<StoredPictureView, "place" | "file"> | null;
  /** Gone once it is stored. */
  chosen: (ChosenFile & { name: string; journey: Journey }) | null;
};

export const itemOf = ({ place, file, src, alt }: StoredPictureView): PictureItem => ({
  key: place,
  src,
  alt,
  stored: { place, file },
  chosen: null,
});

/** Whether the form itself has to send the file. */
export const goesAlong = ({ chosen }: PictureItem): boolean => !!chosen && chosen.journey.kind !== "refused";

export const filesOf = (items: readonly PictureItem[]): File[] =>
  items.flatMap((item) => (goesAlong(item) && item.chosen ? [item.chosen.file] : []));

/** How the form names each picture, in order; null for one that it leaves out. */
export function placesOf(items: readonly PictureItem[]): (string | null)[] {
  let files = 0;
  return items.map((item) => item.stored?.place ?? (goesAlong(item) ? `new:${files++}` : null));
}

/** The list with one picture moved by a place, towards the front or back. */
export function moved(items: readonly PictureItem[], key: string, by: -1 | 1): readonly PictureItem[] {
  const at = items.findIndex((item) => item.key === key);
  const item = items[at];
  if (!item) return items;
  const rest = items.filter((one) => one !== item);
  const to = Math.max(0, at + by);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

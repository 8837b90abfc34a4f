import { useEffect, useRef, useState } from "react";
import type { Translator } from "@/shared/i18n/translator";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { type ChosenPicture, choosePictures, putIntoInput } from "./chosen-pictures";

/** A picture that the server holds already, for this listing or for this form. */
export type StoredPictureView = { id: string; src: string; width: number; height: number };

export type PictureItem = {
  key: string;
  src: string;
  stored?: StoredPictureView;
  chosen?: ChosenPicture;
};

const asItem = (stored: StoredPictureView): PictureItem => ({ key: stored.id, src: stored.src, stored });
const filesOf = (items: readonly PictureItem[]): File[] => items.flatMap(({ chosen }) => chosen?.file ?? []);

/**
 * The pictures of a form as a list that can be added to, put in order and shortened. The list is the truth; the file
 * input is brought in line with it, as it is what the form sends. `onProblem` hears what is wrong with the files just
 * chosen, in words, or null.
 */
export function usePictures(
  t: Translator,
  pictures: readonly StoredPictureView[],
  input: () => HTMLInputElement | null,
  onProblem: (text: string | null) => void,
) {
  const [items, setItems] = useState<readonly PictureItem[]>(() => pictures.map(asItem));
  // The list of this moment, for what goes on after a picture was looked at: renders may have come and gone meanwhile.
  const latest = useRef(items);
  /** Files that are being looked at. They stay in the input, behind those of the list: the form may be sent now. */
  const looking = useRef<readonly File[]>([]);
  /** One choice after the other, so that each knows how much room the one before has left. */
  const turn = useRef(Promise.resolve());

  const change = (next: (items: readonly PictureItem[]) => readonly PictureItem[]) => {
    const before = latest.current;
    latest.current = next(before);
    for (const { chosen } of before) {
      if (chosen && !latest.current.some((item) => item.chosen === chosen)) URL.revokeObjectURL(chosen.url);
    }
    setItems(latest.current);
    const field = input();
    if (field) putIntoInput(field, [...filesOf(latest.current), ...looking.current]);
  };

  const look = async (files: readonly File[]) => {
    const room = LISTING_BOUNDS.pictures - latest.current.length;
    const { chosen, problem } = await choosePictures(t, files, room);
    looking.current = looking.current.filter((file) => !files.includes(file));
    change((now) => [...now, ...chosen.map((one) => ({ key: one.url, src: one.url, chosen: one }))]);
    onProblem(problem);
  };

  /** Takes in what stands in the file input; a browser puts a new choice there in place of the one before. */
  const take = () => {
    const known = new Set([...filesOf(latest.current), ...looking.current]);
    const files = [...(input()?.files ?? [])].filter((file) => !known.has(file));
    looking.current = [...looking.current, ...files];
    change((now) => now);
    turn.current = turn.current.then(() => look(files));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for files that were chosen before the script came
  useEffect(() => {
    if (input()?.files?.length) take();
  }, []);

  return {
    items,
    take,
    remove: (key: string) => change((now) => now.filter((item) => item.key !== key)),
    moveUp: (key: string) => change((now) => movedUp(now, key)),
  };
}

/** The list with one picture moved a place towards the front. */
function movedUp(items: readonly PictureItem[], key: string): readonly PictureItem[] {
  const at = items.findIndex((item) => item.key === key);
  const moved = items[at];
  const rest = items.filter((item) => item !== moved);
  const to = Math.max(0, at - 1);
  return moved ? [...rest.slice(0, to), moved, ...rest.slice(to)] : items;
}

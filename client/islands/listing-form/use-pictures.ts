import { useEffect, useRef } from "react";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { moveItem } from "@/shared/sortable-list";
import { usePage } from "@/ui/page-context";
import { choosePictures } from "./choose-pictures";
import { type FormPicture, fromStoredPicture, type StoredListingPicture } from "./form-pictures";
import { findPictureInput, usePictureList } from "./use-picture-list";
import { usePictureUploads } from "./use-picture-uploads";

type Options = {
  /** The initial pictures. */
  pictures: readonly StoredListingPicture[];
  /** Storage path of a picture; null until the listing is saved. */
  toPath(name: string): string | null;
  /** Why chosen files were left out; null when all were accepted. */
  onProblem(text: string | null): void;
  /** Called after each change of what the form would save. */
  onChange(): void;
};

/**
 * The ordered pictures of a form. Chosen pictures are checked, then uploaded one after another in the background; once
 * uploaded, the form leaves their files out.
 */
export function usePictures(options: Options) {
  const { t } = usePage();
  /** The options of the latest render: uploads and checks outlive renders. */
  const latestOptions = useRef(options);
  latestOptions.current = options;
  const list = usePictureList(options.pictures);
  const uploads = usePictureUploads(list, {
    toPath: (name) => latestOptions.current.toPath(name),
    onStored: () => latestOptions.current.onChange(),
  });
  /** Checks one choice of files at a time, so that each knows how many pictures can still be added. */
  const checkQueue = useRef(Promise.resolve());

  const check = async (files: readonly File[]) => {
    const { onProblem, onChange } = latestOptions.current;
    const { current } = list.latest;
    const used = current.flatMap((item) => item.stored?.file ?? `${item.unstored?.name}.webp`);
    const maxCount = LISTING_BOUNDS.pictures - current.length;
    const { chosen, problem } = await choosePictures(t, files, maxCount, new Set(used));
    list.endCheck(files);
    const added = chosen.map((picture): FormPicture => {
      const upload = { kind: "queued" } as const;
      return { key: picture.url, src: picture.url, alt: "", stored: null, unstored: { ...picture, upload } };
    });
    list.update((all) => [...all, ...added]);
    onProblem(problem);
    onChange();
    uploads.uploadNext();
  };

  /** Adds files; by default those of the input, in which a browser replaces the files chosen before. */
  const add = (dropped?: readonly File[]) => {
    const files = [...(dropped ?? findPictureInput()?.files ?? [])].filter((file) => !list.hasFile(file));
    list.startCheck(files);
    checkQueue.current = checkQueue.current.then(() => check(files));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for files that were chosen before the script was loaded
  useEffect(() => {
    if (findPictureInput()?.files?.length) add();
  }, []);

  return {
    items: list.items,
    checkingCount: list.checkingCount,
    add,
    uploadNext: uploads.uploadNext,
    remove(key: string) {
      uploads.cancel(key);
      list.update((all) => all.filter((item) => item.key !== key));
      latestOptions.current.onChange();
    },
    move(key: string, by: -1 | 1) {
      list.update((all) =>
        moveItem(
          all,
          all.findIndex((item) => item.key === key),
          by,
        ),
      );
      latestOptions.current.onChange();
    },
    retry: uploads.resume,
    /** Replaces the stored pictures; unstored ones follow them. */
    replaceStored(pictures: readonly StoredListingPicture[]) {
      // New keys reset the fields of the pictures.
      const replaced = pictures.map((picture) => ({
        ...fromStoredPicture(picture),
        key: `${picture.reference} ${Date.now()}`,
      }));
      list.update((all) => [...replaced, ...all.filter(({ unstored }) => unstored !== null)]);
    },
    /** File name of a stored picture, before it is rendered; null while it is not stored. */
    getFile: (reference: string): string | null =>
      list.latest.current.find(({ stored }) => stored?.reference === reference)?.stored?.file ?? null,
  };
}

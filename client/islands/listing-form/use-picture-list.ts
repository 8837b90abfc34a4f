import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { fieldId } from "@/ui/form";
import { setInputFiles } from "./choose-pictures";
import {
  type FormPicture,
  fromStoredPicture,
  listFiles,
  type PictureUploadState,
  type StoredListingPicture,
} from "./form-pictures";

export type PictureList = {
  /** The rendered list. */
  items: readonly FormPicture[];
  /** The list before it is rendered: uploads and checks outlive renders. */
  latest: Readonly<RefObject<readonly FormPicture[]>>;
  /** How many pictures may be added once their files are checked. */
  checkingCount: number;
  /** Whether a file is in the list or being checked. */
  hasFile(file: File): boolean;
  /** Files that a check has started with, or ended with. They stay in the input, after those of the list. */
  startCheck(files: readonly File[]): void;
  endCheck(files: readonly File[]): void;
  update(change: (items: readonly FormPicture[]) => readonly FormPicture[]): void;
  updateOne(key: string, change: (item: FormPicture) => FormPicture): void;
  setUpload(key: string, upload: PictureUploadState): void;
  exists(key: string): boolean;
};

/** The file field of the form's pictures. */
export const findPictureInput = () => document.getElementById(fieldId("pictures")) as HTMLInputElement | null;

/** The pictures of a form in order. The file field always holds the files that a submit has to include. */
export function usePictureList(pictures: readonly StoredListingPicture[]): PictureList {
  const [items, setItems] = useState<readonly FormPicture[]>(() => pictures.map(fromStoredPicture));
  const [checkingCount, setCheckingCount] = useState(0);
  const latest = useRef(items);
  /** Files that are being checked. Included in the input, because the form may be submitted during the check. */
  const checking = useRef<readonly File[]>([]);

  const fillInput = () => {
    const input = findPictureInput();
    if (input) setInputFiles(input, [...listFiles(latest.current), ...checking.current]);
  };
  const showChecking = () => {
    const free = LISTING_BOUNDS.pictures - latest.current.length;
    setCheckingCount(Math.max(0, Math.min(checking.current.length, free)));
  };
  const update: PictureList["update"] = (change) => {
    const before = latest.current;
    latest.current = change(before);
    for (const { key, src } of before) {
      const isGone = !latest.current.some((item) => item.key === key);
      if (isGone && src.startsWith("blob:")) URL.revokeObjectURL(src);
    }
    // Synchronously: the form may be read or submitted next, and names its files by their order in the input.
    flushSync(() => {
      setItems(latest.current);
      showChecking();
    });
    fillInput();
  };
  const updateOne: PictureList["updateOne"] = (key, change) =>
    update((all) => all.map((item) => (item.key === key ? change(item) : item)));

  return {
    items,
    latest,
    checkingCount,
    hasFile: (file) => [...listFiles(latest.current), ...checking.current].includes(file),
    startCheck(files) {
      checking.current = [...checking.current, ...files];
      showChecking();
      fillInput();
    },
    endCheck(files) {
      checking.current = checking.current.filter((file) => !files.includes(file));
    },
    update,
    updateOne,
    setUpload: (key, upload) =>
      updateOne(key, (item) => (item.unstored ? { ...item, unstored: { ...item.unstored, upload } } : item)),
    exists: (key) => latest.current.some((item) => item.key === key),
  };
}

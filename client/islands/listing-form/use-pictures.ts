import { type RunningUpload, uploadFile } from "@client/uploads";
import { getUploadErrorText } from "@client/uploads/upload-error-text";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { choosePictures, setInputFiles } from "./choose-pictures";
import {
  type FormPicture,
  fromStoredPicture,
  listFiles,
  movePicture,
  type PictureUploadState,
  type StoredListingPicture,
} from "./form-pictures";

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

/** The file field of the form's pictures. */
const findInput = () => document.getElementById(fieldId("pictures")) as HTMLInputElement | null;

/**
 * The ordered pictures of a form. The file field always holds the files that a submit has to include. Chosen pictures
 * are uploaded one after another in the background; then the form leaves their files out.
 */
export function usePictures(options: Options) {
  const { t } = usePage();
  const [items, setItems] = useState<readonly FormPicture[]>(() => options.pictures.map(fromStoredPicture));
  /** How many pictures may be added once their files are checked. */
  const [checkingCount, setCheckingCount] = useState(0);
  /** The list before it is rendered: uploads and checks outlive renders. */
  const latest = useRef(items);
  const current = useRef(options);
  current.current = options;
  /** Files that are being checked. They stay in the input, after those of the list: the form may be submitted now. */
  const checking = useRef<readonly File[]>([]);
  /** Checks one choice of files at a time, so that each knows how many pictures can still be added. */
  const checkQueue = useRef(Promise.resolve());
  const running = useRef<{ key: string; upload: RunningUpload | null } | null>(null);
  /** Called when the picture with this key is removed. */
  const onRemoved = useRef(new Map<string, () => void>());

  const fillInput = () => {
    const input = findInput();
    if (input) setInputFiles(input, [...listFiles(latest.current), ...checking.current]);
  };
  const showChecking = () => {
    const free = LISTING_BOUNDS.pictures - latest.current.length;
    setCheckingCount(Math.max(0, Math.min(checking.current.length, free)));
  };
  const update = (change: (items: readonly FormPicture[]) => readonly FormPicture[]) => {
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
  const updateOne = (key: string, change: (item: FormPicture) => FormPicture) =>
    update((all) => all.map((item) => (item.key === key ? change(item) : item)));
  const exists = (key: string) => latest.current.some((item) => item.key === key);
  const setUpload = (key: string, upload: PictureUploadState) =>
    updateOne(key, (item) => (item.chosen ? { ...item, chosen: { ...item.chosen, upload } } : item));

  const check = async (files: readonly File[]) => {
    const { onProblem, onChange } = current.current;
    const used = latest.current.flatMap((item) => item.stored?.file ?? `${item.chosen?.name}.webp`);
    const maxCount = LISTING_BOUNDS.pictures - latest.current.length;
    const { chosen, problem } = await choosePictures(t, files, maxCount, new Set(used));
    checking.current = checking.current.filter((file) => !files.includes(file));
    const added = chosen.map((picture): FormPicture => {
      const upload = { kind: "waiting" } as const;
      return { key: picture.url, src: picture.url, alt: "", stored: null, chosen: { ...picture, upload } };
    });
    update((all) => [...all, ...added]);
    onProblem(problem);
    onChange();
    uploadNext();
  };

  /** Adds files; by default those of the input, in which a browser replaces the files chosen before. */
  const add = (dropped?: readonly File[]) => {
    const known = new Set([...listFiles(latest.current), ...checking.current]);
    const files = [...(dropped ?? findInput()?.files ?? [])].filter((file) => !known.has(file));
    checking.current = [...checking.current, ...files];
    showChecking();
    fillInput();
    checkQueue.current = checkQueue.current.then(() => check(files));
  };

  /** Uploads the next waiting picture, if the listing is saved. */
  function uploadNext(): void {
    if (running.current) return;
    const next = latest.current.find(({ chosen }) => chosen?.upload.kind === "waiting");
    const path = next?.chosen && current.current.toPath(next.chosen.name);
    if (!next?.chosen || !path) return;
    running.current = { key: next.key, upload: null };
    void upload(next.key, next.chosen.file, path, next.chosen.name).finally(() => {
      running.current = null;
      uploadNext();
    });
  }

  async function upload(key: string, file: File, path: string, name: string): Promise<void> {
    setUpload(key, { kind: "sending", percent: null });
    try {
      const started = await uploadFile(file, path, {
        progress: (sent, total) =>
          setUpload(key, { kind: "sending", percent: Math.floor((sent / total) * 100) }),
        waiting: () => setUpload(key, { kind: "offline" }),
        stuck: () => setUpload(key, { kind: "stuck" }),
      });
      if (running.current) running.current.upload = started;
      if (!exists(key)) return void started.cancel();
      const removed = new Promise<void>((resolve) => onRemoved.current.set(key, resolve));
      await Promise.race([started.finished, removed]);
      if (!exists(key)) return;
      const stored = { reference: `at:${name}`, file: `${name}.webp` };
      updateOne(key, (item) => ({ ...item, stored, chosen: null }));
      current.current.onChange();
    } catch (failure) {
      console.error("upload failed", failure);
      const text = getUploadErrorText(t, failure, file.name, t("listings.form.pictures.stuck"));
      setUpload(key, { kind: "refused", text });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for files that were chosen before the script was loaded
  useEffect(() => {
    if (findInput()?.files?.length) add();
  }, []);

  return {
    items,
    checkingCount,
    add,
    uploadNext,
    remove(key: string) {
      if (running.current?.key === key) void running.current.upload?.cancel();
      update((all) => all.filter((item) => item.key !== key));
      onRemoved.current.get(key)?.();
      current.current.onChange();
    },
    move(key: string, by: -1 | 1) {
      update((all) => movePicture(all, key, by));
      current.current.onChange();
    },
    retry(key: string) {
      setUpload(key, { kind: "sending", percent: null });
      if (running.current?.key === key) running.current.upload?.resume();
    },
    /** Replaces the stored pictures; chosen ones follow them. */
    replaceStored(pictures: readonly StoredListingPicture[]) {
      // New keys reset the fields of the pictures.
      const replaced = pictures.map((picture) => ({
        ...fromStoredPicture(picture),
        key: `${picture.reference} ${Date.now()}`,
      }));
      update((all) => [...replaced, ...all.filter(({ chosen }) => chosen !== null)]);
    },
    /** File name of a stored picture, before it is rendered; null while it is not stored. */
    getFile: (reference: string): string | null =>
      latest.current.find(({ stored }) => stored?.reference === reference)?.stored?.file ?? null,
  };
}

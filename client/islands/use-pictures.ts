import { type RunningUpload, UploadFailed, uploadFile } from "@client/uploads";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Translator } from "@/shared/i18n/translator";
import { toPictureError } from "@/shared/pictures";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { toFormErrors } from "@/ui/form";
import { choosePictures, putIntoInput } from "./chosen-pictures";
import {
  filesOf,
  itemOf,
  type Journey,
  moved,
  type PictureItem,
  type StoredPictureView,
} from "./picture-items";

type Options = {
  t: Translator;
  /** Those that the form begins with. */
  pictures: readonly StoredPictureView[];
  input(): HTMLInputElement | null;
  /** Where a picture of this name goes in the storage calls; null while there is no listing that could have it. */
  pathOf(name: string): string | null;
  /** What is wrong with the files just chosen, in words; null when nothing is. */
  onProblem(text: string | null): void;
  /** After each change of what the form would save. */
  onChange(): void;
};

/**
 * The pictures of a form as a list that can be added to, put in order and shortened. The list is the truth; the file
 * input is brought in line with it, as it is what the form sends. Chosen pictures go up one after the other while one
 * writes, and then the form need not send them.
 */
export function usePictures(options: Options) {
  const [items, setItems] = useState<readonly PictureItem[]>(() => options.pictures.map(itemOf));
  // The list of this moment, for what goes on after a picture was looked at: renders may have come and gone meanwhile.
  const latest = useRef(items);
  const now = useRef(options);
  now.current = options;
  /** Files that are being looked at. They stay in the input, behind those of the list: the form may be sent now. */
  const looking = useRef<readonly File[]>([]);
  /** Handles one choice of files at a time, so that each knows the room left by the one before. */
  const turn = useRef(Promise.resolve());
  /** The upload in progress. */
  const going = useRef<{ key: string; upload: RunningUpload | null } | null>(null);

  const fillInput = () => {
    const field = now.current.input();
    if (field) putIntoInput(field, [...filesOf(latest.current), ...looking.current]);
  };
  const change = (next: (items: readonly PictureItem[]) => readonly PictureItem[]) => {
    const before = latest.current;
    latest.current = next(before);
    for (const { key, src } of before) {
      if (src.startsWith("blob:") && !latest.current.some((item) => item.key === key))
        URL.revokeObjectURL(src);
    }
    // At once: the form may be read or sent right after, and names its files by their places in the input.
    flushSync(() => setItems(latest.current));
    fillInput();
  };
  const changeOne = (key: string, next: (item: PictureItem) => PictureItem) =>
    change((all) => all.map((item) => (item.key === key ? next(item) : item)));
  const find = (key: string) => latest.current.find((item) => item.key === key);

  const look = async (files: readonly File[]) => {
    const { t, onProblem, onChange } = now.current;
    const taken = new Set(latest.current.flatMap((item) => item.stored?.file ?? `${item.chosen?.name}.webp`));
    const room = LISTING_BOUNDS.pictures - latest.current.length;
    const { chosen, problem } = await choosePictures(t, files, room, taken);
    looking.current = looking.current.filter((file) => !files.includes(file));
    change((all) => [
      ...all,
      ...chosen.map((one) => {
        const journey: Journey = { kind: "waiting" };
        return { key: one.url, src: one.url, alt: "", stored: null, chosen: { ...one, journey } };
      }),
    ]);
    onProblem(problem);
    onChange();
    sendNext();
  };

  /** Takes files in; without any, those that stand in the input: a browser puts a new choice in place of the one before. */
  const take = (dropped?: readonly File[]) => {
    const known = new Set([...filesOf(latest.current), ...looking.current]);
    const files = [...(dropped ?? now.current.input()?.files ?? [])].filter((file) => !known.has(file));
    looking.current = [...looking.current, ...files];
    fillInput();
    turn.current = turn.current.then(() => look(files));
  };

  const travel = (key: string, journey: Journey) =>
    changeOne(key, (item) => (item.chosen ? { ...item, chosen: { ...item.chosen, journey } } : item));

  /** Sends the next picture that waits, if there is a place for it already. */
  function sendNext(): void {
    if (going.current) return;
    const next = latest.current.find(({ chosen }) => chosen?.journey.kind === "waiting");
    const path = next?.chosen && now.current.pathOf(next.chosen.name);
    if (!next?.chosen || !path) return;
    going.current = { key: next.key, upload: null };
    void send(next.key, next.chosen.file, path, next.chosen.name).finally(() => {
      going.current = null;
      sendNext();
    });
  }

  async function send(key: string, file: File, path: string, name: string): Promise<void> {
    travel(key, { kind: "sending", percent: null });
    try {
      const upload = await uploadFile(file, path, {
        progress: (sent, total) =>
          travel(key, { kind: "sending", percent: Math.floor((sent / total) * 100) }),
        waiting: () => travel(key, { kind: "offline" }),
        stuck: () => travel(key, { kind: "stuck" }),
      });
      if (going.current) going.current.upload = upload;
      if (!find(key)) return void upload.cancel();
      await Promise.race([upload.finished, removal(key)]);
      if (!find(key)) return;
      changeOne(key, (item) => ({
        ...item,
        stored: { place: `at:${name}`, file: `${name}.webp` },
        chosen: null,
      }));
      now.current.onChange();
    } catch (failure) {
      console.error("upload failed", failure);
      travel(key, { kind: "refused", text: wordsOf(now.current.t, failure, file.name) });
    }
  }

  /** Settles when the picture is taken out while it is on its way. */
  const removed = useRef(new Map<string, () => void>());
  const removal = (key: string) => new Promise<void>((settle) => removed.current.set(key, settle));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for files that were chosen before the script came
  useEffect(() => {
    if (options.input()?.files?.length) take();
  }, []);

  return {
    items,
    take,
    sendNext,
    remove(key: string) {
      if (going.current?.key === key) void going.current.upload?.cancel();
      change((all) => all.filter((item) => item.key !== key));
      removed.current.get(key)?.();
      now.current.onChange();
    },
    move(key: string, by: -1 | 1) {
      change((all) => moved(all, key, by));
      now.current.onChange();
    },
    retry(key: string) {
      travel(key, { kind: "sending", percent: null });
      if (going.current?.key === key) going.current.upload?.resume();
    },
    /** Puts these in place of what the server held, in this order; chosen ones stay behind them. */
    show(pictures: readonly StoredPictureView[]) {
      // New keys reset the fields of the pictures.
      const again = pictures.map((one) => ({ ...itemOf(one), key: `${one.place} ${Date.now()}` }));
      change((all) => [...again, ...all.filter(({ chosen }) => chosen !== null)]);
    },
    /** The list at this moment, before it is rendered. */
    now: () => latest.current,
  };
}

/** The server's reason, about the file as its owner calls it. */
function wordsOf(t: Translator, failure: unknown, fileName: string): string {
  const problem = failure instanceof UploadFailed ? failure.problem : null;
  const { detail, errors } = (problem ?? {}) as { detail?: string; errors?: { code: string }[] };
  const code = errors?.[0]?.code;
  if (!code) return detail ?? t("listings.form.pictures.stuck");
  return toFormErrors(t, [toPictureError(t, code, fileName)]).pictures ?? "";
}

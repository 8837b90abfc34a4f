import { type RunningUpload, uploadFile } from "@client/uploads";
import { getUploadErrorText } from "@client/uploads/upload-error-text";
import { useRef } from "react";
import { usePage } from "@/ui/page-context";
import type { PictureList } from "./use-picture-list";

type Options = {
  /** Storage path of a picture; null until the listing is saved. */
  toPath(name: string): string | null;
  onStored(): void;
};

/** Uploads the pictures of a list one after another in the background. */
export function usePictureUploads(list: PictureList, options: Options) {
  const { t } = usePage();
  const running = useRef<{ key: string; upload: RunningUpload | null } | null>(null);

  /** Uploads the next queued picture, if the listing is saved. */
  function uploadNext(): void {
    if (running.current) return;
    const next = list.latest.current.find(({ unstored }) => unstored?.upload.kind === "queued");
    const path = next?.unstored && options.toPath(next.unstored.name);
    if (!next?.unstored || !path) return;
    running.current = { key: next.key, upload: null };
    void upload(next.key, next.unstored.file, path, next.unstored.name).finally(() => {
      running.current = null;
      uploadNext();
    });
  }

  async function upload(key: string, file: File, path: string, name: string): Promise<void> {
    list.setUpload(key, { kind: "sending", percent: null });
    try {
      const started = await uploadFile(file, path, {
        onProgress: (sent, total) =>
          list.setUpload(key, { kind: "sending", percent: Math.floor((sent / total) * 100) }),
        onOffline: () => list.setUpload(key, { kind: "offline" }),
        onStuck: () => list.setUpload(key, { kind: "stuck" }),
      });
      if (running.current) running.current.upload = started;
      if (!list.exists(key)) return void started.cancel();
      if (!(await started.finished) || !list.exists(key)) return;
      const stored = { reference: `at:${name}`, file: `${name}.webp` };
      list.updateOne(key, (item) => ({ ...item, stored, unstored: null }));
      options.onStored();
    } catch (failure) {
      console.error("upload failed", failure);
      const text = getUploadErrorText(t, failure, file.name, t("listings.form.pictures.stuck"));
      list.setUpload(key, { kind: "refused", text });
    }
  }

  return {
    uploadNext,
    /** Call before a picture is removed from the list. */
    cancel(key: string) {
      if (running.current?.key === key) void running.current.upload?.cancel();
    },
    resume(key: string) {
      list.setUpload(key, { kind: "sending", percent: null });
      if (running.current?.key === key) running.current.upload?.resume();
    },
  };
}

import { listStoredKeys } from "@client/storage";
import {
  findInterrupted,
  getDownloadPath,
  type InterruptedUpload,
  type RunningUpload,
  UploadFailed,
  uploadFile,
} from "@client/uploads";
import { preparePicture } from "@client/uploads/prepare-picture";
import { getUploadErrorText } from "@client/uploads/upload-error-text";
import { useEffect, useRef, useState } from "react";
import { UPLOAD_PREFIX } from "@/shared/draft-keys";
import { toPictureError } from "@/shared/picture-limits";
import { toFormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** The state of the upload. `interrupted`: an earlier page did not finish it. */
export type UploadPhase = "idle" | "starting" | "sending" | "paused" | "stuck" | "interrupted";

type Options = {
  /** Storage path of the picture. */
  path: string;
  findInput(): HTMLInputElement | null;
  /** The picture is stored and served at this path. */
  onStored(downloadPath: string): void;
  /** Called before the phase changes. */
  beforePhase(next: UploadPhase): void;
};

/**
 * Uploads a picture as soon as it is chosen: progress, pause, resume, cancel. After a reload an interrupted upload
 * resumes when the same file is chosen again.
 */
export function usePictureUpload(options: Options) {
  const { t } = usePage();
  const [phase, setPhase] = useState<UploadPhase>("idle");
  /** The phase before it is rendered. */
  const currentPhase = useRef<UploadPhase>("idle");
  const [canPause, setCanPause] = useState(false);
  /** Null while unknown. */
  const [percent, setPercent] = useState<number | null>(null);
  const [status, setStatus] = useState("");
  const [error, setError] = useState<string | null>(null);
  const upload = useRef<RunningUpload | null>(null);
  const interrupted = useRef<InterruptedUpload | null>(null);
  const isBusy = useRef(false);
  /** The file, and how much of it is sent; in tens, because each change of the status is read aloud. */
  const subject = useRef({ name: "", percent: 0 });

  const changePhase = (next: UploadPhase) => {
    if (currentPhase.current === next) return;
    options.beforePhase(next);
    currentPhase.current = next;
    setPhase(next);
  };
  const report = (key: string) => {
    setError(null);
    setStatus(t(`profile.picture.status.${key}`, subject.current));
  };
  const refuse = (text: string) => {
    setStatus("");
    setError(text);
  };
  const fail = (failure: unknown) => {
    console.error("upload failed", failure);
    const isSignedOut = failure instanceof UploadFailed && failure.status === 401;
    const fallback = t("profile.picture.status.failed");
    const text = isSignedOut
      ? t("profile.picture.status.signedOut")
      : getUploadErrorText(t, failure, subject.current.name, fallback);
    refuse(text);
  };
  const showSending = () => {
    setCanPause(Boolean(upload.current?.pause));
    changePhase("sending");
    report("sending");
  };
  const end = () => {
    isBusy.current = false;
    upload.current = null;
    const input = options.findInput();
    if (input) input.value = "";
    changePhase("idle");
  };

  const send = async (file: File) => {
    upload.current = await uploadFile(file, options.path, {
      onProgress(sent, total) {
        setPercent((sent / total) * 100);
        subject.current.percent = Math.floor((sent / total) * 10) * 10;
        showSending();
      },
      onOffline: () => report("offline"),
      onStuck(failure) {
        fail(failure);
        changePhase("stuck");
      },
    });
    showSending();
    if (!(await upload.current.finished)) return;
    options.onStored(await getDownloadPath(options.path));
    report("done");
  };

  const take = async (file: File) => {
    if (isBusy.current) return;
    isBusy.current = true;
    subject.current = { name: file.name, percent: 0 };
    interrupted.current = null;
    try {
      const picture = await preparePicture(file);
      if (typeof picture === "string")
        return refuse(toFormErrors(t, [toPictureError(t, picture, file.name)]).pictures ?? "");
      setPercent(null);
      changePhase("starting");
      await send(picture);
    } catch (failure) {
      fail(failure);
    } finally {
      end();
    }
  };

  const offerInterrupted = async () => {
    const upload = await findInterrupted(options.path);
    if (!upload || isBusy.current) return;
    interrupted.current = upload;
    subject.current = { name: upload.name, percent: 0 };
    changePhase("interrupted");
    report("interrupted");
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a file that was chosen before the script was loaded
  useEffect(() => {
    const file = options.findInput()?.files?.[0];
    if (file) void take(file);
    else if (listStoredKeys(UPLOAD_PREFIX).length > 0) {
      offerInterrupted().catch((failure) => console.error("uploads not looked up", failure));
    }
  }, []);

  return {
    phase,
    canPause,
    percent,
    status,
    error,
    take: (file: File) => void take(file),
    pause() {
      upload.current?.pause?.();
      changePhase("paused");
      report("paused");
    },
    resume() {
      upload.current?.resume();
      showSending();
    },
    cancel() {
      void (upload.current ? upload.current.cancel() : interrupted.current?.forget());
      interrupted.current = null;
      end();
      report("cancelled");
    },
  };
}

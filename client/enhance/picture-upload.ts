import type { Enhancer } from "@client/enhance";
import type { Interrupted, RunningUpload, UploadFailed } from "@client/uploads";
import { IMAGE_LIMITS, IMAGE_TYPES } from "@/shared/pictures";
import { showPicture } from "./shown-picture";
import { createUploadView, fill, type UploadMessages } from "./upload-view";

/** What it takes to send anything is loaded when there is something to send. */
const loadUploads = () => import("@client/uploads");

/**
 * A person's picture goes up as soon as it is chosen, and not only when the form is sent: progress, pause, resume,
 * cancel; one that was interrupted by a reload goes on when the same file is chosen again.
 */
export const pictureUpload: Enhancer = (element, words) => {
  const view = createUploadView(element, words);
  const { input } = view;
  const path = `images/profile-pictures/${words.person}.jpg`;
  const subject = { name: "", percent: 0 };
  let upload: RunningUpload | null = null;
  let interrupted: Interrupted | null = null;

  const sending = () => {
    view.offer(...(upload?.pause ? (["pause", "cancel"] as const) : (["cancel"] as const)));
    view.say("sending", subject);
  };
  const failed = (cause: unknown) => {
    console.error("upload failed", cause);
    view.refuse(wordsOf(cause, words, subject.name));
  };
  const over = () => {
    upload = null;
    input.value = "";
    view.unlock();
    view.offer();
  };

  /** Sends the file, from where it was left should it have been begun before. */
  const send = async (file: File) => {
    const { getDownloadPath, uploadFile } = await loadUploads();
    upload = await uploadFile(file, path, {
      progress(sent, total) {
        view.progress((sent / total) * 100);
        // In tens, since each change of the words is read aloud.
        subject.percent = Math.floor((sent / total) * 10) * 10;
        sending();
      },
      waiting: () => view.say("offline", subject),
      stuck(failure) {
        failed(failure);
        view.offer("resume", "cancel");
      },
    });
    sending();
    await upload.finished;
    showPicture(element, await getDownloadPath(path));
    view.say("done", subject);
  };

  const take = () => {
    const file = input.files?.[0];
    if (!file || input.disabled) return;
    Object.assign(subject, { name: file.name, percent: 0 });
    const problem = problemOf(file);
    if (problem) {
      input.value = "";
      return view.refuse(fill(words[problem], subject));
    }
    view.lock();
    interrupted = null;
    view.progress(null);
    void send(file).catch(failed).finally(over);
  };

  const offerToGoOn = async () => {
    const { findInterrupted } = await loadUploads();
    const found = await findInterrupted(path);
    if (!found || input.disabled) return;
    interrupted = found;
    subject.name = found.name;
    view.offer("cancel");
    view.say("interrupted", subject);
  };

  view.onAction({
    pause() {
      upload?.pause?.();
      view.offer("resume", "cancel");
      view.say("paused", subject);
    },
    resume() {
      upload?.resume();
      sending();
    },
    cancel() {
      void (upload ? upload.cancel() : interrupted?.forget());
      interrupted = null;
      over();
      view.say("cancelled", subject);
    },
  });
  view.plain.hidden = true;
  view.offer();
  input.addEventListener("change", take);
  if (input.files?.length) take();
  else if (hasUnfinishedUploads())
    offerToGoOn().catch((error) => console.error("uploads not looked up", error));
};

/** Whether the browser has uploads to resume, by the keys that tus-js-client stores. */
function hasUnfinishedUploads(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("tus::"));
  } catch {
    // Storage is disabled, so there are none.
    return false;
  }
}

/** What the server would refuse, as far as a browser can tell without looking into the file. */
function problemOf(file: File): string | null {
  if (file.type !== "" && !(IMAGE_TYPES as readonly string[]).includes(file.type)) return "not_an_image";
  return file.size > IMAGE_LIMITS.bytes ? "image_too_large" : null;
}

/** The server's words, in the page's language; our own where they would name the file as the server knows it. */
function wordsOf(cause: unknown, words: UploadMessages, name: string): string {
  const { status, problem } = cause as Partial<UploadFailed>;
  if (status === 401) return words.signedOut ?? "";
  const { detail, errors } = (problem ?? {}) as {
    detail?: string;
    errors?: { code: string; message: string }[];
  };
  const first = errors?.[0];
  const own = first && words[first.code];
  return own ? fill(own, { name, percent: 0 }) : (first?.message ?? detail ?? words.failed ?? "");
}

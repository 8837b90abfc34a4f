import type { Enhancer } from "@client/enhance";
import { apiFetch } from "@client/http";
import { findInterrupted, type Interrupted, type Upload, UploadFailed, uploadFile } from "@client/uploads";
import { paths } from "@/shared/paths";
import { IMAGE_LIMITS, IMAGE_TYPES } from "@/shared/pictures";
import { showPicture } from "./shown-picture";

type Words = Readonly<Record<string, string>>;
type Action = "pause" | "resume" | "cancel";

/**
 * A person's picture goes up as soon as it is chosen, and not only when the form is sent: progress, pause, resume,
 * cancel; one that was interrupted by a reload goes on when the same file is chosen again.
 */
export const pictureUpload: Enhancer = (element, words) => {
  const find = <T extends Element>(selector: string): T => {
    const found = element.querySelector<T>(selector);
    if (!found) throw new Error(`not a picture form: ${selector}`);
    return found;
  };
  const input = find<HTMLInputElement>('input[type="file"]');
  const box = find<HTMLElement>("[data-upload]");
  const bar = find<HTMLProgressElement>("progress");
  const status = find<HTMLElement>('[role="status"]');
  const buttons = [...element.querySelectorAll<HTMLButtonElement>("[data-action]")];
  const path = `images/profile-pictures/${words.person}.jpg`;
  let upload: Upload | null = null;
  let interrupted: Interrupted | null = null;
  let percent = 0;
  let name = "";

  const say = (key: string) => tell(fill(words[key], { name, percent }));
  const tell = (text: string) => {
    if (status.textContent !== text) status.textContent = text;
  };
  /** Shows the box with these buttons; none hides it. */
  const offer = (...actions: Action[]) => {
    box.hidden = actions.length === 0;
    for (const button of buttons) button.hidden = !actions.includes(button.dataset.action as Action);
  };
  const sending = () => {
    offer(...(upload?.pause ? (["pause", "cancel"] as const) : (["cancel"] as const)));
    say("sending");
  };
  const over = () => {
    upload = null;
    input.value = "";
    input.disabled = false;
    offer();
  };

  const failed = (cause: unknown) => {
    console.error("upload failed", cause);
    tell(wordsOf(cause, words, name));
  };

  const show = async () => {
    const { content } = await apiFetch<{ content: { download_url: string } }>(paths.storage(path));
    const { pathname, search } = new URL(content.download_url);
    showPicture(element, pathname + search);
    say("done");
  };

  const take = async () => {
    const file = input.files?.[0];
    if (!file || upload) return;
    ({ name } = file);
    const problem = problemOf(file);
    if (problem) {
      input.value = "";
      return tell(fill(words[problem], { name, percent }));
    }
    percent = 0;
    input.disabled = true;
    bar.removeAttribute("value");
    upload = await uploadFile(file, path, {
      progress: (sent, total) => {
        percent = Math.floor((sent / total) * 100);
        bar.value = percent;
        sending();
      },
      waiting: () => say("offline"),
      stuck: (failure) => {
        failed(failure);
        offer("resume", "cancel");
      },
    });
    upload.finished.then(show).catch(failed).finally(over);
    sending();
  };

  const act: Record<Action, () => void> = {
    pause: () => {
      upload?.pause?.();
      offer("resume", "cancel");
      say("paused");
    },
    resume: () => {
      upload?.resume();
      sending();
    },
    cancel: () => {
      void (upload ? upload.cancel() : interrupted?.forget());
      interrupted = null;
      over();
      say("cancelled");
    },
  };

  for (const button of buttons)
    button.addEventListener("click", () => act[button.dataset.action as Action]());
  input.addEventListener("change", () => void take());
  find<HTMLElement>("[data-plain]").hidden = true;
  offer();
  if (input.files?.length) void take();
  else {
    void findInterrupted(path).then((found) => {
      if (!found || upload) return;
      interrupted = found;
      ({ name } = found);
      offer("cancel");
      say("interrupted");
    });
  }
};

const fill = (text = "", params: { name: string; percent: number }): string =>
  text.replace("{name}", params.name).replace("{percent}", String(params.percent));

/** What the server would refuse, as far as a browser can tell without looking into the file. */
function problemOf(file: File): string | null {
  if (file.type !== "" && !(IMAGE_TYPES as readonly string[]).includes(file.type)) return "not_an_image";
  return file.size > IMAGE_LIMITS.bytes ? "image_too_large" : null;
}

/** The server's words, in the page's language; our own where they would name the file as the server knows it. */
function wordsOf(cause: unknown, words: Words, name: string): string {
  const { status, problem } = cause instanceof UploadFailed ? cause : { status: 0, problem: null };
  if (status === 401) return words.signedOut ?? "";
  const { detail, errors } = (problem ?? {}) as {
    detail?: string;
    errors?: { code: string; message: string }[];
  };
  const first = errors?.[0];
  const own = first && words[first.code];
  return own ? fill(own, { name, percent: 0 }) : (first?.message ?? detail ?? words.failed ?? "");
}

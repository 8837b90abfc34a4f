import type { Enhancer } from "@client/enhance";
import { type RunningUpload, UploadFailed, uploadFile } from "@client/uploads";
import { hashFile } from "@client/uploads/hash-file";
import { DOCUMENT_LIMITS, DOCUMENT_TYPES } from "@/shared/document-limits";

/** Pause before an upload whose retries have all failed is tried again (ms). */
const RETRY_MS = 5000;

/** Uploads the chosen files immediately, resumable, and sends only their paths with the form. */
export const enhanceDocumentUpload: Enhancer = (element, texts) => {
  const form = element.querySelector("form");
  const input = form?.querySelector<HTMLInputElement>('input[type="file"]');
  const { folder, prefix, max } = form?.dataset ?? {};
  if (!form || !input || !folder || !prefix) throw new Error("not a form for documents");
  const list = document.createElement("ul");
  list.className = "upload-list list-plain";
  const status = document.createElement("p");
  status.className = "small";
  status.setAttribute("role", "status");
  input.parentElement?.append(list, status);
  /** Chosen files whose upload has not ended. */
  let uploading = 0;
  /** The form is sent when the last upload has ended. */
  let isSubmitted = false;
  /** Why the last file was refused. Stays if the form is sent without a file. */
  let refusal = "";

  const showStatus = (text: string | undefined, name: string, percent = 0) => {
    status.textContent = (text ?? "").replace("{{name}}", name).replace("{{percent}}", String(percent));
    refusal = "";
  };
  const showRefusal = (text: string | undefined, name: string) => {
    showStatus(text, name);
    refusal = status.textContent;
  };
  const countFiles = () =>
    list.children.length + form.querySelectorAll('input[type="checkbox"][name="path"]:checked').length;

  const upload = async (file: File) => {
    if (countFiles() >= Number(max)) return showStatus(texts.tooMany, file.name);
    if (!isAccepted(file)) return showRefusal(texts.notAccepted, file.name);
    const path = `${folder}${prefix}-${await hashFile(file)}.${getExtension(file)}`;
    if (form.querySelector(`input[name="path"][value="${path}"]`)) return;
    let running: RunningUpload | null = null;
    const item = createItem(file.name, path, texts.remove ?? "", () => {
      void running?.cancel();
      item.element.remove();
      showStatus(texts.removed, file.name);
      input.focus();
    });
    list.append(item.element);
    try {
      running = await uploadFile(file, path, {
        onProgress: (sent, total) => {
          item.showProgress((sent / total) * 100);
          // In tens, because each change of the status is read aloud.
          showStatus(texts.sending, file.name, Math.floor((sent / total) * 10) * 10);
        },
        onOffline: () => showStatus(texts.offline, file.name),
        onStuck: () => {
          showStatus(texts.offline, file.name);
          setTimeout(() => {
            if (item.element.isConnected) running?.resume();
          }, RETRY_MS);
        },
      });
      // The user may have removed the file while its upload began.
      if (!item.element.isConnected) void running.cancel();
      if (!(await running.finished)) return;
      item.complete();
      showStatus(texts.stored, file.name);
    } catch (failure) {
      console.error("upload failed", failure);
      item.element.remove();
      isSubmitted = false;
      showRefusal(getFailureText(failure, texts), file.name);
    }
  };

  const uploadChosenFiles = () => {
    const files = [...(input.files ?? [])];
    // The paths replace the files in the form.
    input.value = "";
    uploading += files.length;
    void (async () => {
      for (const file of files) {
        await upload(file);
        uploading--;
      }
      if (isSubmitted && uploading === 0) form.requestSubmit();
    })();
  };
  input.addEventListener("change", uploadChosenFiles);
  if (input.files?.length) uploadChosenFiles();
  form.addEventListener("submit", (event) => {
    if (uploading === 0) {
      if (refusal === "" || countFiles() > 0) return;
      event.preventDefault();
      showRefusal(refusal, "");
      return input.focus();
    }
    event.preventDefault();
    isSubmitted = true;
    showStatus(texts.waiting, "");
  });
};

/** A line of the list: the file's name, its progress, and a button to remove it. */
function createItem(name: string, path: string, removeText: string, onRemove: () => void) {
  const element = document.createElement("li");
  const label = document.createElement("span");
  label.textContent = name;
  const bar = document.createElement("progress");
  bar.className = "upload__bar";
  bar.max = 100;
  bar.setAttribute("aria-label", name);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--quiet button--small";
  button.textContent = removeText;
  button.setAttribute("aria-label", `${removeText}: ${name}`);
  element.append(label, bar, button);
  button.addEventListener("click", onRemove);
  return {
    element,
    showProgress: (percent: number) => {
      bar.value = percent;
    },
    /** The form sends the path and the name of a stored file. */
    complete() {
      bar.remove();
      element.append(createHidden("path", path), createHidden(`name.${path}`, name));
    },
  };
}

const createHidden = (name: string, value: string): HTMLInputElement =>
  Object.assign(document.createElement("input"), { type: "hidden", name, value });

const isAccepted = ({ type, size }: File): boolean =>
  size > 0 &&
  size <= DOCUMENT_LIMITS.bytes &&
  (type === "" || (DOCUMENT_TYPES as readonly string[]).includes(type));

const getExtension = ({ type, name }: File): string =>
  type === "application/pdf" || /\.pdf$/i.test(name) ? "pdf" : "jpg";

function getFailureText(failure: unknown, texts: Readonly<Record<string, string>>): string | undefined {
  if (!(failure instanceof UploadFailed)) return texts.failed;
  if (failure.status === 401) return texts.signedOut;
  return failure.status === 422 || failure.status === 413 ? texts.notAccepted : texts.failed;
}

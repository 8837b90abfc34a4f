import { newId } from "@/shared/ids";
import { IMAGE_LIMITS, IMAGE_TYPES } from "@/shared/pictures";
import type { Editor } from "./post-editor";

/** What it takes to send anything is loaded when there is something to send. */
const loadUploads = () => import("@client/uploads");

type Hooks = {
  insert(text: string, select: { from: number; to: number }): void;
  changed(): void;
};

/**
 * Uploads pictures as soon as they are chosen, dropped on the text or pasted into it, and inserts them at the cursor. A
 * cover is shown immediately and belongs to the post once the post is saved.
 */
export function takePictures(editor: Editor, { insert, changed }: Hooks): void {
  const { form, body, words } = editor;
  const postId = () => form.querySelector<HTMLInputElement>('[name="id"]')?.value ?? "";
  const status = form.querySelector("[data-sent]");
  const say = (key: string, name: string) => {
    const text = (words[key] ?? "").replace("{name}", () => name);
    if (status) status.textContent = text;
    editor.say(text);
  };

  /** Sends a picture and gives its address; null for one that could not be stored, which is said. */
  async function send(file: File): Promise<string | null> {
    const problem = problemOf(file);
    if (problem) {
      say(problem, file.name);
      return null;
    }
    say("sending", file.name);
    try {
      const { getDownloadPath, uploadFile } = await loadUploads();
      const path = `images/blog/${postId()}/${newId()}.webp`;
      const upload = await uploadFile(file, path, {
        progress: () => {},
        waiting: () => {},
        stuck: (failure) => {
          console.error("upload stuck", failure);
          say("pictureFailed", file.name);
        },
      });
      await upload.finished;
      return await getDownloadPath(path);
    } catch (error) {
      console.error("upload failed", error);
      say("pictureFailed", file.name);
      return null;
    }
  }

  async function place(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const address = await send(file);
      if (!address) continue;
      const field = form.querySelector<HTMLInputElement>('[name="picture_alt"]');
      const alt = field?.value.trim() || (words.describe ?? "");
      if (field) field.value = "";
      list(form, address, alt);
      alone(body);
      insert(`![${alt.replace(/[[\]\\]/g, "\\$&")}](${address})`, { from: 2, to: 2 + alt.length });
      say("inserted", file.name);
    }
  }

  const chosen = form.querySelector<HTMLInputElement>('input[name="picture"]');
  chosen?.addEventListener("change", () => {
    const files = [...(chosen.files ?? [])];
    chosen.value = "";
    void place(files);
  });
  const dropped = (event: Event, transfer: DataTransfer | null) => {
    const files = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (files.length === 0) return;
    event.preventDefault();
    void place(files);
  };
  body.addEventListener("paste", (event) => dropped(event, event.clipboardData));
  body.addEventListener("drop", (event) => dropped(event, event.dataTransfer));
  for (const button of form.querySelectorAll<HTMLElement>("[data-insert]")) button.hidden = false;
  form.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("[data-insert-picture]");
    const code = button?.closest("li")?.querySelector<HTMLInputElement>("[data-markdown]")?.value;
    if (!code) return;
    alone(body);
    insert(code, { from: 2, to: code.indexOf("](") });
  });

  const cover = form.querySelector<HTMLInputElement>('input[name="cover_file"]');
  cover?.addEventListener("change", async () => {
    const [file] = cover.files ?? [];
    if (!file) return;
    cover.value = "";
    const address = await send(file);
    if (!address) return;
    showCover(form, address);
    form.dataset.unsaved = "";
    say("coverChanged", file.name);
    changed();
  });
}

/** Keeps selected text: the picture is inserted after it. */
const alone = (body: HTMLTextAreaElement) => body.setSelectionRange(body.selectionEnd, body.selectionEnd);

/** What the server would refuse, as far as a browser can tell without looking into the file. */
function problemOf({ type, size }: File): string | null {
  if (type !== "" && !(IMAGE_TYPES as readonly string[]).includes(type)) return "not_an_image";
  return size > IMAGE_LIMITS.bytes ? "image_too_large" : null;
}

/** One more among the post's pictures, as the page itself lists them. */
function list(form: HTMLFormElement, address: string, alt: string): void {
  const model = form.querySelector<HTMLTemplateElement>("[data-model]")?.content.firstElementChild;
  const place = form.querySelector("[data-pictures] [data-list]");
  if (!model || !place) return;
  const item = document.importNode(model, true);
  const picture = item.querySelector("img");
  const code = item.querySelector<HTMLInputElement>("[data-markdown]");
  const button = item.querySelector<HTMLElement>("[data-insert]");
  const remove = item.querySelector<HTMLButtonElement>('button[name="remove"]');
  if (picture) picture.src = address.replace(/\.webp$/, "-480.webp");
  if (code) code.value = code.defaultValue = `![${alt}](${address})`;
  if (button) button.hidden = false;
  if (remove) remove.value = address.split("/").at(-1) ?? "";
  place.prepend(item);
}

function showCover(form: HTMLFormElement, address: string): void {
  const field = form.querySelector<HTMLInputElement>('input[type="hidden"][name="cover"]');
  if (field) field.value = address.split("/").at(-1) ?? "";
  const shown = Object.assign(document.createElement("img"), {
    className: "post-editor__cover",
    src: address,
    alt: "",
    width: 480,
    height: 270,
  });
  form.querySelector("[data-cover]")?.replaceChildren(shown);
  const without = form.querySelector<HTMLElement>("[data-no-cover]");
  const box = without?.querySelector<HTMLInputElement>("input");
  if (without) without.hidden = false;
  if (box) box.checked = false;
}

import type { Editor } from "./post-editor";
import { fetchPage } from "./post-page";

/** Pause between the last key and the next preview (ms). */
const PAUSE_MS = 350;

/** The preview next to the text, as the server renders the form. An answer that a later one overtook is dropped. */
export function livePreview({ form, words, say }: Editor) {
  const place = form.querySelector<HTMLElement>("[data-preview]");
  const address = form.dataset.previewAddress;
  if (!place || !address) throw new Error("no place for a preview");
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = false;

  async function renew(): Promise<void> {
    clearTimeout(timer);
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    place?.setAttribute("aria-busy", "true");
    try {
      const page = await fetchPage(address as string, textOf(form), signal);
      const fresh = page.querySelector("[data-preview]");
      if (!fresh) throw new Error("no preview in the answer");
      place?.replaceChildren(...fresh.childNodes);
      if (failed) say("");
      failed = false;
    } catch (error) {
      if (signal.aborted) return;
      console.error("preview failed", error);
      failed = true;
      say(words.previewFailed);
    }
    if (!signal.aborted) place?.removeAttribute("aria-busy");
  }
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), PAUSE_MS);
  };
  return { renew: () => void renew(), soon };
}

/** The form without its files, which go up by themselves. */
function textOf(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
  return data;
}

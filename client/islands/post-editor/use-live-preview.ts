import { type RefObject, useRef, useState } from "react";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { fetchPostEditor } from "./fetch-post-editor";

/** Pause between the last input and the next preview (ms). */
const PAUSE_MS = 350;

/** The preview as the server renders it. An answer that a later request overtook is dropped. */
export function useLivePreview(
  form: RefObject<HTMLFormElement | null>,
  initialHtml: string,
  setStatus: (text: string) => void,
) {
  const { t, url } = usePage();
  const [html, setHtml] = useState(initialHtml);
  const [isLoading, setIsLoading] = useState(false);
  const request = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasFailed = useRef(false);

  const load = async () => {
    if (!form.current) return;
    request.current?.abort();
    request.current = new AbortController();
    const { signal } = request.current;
    setIsLoading(true);
    try {
      const { props } = await fetchPostEditor(url(paths.previewPost()), readTexts(form.current), signal);
      setHtml(props.previewHtml);
      if (hasFailed.current) setStatus("");
      hasFailed.current = false;
    } catch (error) {
      if (signal.aborted) return;
      console.error("preview failed", error);
      hasFailed.current = true;
      setStatus(t("blog-admin.status.previewFailed"));
    }
    if (!signal.aborted) setIsLoading(false);
  };
  const refreshAfter = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void load(), ms);
  };
  return { html, isLoading, refresh: () => refreshAfter(0), refreshSoon: () => refreshAfter(PAUSE_MS) };
}

/** The form without its files, which are uploaded separately. */
function readTexts(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
  return data;
}

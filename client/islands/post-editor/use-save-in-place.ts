import { readFormValues } from "@client/drafts/form-values";
import { type RefObject, useRef } from "react";
import { formatTime } from "@/shared/format";
import type { FormValues } from "@/shared/schemas/listing";
import { usePage } from "@/ui/page-context";
import { fetchPostEditor } from "./fetch-post-editor";

export type PostSave = Awaited<ReturnType<typeof fetchPostEditor>> & {
  /** The current values. */
  typed: FormValues;
  /** Whether the user typed during the request. */
  hasChanged: boolean;
};

/**
 * Saves without leaving the page. A refused form is submitted once more natively, so that the next page shows its
 * errors.
 */
export function useSaveInPlace(
  form: RefObject<HTMLFormElement | null>,
  setStatus: (text: string) => void,
  onSaved: (save: PostSave) => void,
) {
  const { t, locale } = usePage();
  const isBusy = useRef(false);
  return async function save(): Promise<void> {
    const element = form.current;
    const button = element?.querySelector<HTMLButtonElement>('button[name="intent"][value="save"]');
    if (isBusy.current || !element || !button) return;
    isBusy.current = true;
    setStatus(t("blog-admin.status.saving"));
    try {
      const sentValues = readFormValues(element);
      const answer = await fetchPostEditor(element.action, new FormData(element, button));
      if (answer.redirectedTo === null) return element.requestSubmit(button);
      const typed = readFormValues(element);
      onSaved({ ...answer, typed, hasChanged: JSON.stringify(sentValues) !== JSON.stringify(typed) });
      setStatus(t("blog-admin.status.saved", { time: formatTime(Date.now(), locale) }));
    } catch (error) {
      console.error("post not saved", error);
      setStatus(t("blog-admin.status.notSaved"));
    } finally {
      isBusy.current = false;
    }
  };
}

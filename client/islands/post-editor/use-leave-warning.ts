import { hasFormChanges } from "@client/drafts/form-changes";
import { type RefObject, useEffect, useRef } from "react";
import { readShortcut } from "./format-markdown";

/**
 * Warns before the page closes while the form has unsaved changes, and calls `onSave` on Ctrl+S. Call the returned
 * function when the form is submitted.
 */
export function useLeaveWarning(form: RefObject<HTMLFormElement | null>, onSave: () => void): () => void {
  const isLeaving = useRef(false);
  const save = useRef(onSave);
  save.current = onSave;

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current && form.current && hasFormChanges(form.current)) event.preventDefault();
    };
    const onPageShow = () => {
      isLeaving.current = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (readShortcut(event) !== "s") return;
      event.preventDefault();
      save.current();
    };
    addEventListener("beforeunload", onBeforeUnload);
    addEventListener("pageshow", onPageShow);
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      removeEventListener("pageshow", onPageShow);
      removeEventListener("keydown", onKeyDown);
    };
  }, [form]);

  return () => {
    isLeaving.current = true;
  };
}

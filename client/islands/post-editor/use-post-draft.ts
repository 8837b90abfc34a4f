import { hasFormChanges } from "@client/drafts/form-changes";
import { readFormValues } from "@client/drafts/form-values";
import { deleteDraft, findDraft, type StoredDraft, storeDraft } from "@client/drafts/stored-drafts";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { FormValues } from "@/shared/schemas/listing";

/** Delay between the last input and storing the draft (ms). */
const PAUSE_MS = 500;
/** Fields that a draft stores: content, not the state of the post. */
const FIELDS = [
  "id",
  "title",
  "slug",
  "excerpt",
  "body",
  "category_id",
  "other_id",
  "cover",
  "cover_alt",
  "publish_at",
];
const NEW_POST = "post/new";

type Options = {
  form: RefObject<HTMLFormElement | null>;
  /** Id of the signed-in user. */
  account: string;
  /** Id of the saved post; null for a new one. */
  savedId: string | null;
  /** Whether the server returned the form with errors: it is newer than any draft. */
  isUnsaved: boolean;
};

/**
 * Stores the unsaved text of a post in the browser, and offers it when the form is opened again: after a crash, a lost
 * connection or a closed tab.
 */
export function usePostDraft({ form, account, savedId, isUnsaved }: Options) {
  const [offered, setOffered] = useState<StoredDraft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = savedId === null ? NEW_POST : `post/${savedId}`;

  const store = () => {
    clearTimeout(timer.current);
    if (account === "" || !form.current || !hasFormChanges(form.current)) return;
    const values = readContent(form.current);
    storeDraft(account, { id, version: 1, at: Date.now(), values });
  };
  const remove = (...ids: string[]) => {
    clearTimeout(timer.current);
    for (const draft of ids) deleteDraft(account, draft);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the values that the page was opened with
  useEffect(() => {
    // The post was just saved. Before the first save its draft had no id.
    if (new URL(location.href).searchParams.has("done")) return remove(id, NEW_POST);
    const draft = findDraft(account, id);
    if (!draft || isUnsaved || !form.current) return;
    if (isSameContent(draft.values, readContent(form.current))) remove(id);
    else setOffered(draft);
  }, []);

  return {
    /** A draft that differs from the form, until the user restores or discards it. */
    offered,
    store,
    storeSoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(store, PAUSE_MS);
    },
    delete: () => remove(id),
    discard() {
      setOffered(null);
      remove(id);
    },
    /** Hides the offer: the form has the draft's values now. */
    closeOffer: () => setOffered(null),
  };
}

function readContent(form: HTMLFormElement): FormValues {
  const values = readFormValues(form);
  return Object.fromEntries(FIELDS.map((name) => [name, [values[name]?.[0] ?? ""]]));
}

/** A new form has another id each time. */
const isSameContent = (a: FormValues, b: FormValues): boolean =>
  FIELDS.every((name) => name === "id" || (a[name]?.[0] ?? "") === (b[name]?.[0] ?? ""));

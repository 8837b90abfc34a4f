import { type Autosave, createAutosave } from "@client/drafts/autosave";
import { readFormValues } from "@client/drafts/form-values";
import { markFormSent } from "@client/drafts/mark-form-sent";
import { openForm } from "@client/drafts/open-form";
import type { SaveState } from "@client/drafts/save-state";
import { CONFLICTING_VERSION, deleteDraft, type SavedDraft, saveDraft } from "@client/drafts/saved-drafts";
import type { ListingContent } from "@client/drafts/written";
import { apiFetch } from "@client/http";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FORM_CHANNEL } from "@/shared/draft-keys";
import { paths } from "@/shared/paths";
import { type FormValues, toListingForm, toListingInput } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { sameValues } from "./listing-form-check";

type Options = {
  form: RefObject<HTMLFormElement | null>;
  /** Id of the signed-in user; "" for a visitor, whose drafts are not saved. */
  account: string;
  id: string;
  version: number | null;
  /** What stood in the form at first. */
  initial: FormValues;
  /** What is saved; null for a listing that is not. */
  saved: ListingContent | null;
  /** Whether the server saves it automatically; else it is saved on this device alone. */
  draft: boolean;
  /** Whether the form came back with errors, so that it is newer than any saved draft. */
  typed: boolean;
  /** Whether it came back because another writer had saved the listing. */
  stale: boolean;
  /** Where the listing is edited once it is saved. */
  editHref(id: string): string;
  read(values: FormValues, id: string): ListingContent | "subject" | "invalid";
  /** Puts these values into the form, with the pictures that they name. */
  fill(values: FormValues, id: string): void;
  /** Puts a saved listing into the form. */
  take(content: OwnListingJson): void;
  /** The listing is saved: it has a place for pictures. */
  onSaved(): void;
};

/** Saves the input of a listing's form: immediately on this device, and for a draft also on the server after a pause. */
export function useDrafts(options: Options) {
  const { form, account } = options;
  const now = useRef(options);
  now.current = options;
  const [id, setId] = useState(options.id);
  const idNow = useRef(id);
  const [version, setVersion] = useState(options.version);
  const [state, setState] = useState<SaveState>(() =>
    options.stale && options.saved
      ? { kind: "conflict", saved: options.saved, content: null }
      : { kind: "idle" },
  );
  const [storedLocally, setStoredLocally] = useState(true);
  const [restored, setRestored] = useState<SavedDraft | null>(null);
  const [elsewhere, setElsewhere] = useState(false);
  const autosave = useRef<Autosave | null>(null);
  const begun = useRef<Promise<void> | null>(null);
  /** Whether the form is being sent. */
  const closed = useRef(false);
  const dirty = useRef(false);
  const channel = useRef<BroadcastChannel | null>(null);

  const values = (): FormValues => (form.current ? readFormValues(form.current) : {});
  const read = () => now.current.read(values(), idNow.current);
  /** The version of this moment, before it is rendered. */
  const versionNow = () => autosave.current?.version ?? now.current.version;

  const saveLocally = () => {
    if (account === "") return;
    const version = autosave.current?.isHeld ? CONFLICTING_VERSION : versionNow();
    const one = { id: idNow.current, version, at: Date.now(), values: values() };
    setStoredLocally(saveDraft(localStorage, account, one));
  };

  /** The form is one of a saved listing from now on. */
  const onSaved = (content: OwnListingJson) => {
    const { current } = form;
    if (!current) return;
    // Synchronously: the form may be sent right after.
    flushSync(() => setVersion(content.version));
    const href = now.current.editHref(content._id);
    if (current.getAttribute("action") !== href) {
      current.action = href;
      history.replaceState(history.state, "", href);
    }
    channel.current?.postMessage({ id: content._id });
    now.current.onSaved();
  };

  const onState = (next: SaveState) => {
    setState(next);
    if (next.kind !== "saved") return;
    setRestored(null);
    if (autosave.current?.isClean()) deleteDraft(localStorage, account, idNow.current);
    else saveLocally();
  };

  /** Another tab says that it saved this listing. */
  const hear = async () => {
    const content = await readSaved(idNow.current);
    const saver = autosave.current;
    if (!saver || saver.busy || closed.current || content.version === saver.version) return;
    if (!saver.isClean()) return saver.meet(content);
    now.current.take(content);
    saver.adopt(content);
  };

  /** Whether what it shows again was typed upon another version than the saved one. */
  const restore = (one: SavedDraft): boolean => {
    idNow.current = one.id;
    setId(one.id);
    setRestored(one);
    now.current.fill(one.values, one.id);
    const { version: saved } = now.current;
    // The draft of a new listing may have become version 1 without an answer reaching this browser.
    return saved !== null && saved !== (one.version ?? 1);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useEffect(() => {
    let over = false;
    const locks: (() => void)[] = [];
    const begin = async () => {
      let held = now.current.stale;
      if (account !== "") {
        const { draft: found, elsewhere } = await openForm(account, now.current, locks);
        if (over) return;
        setElsewhere(elsewhere);
        // A form that came back with errors is newer than any draft.
        const older = now.current.typed ? null : found;
        if (older && sameValues(older.values, values())) deleteDraft(localStorage, account, older.id);
        else if (older) held = restore(older);
      }
      autosave.current = createAutosave({
        id: idNow.current,
        version: now.current.version,
        saved: now.current.saved,
        held,
        local: !now.current.draft,
        read,
        call: apiFetch,
        changed: onState,
        onSaved,
      });
      if (closed.current) void autosave.current.close(0);
      channel.current = new BroadcastChannel(FORM_CHANNEL);
      channel.current.onmessage = ({ data }: MessageEvent<{ id: string }>) => {
        if (data.id === idNow.current) void hear().catch((error) => console.error("not heard", error));
      };
      // Changes typed before the script was loaded.
      if (now.current.typed || !sameListing(values(), now.current.initial)) touched();
    };
    const onHide = () => {
      if (document.visibilityState === "hidden" && dirty.current) void autosave.current?.flush();
    };
    const onOnline = () => {
      if (dirty.current) void autosave.current?.flush();
    };
    begun.current = begin().catch((error) => console.error("drafts failed", error));
    document.addEventListener("visibilitychange", onHide);
    addEventListener("online", onOnline);
    return () => {
      over = true;
      for (const release of locks) release();
      void autosave.current?.close(0);
      channel.current?.close();
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("online", onOnline);
    };
  }, []);

  const touched = () => {
    dirty.current = true;
    saveLocally();
    autosave.current?.touch();
  };

  return {
    id,
    /** Null while no listing is saved. */
    version,
    state,
    storedLocally,
    restored,
    elsewhere,
    /** What another writer saved, until the user chooses one version. */
    conflict: state.kind === "conflict" ? toListingForm(state.saved.listing) : null,
    touched,
    /** Whether the server knows the listing. */
    isSaved: () => versionNow() !== null,
    /** Saves now, so that there is a place for pictures. */
    saveNow: () => void autosave.current?.flush(),
    /** Deletes the draft and shows the saved version. */
    discard() {
      deleteDraft(localStorage, account, idNow.current);
      void autosave.current?.close(0);
      const { pathname, search } = location;
      location.replace(pathname + search);
    },
    keepMine() {
      autosave.current?.overrule();
      saveLocally();
      autosave.current?.touch();
    },
    async takeSaved() {
      const heard = state.kind === "conflict" ? state.content : null;
      const content = heard ?? (await readSaved(idNow.current));
      now.current.take(content);
      autosave.current?.adopt(content);
      setRestored(null);
      deleteDraft(localStorage, account, idNow.current);
    },
    /** Whether the form would meet its own draft if it were sent now. */
    isBusy: () => autosave.current?.busy ?? true,
    /**
     * Call before the form is sent. Settles once the form is stable, after at most `ms`; nothing is saved from now on.
     */
    async close(ms: number): Promise<void> {
      closed.current = true;
      if (!autosave.current) await Promise.race([begun.current, new Promise((late) => setTimeout(late, ms))]);
      await autosave.current?.close(ms);
    },
    /** The form was not sent after all. */
    reopen() {
      closed.current = false;
      autosave.current?.resume();
    },
    /** The form is being submitted; the next page says whether the draft is still needed. */
    markFormSent: () => account !== "" && markFormSent(idNow.current),
  };
}

const readSaved = async (id: string): Promise<OwnListingJson> =>
  (await apiFetch<{ content: OwnListingJson }>(paths.apiListing(id))).content;

const sameListing = (one: FormValues, other: FormValues): boolean =>
  JSON.stringify(toListingInput(one)) === JSON.stringify(toListingInput(other));

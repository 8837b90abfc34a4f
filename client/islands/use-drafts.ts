import {
  type Autosave,
  createAutosave,
  type SaveState,
  type Written,
  writtenOf,
} from "@client/drafts/autosave";
import { forget, type KeptForm, keep, keptNew, keptOf } from "@client/drafts/kept";
import { apiFetch } from "@client/http";
import { type RefObject, useEffect, useRef, useState } from "react";
import { FORMS, SENT } from "@/shared/kept-forms";
import { paths } from "@/shared/paths";
import { type FormValues, formOfListing, listingOfForm } from "@/shared/schemas/listing";
import type { WireOwnListing } from "@/shared/schemas/wire-listing";
import { sameValues, valuesOf } from "./listing-form-check";

type Options = {
  form: RefObject<HTMLFormElement | null>;
  /** Whose form it is; "" for nobody, of whom nothing is kept. */
  account: string;
  id: string;
  version: number | null;
  /** What stood in the form at first. */
  initial: FormValues;
  /** What is saved; null for a listing that is not. */
  saved: Written | null;
  /** Whether it is saved by itself; else it is only kept on this device. */
  draft: boolean;
  /** Whether what stands in the form is newer than anything kept: it was just sent, and came back. */
  typed: boolean;
  /** What is saved, where the form came back because somebody else had saved it. */
  stale: FormValues | null;
  /** Where the listing is edited once it is saved. */
  editHref(id: string): string;
  read(values: FormValues, id: string): Written | "subject" | "invalid";
  /** Puts these values into the form, with the pictures that they name. */
  fill(values: FormValues, id: string): void;
  /** Puts a saved listing into the form. */
  take(content: WireOwnListing): void;
  /** The listing is saved: it has a place for pictures. */
  onSaved(): void;
};

/** What somebody else saved; `content` where it was heard from the server by a script. */
type Conflict = { saved: FormValues; content: WireOwnListing | null };

/** Keeps what is typed in a listing's form: at once on this device, and a draft a moment later on the server. */
export function useDrafts(options: Options) {
  const { form, account } = options;
  const now = useRef(options);
  now.current = options;
  const [id, setId] = useState(options.id);
  const idNow = useRef(id);
  const [version, setVersion] = useState(options.version);
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const [kept, setKept] = useState(true);
  const [restored, setRestored] = useState<KeptForm | null>(null);
  const [elsewhere, setElsewhere] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(
    options.stale && { saved: options.stale, content: null },
  );
  const autosave = useRef<Autosave | null>(null);
  const dirty = useRef(false);
  const channel = useRef<BroadcastChannel | null>(null);

  const values = (): FormValues => (form.current ? valuesOf(form.current) : {});
  const read = () => now.current.read(values(), idNow.current);
  /** The version of this moment, before it is rendered. */
  const versionNow = () => autosave.current?.version ?? now.current.version;

  const keepNow = () => {
    if (account === "") return;
    const one = { id: idNow.current, version: versionNow(), at: Date.now(), values: values() };
    setKept(keep(localStorage, account, one));
  };

  /** The form is one of a saved listing from now on. */
  const onSaved = (content: WireOwnListing) => {
    const { current } = form;
    if (!current) return;
    setVersion(content.version);
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
    if (next.kind === "conflict") {
      setConflict({ saved: formOfListing(writtenOf(next.saved).listing), content: next.saved });
    }
    if (next.kind !== "saved") return;
    setConflict(null);
    setRestored(null);
    if (autosave.current?.isClean()) forget(localStorage, account, idNow.current);
    else keepNow();
  };

  /** Another tab says that it saved this listing. */
  const hear = async () => {
    const { content } = await apiFetch<{ content: WireOwnListing }>(paths.apiListing(idNow.current));
    const saver = autosave.current;
    if (!saver || saver.busy || content.version === saver.version) return;
    if (!saver.isClean()) return saver.meet(content);
    now.current.take(content);
    saver.adopt(content);
  };

  const restore = (one: KeptForm) => {
    idNow.current = one.id;
    setId(one.id);
    setRestored(one);
    now.current.fill(one.values, one.id);
    const { version: saved, saved: written } = now.current;
    if (one.version === null || one.version === saved || !written) return;
    setConflict({ saved: formOfListing(written.listing), content: null });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useEffect(() => {
    let over = false;
    const locks: (() => void)[] = [];
    const begin = async () => {
      if (account !== "") {
        const found = await findKept(now.current, account, locks, setElsewhere);
        if (over) return;
        if (now.current.typed) keepNow();
        else if (found && sameValues(found.values, values())) forget(localStorage, account, found.id);
        else if (found) restore(found);
      }
      autosave.current = createAutosave({
        id: idNow.current,
        version: now.current.version,
        saved: now.current.saved,
        local: !now.current.draft,
        read,
        call: apiFetch,
        changed: onState,
        onSaved,
      });
      channel.current = new BroadcastChannel(FORMS);
      channel.current.onmessage = ({ data }: MessageEvent<{ id: string }>) => {
        if (data.id === idNow.current) void hear().catch((error) => console.error("not heard", error));
      };
      // What was typed before the script came.
      if (now.current.typed || !sameListing(values(), now.current.initial)) touched();
    };
    const onHide = () => {
      if (document.visibilityState === "hidden" && dirty.current) void autosave.current?.flush();
    };
    const onShow = () => autosave.current?.resume();
    const onOnline = () => {
      if (dirty.current) void autosave.current?.flush();
    };
    void begin().catch((error) => console.error("drafts failed", error));
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pageshow", onShow);
    addEventListener("online", onOnline);
    return () => {
      over = true;
      for (const release of locks) release();
      autosave.current?.stop();
      channel.current?.close();
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pageshow", onShow);
      removeEventListener("online", onOnline);
    };
  }, []);

  const touched = () => {
    dirty.current = true;
    keepNow();
    if (conflict === null) autosave.current?.touch();
  };

  return {
    id,
    /** Null while no listing is saved. */
    version,
    state,
    kept,
    restored,
    elsewhere,
    conflict,
    touched,
    /** Whether the server knows the listing. */
    isSaved: () => versionNow() !== null,
    /** Saves now, so that there is a place for pictures. */
    saveNow: () => void autosave.current?.flush(),
    /** Gives up what was kept, and shows what is saved. */
    discard() {
      forget(localStorage, account, idNow.current);
      autosave.current?.stop();
      const { pathname, search } = location;
      location.replace(pathname + search);
    },
    keepMine() {
      const { content } = conflict ?? {};
      setConflict(null);
      if (content) autosave.current?.adopt(content);
      keepNow();
      autosave.current?.touch();
    },
    async takeSaved() {
      const { content } =
        conflict?.content === null || !conflict
          ? await apiFetch<{ content: WireOwnListing }>(paths.apiListing(idNow.current))
          : conflict;
      if (!content) return;
      now.current.take(content);
      autosave.current?.adopt(content);
      setConflict(null);
      setRestored(null);
      forget(localStorage, account, idNow.current);
    },
    /** Before the form is sent: null, or what has to be waited for, lest it would meet its own draft. */
    settling(): Promise<void> | null {
      return autosave.current?.busy ? autosave.current.flush() : null;
    },
    /** The form is being sent; with `saving`, its answer says whether what is kept has served. */
    leave(saving: boolean) {
      autosave.current?.stop();
      if (!saving || account === "") return;
      try {
        sessionStorage.setItem(SENT, idNow.current);
      } catch {
        // Storage is shut off: then nothing was kept either.
      }
    },
  };
}

const sameListing = (one: FormValues, other: FormValues): boolean =>
  JSON.stringify(listingOfForm(one)) === JSON.stringify(listingOfForm(other));

/**
 * What this browser keeps of the form; of a new listing, what no other tab has open. The form is this tab's then, as
 * long as it lives: `locks` gets what releases it, and `setElsewhere` hears when another tab has it open already.
 */
async function findKept(
  { id, version }: Options,
  account: string,
  locks: (() => void)[],
  setElsewhere: (open: boolean) => void,
): Promise<KeptForm | null> {
  const own = keptOf(localStorage, account, id);
  if (version === null && !own) {
    for (const one of keptNew(localStorage, account)) {
      if (await lock(one.id, locks)) return one;
    }
  }
  setElsewhere(!(await lock(id, locks)));
  return own;
}

/** Whether this tab is the first to have the form open. */
function lock(id: string, locks: (() => void)[]): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((answer) => {
    void navigator.locks.request(`${FORMS}/${id}`, { ifAvailable: true }, (held) => {
      answer(held !== null);
      return held ? new Promise<void>((release) => void locks.push(release)) : undefined;
    });
  });
}

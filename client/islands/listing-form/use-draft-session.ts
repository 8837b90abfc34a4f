import { type DraftOptions, DraftSession } from "@client/drafts/draft-session";
import type { SaveState } from "@client/drafts/save-state";
import type { SavedDraft } from "@client/drafts/saved-drafts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toListingForm } from "@/shared/schemas/listing";

type SessionEvents = "onSaveState" | "onStored" | "onRestored" | "onOpenInOtherTab";

/** The draft session of a listing's form, and what the form shows of it. */
export function useDraftSession(options: Omit<DraftOptions, SessionEvents>) {
  const { hasConflict, saved } = options;
  const [id, setId] = useState(options.id);
  const [version, setVersion] = useState(options.version);
  const [saveState, setSaveState] = useState<SaveState>(() =>
    hasConflict && saved ? { kind: "conflict", serverContent: saved, serverListing: null } : { kind: "idle" },
  );
  const [isStored, setIsStored] = useState(true);
  const [restored, setRestored] = useState<SavedDraft | null>(null);
  const [isOpenInOtherTab, setIsOpenInOtherTab] = useState(false);

  const latest = useRef<DraftOptions>(null);
  latest.current = {
    ...options,
    onSaved(saved) {
      // Synchronously: the form may be submitted right after.
      flushSync(() => setVersion(saved));
      options.onSaved(saved);
    },
    onSaveState: setSaveState,
    onStored: setIsStored,
    onRestored(draft) {
      if (draft) setId(draft.id);
      setRestored(draft);
    },
    onOpenInOtherTab: setIsOpenInOtherTab,
  };
  const [session] = useState(() => new DraftSession(() => latest.current as DraftOptions));
  useEffect(() => session.open(), [session]);

  const isConflict = saveState.kind === "conflict";
  return {
    session,
    id,
    /** Null before the first save. */
    version,
    saveState,
    isStored,
    /** A stored draft that the form shows. */
    restored,
    isOpenInOtherTab,
    /** What another writer saved, until the user chooses one version. */
    conflict: isConflict ? toListingForm(saveState.serverContent.listing) : null,
    acceptSaved: () => session.acceptSaved(isConflict ? saveState.serverListing : null),
  };
}

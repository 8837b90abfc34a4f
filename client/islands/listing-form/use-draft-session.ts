import { type DraftEvents, type DraftOptions, DraftSession } from "@client/drafts/draft-session";
import type { SaveState } from "@client/drafts/save-state";
import type { StoredDraft } from "@client/drafts/stored-drafts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toListingForm } from "@/shared/schemas/listing";

type Options = Omit<DraftOptions, "events"> & Pick<DraftEvents, "onSavedOnServer">;

/** The draft session of a listing's form, and what the form shows of it. */
export function useDraftSession({ onSavedOnServer, ...options }: Options) {
  const { hasConflict, saved } = options.listing;
  const [id, setId] = useState(options.listing.id);
  const [version, setVersion] = useState(options.listing.version);
  const [saveState, setSaveState] = useState<SaveState>(() =>
    hasConflict && saved ? { kind: "conflict", serverContent: saved, serverListing: null } : { kind: "idle" },
  );
  const [isStored, setIsStored] = useState(true);
  const [restored, setRestored] = useState<StoredDraft | null>(null);
  const [isOpenInOtherTab, setIsOpenInOtherTab] = useState(false);

  const latest = useRef<DraftOptions>(null);
  latest.current = {
    ...options,
    events: {
      onSavedOnServer(savedVersion) {
        // Synchronously: the form may be submitted right after.
        flushSync(() => setVersion(savedVersion));
        onSavedOnServer(savedVersion);
      },
      onSaveState: setSaveState,
      onStoredLocally: setIsStored,
      onRestored(draft) {
        if (draft) setId(draft.id);
        setRestored(draft);
      },
      onOpenInOtherTab: setIsOpenInOtherTab,
    },
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
    acceptServerVersion: () => session.acceptServerVersion(isConflict ? saveState.serverListing : null),
  };
}

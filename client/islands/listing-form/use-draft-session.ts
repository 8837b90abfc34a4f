import { type DraftOptions, DraftSession, type DraftView } from "@client/drafts/draft-session";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toListingForm } from "@/shared/schemas/listing";

/** The draft session of a listing's form, and what the form shows of it. */
export function useDraftSession(options: Omit<DraftOptions, "onChange">) {
  const { id, version, hasConflict, saved } = options.listing;
  const [view, setView] = useState<DraftView>({
    id,
    version,
    saveState:
      hasConflict && saved
        ? { kind: "conflict", serverContent: saved, serverListing: null }
        : { kind: "idle" },
    isStored: true,
    restored: null,
    isOpenInOtherTab: false,
  });
  const latest = useRef<DraftOptions>(null);
  latest.current = {
    ...options,
    onChange(change) {
      const update = () => setView((current) => ({ ...current, ...change }));
      // Synchronously: the form may be submitted right after a save.
      if (change.version === undefined) update();
      else flushSync(update);
    },
  };
  const [session] = useState(() => new DraftSession(() => latest.current as DraftOptions));
  useEffect(() => session.open(), [session]);
  const conflict = view.saveState.kind === "conflict" ? view.saveState : null;
  return {
    ...view,
    session,
    /** What another writer saved, until the user chooses one version. */
    conflict: conflict && toListingForm(conflict.serverContent.listing),
    acceptServerVersion: () => session.acceptServerVersion(conflict?.serverListing ?? null),
  };
}

import { CallFailed } from "@client/http/call-failed";
import { paths } from "@/shared/paths";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { type CallApi, createCallWithTimeout } from "./call-with-timeout";
import { type ListingContent, type SaveObstacle, toListingContent } from "./listing-content";
import type { SaveState } from "./save-state";

/** Pause in typing before a save (ms). */
const PAUSE_MS = 2000;
/** Pauses before retries without a response (ms); the last one repeats. */
const RETRIES_MS = [5000, 15_000, 60_000];

type Options = {
  id: string;
  /** The saved version; null for a new listing. */
  version: number | null;
  saved: ListingContent | null;
  /** Whether the input was typed over another version than the saved one: autosave starts with a conflict. */
  hasConflict: boolean;
  /**
   * Whether autosave is off. Changes of a published listing are stored only in the browser until they are submitted.
   */
  isAutosaveOff: boolean;
  read(): ListingContent | SaveObstacle;
  call: CallApi;
  onState(state: SaveState): void;
  /** Called with each saved version, before the next save starts. */
  onSaved(content: OwnListingJson): void;
  now?(): number;
};

export type Autosave = ReturnType<typeof createAutosave>;

/** Saves a draft through the public API after a pause in typing; one save at a time. */
export function createAutosave({
  id,
  hasConflict,
  read,
  call,
  onState,
  onSaved,
  now = Date.now,
  ...initial
}: Options) {
  const send = createCallWithTimeout(call);
  // Each save changes these.
  let { version, saved, isAutosaveOff } = initial;
  let state: SaveState = { kind: "idle" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  /** Whether the form is being submitted: a running save may end, and none starts. */
  let isClosed = false;
  /** Contents sent since the last response. The server may hold any of them, and late responses may still arrive. */
  let unconfirmedContents: ListingContent[] = [];

  const setState = (next: SaveState) => {
    state = next;
    onState(next);
  };
  const flushAfter = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void flush(), ms);
  };
  const accept = (content: OwnListingJson, savedContent: ListingContent) => {
    ({ version } = content);
    saved = savedContent;
    isAutosaveOff = content.state !== "draft";
    onSaved(content);
  };

  async function save({ listing, images }: ListingContent): Promise<void> {
    type SaveResponse = { content: OwnListingJson };
    if (version === null) {
      const json = { _id: id, ...listing };
      const { content } = await send<SaveResponse>(paths.apiListings(), { method: "POST", json });
      accept(content, { listing, images: [] });
    } else if (!isSame(listing, saved?.listing)) {
      const json = { ...listing, version };
      const { content } = await send<SaveResponse>(paths.apiListing(id), { method: "PUT", json });
      accept(content, { listing, images: saved?.images ?? [] });
    }
    if (!isClosed && !isSame(images, saved?.images ?? [])) {
      const json = { version, images };
      const { content } = await send<SaveResponse>(paths.apiListingImages(id), { method: "PUT", json });
      accept(content, { listing, images });
    }
  }

  /** The state after a failed save. */
  function handleFailure(failure: unknown, failedContent: ListingContent): SaveState {
    const { status, problem } =
      failure instanceof CallFailed ? failure : new CallFailed(0, { cause: failure });
    const content = (problem as { content?: OwnListingJson } | null)?.content;
    if (content) {
      const { listing } = toListingContent(content);
      if (!unconfirmedContents.some((sent) => isSame(listing, sent.listing))) return toConflict(content);
      // This form itself saved the conflicting content.
      flushAfter(0);
      return acceptAsSaved(content);
    }
    // A server that failed may have saved it anyway.
    if (status === 0 || status >= 500) unconfirmedContents.push(failedContent);
    // The submitted form contains what could not be saved.
    if (isClosed) return state;
    if (status === 401) return { kind: "unsaved", reason: "signedOut" };
    if (status !== 0 && status < 500 && status !== 429) {
      return { kind: "refused", message: problem?.detail ?? "" };
    }
    flushAfter(RETRIES_MS[Math.min(failures++, RETRIES_MS.length - 1)] ?? 0);
    return { kind: "unsaved", reason: "offline" };
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      if (isAutosaveOff) return setState({ kind: "unsaved", reason: "browserOnly" });
      const content = read();
      if (typeof content === "string") return setState({ kind: "unsaved", reason: content });
      if (version !== null && isSaved(content)) {
        if (state.kind !== "idle" && state.kind !== "saved") setState({ kind: "saved", savedTs: now() });
        return;
      }
      setState({ kind: "saving" });
      try {
        await save(content);
      } catch (failure) {
        return setState(handleFailure(failure, content));
      }
      failures = 0;
      unconfirmedContents = [];
      setState({ kind: "saved", savedTs: now() });
    }
  }

  const isSaved = ({ listing, images }: ListingContent): boolean =>
    isSame(listing, saved?.listing) && isSame(images, saved?.images ?? []);

  const toConflict = (content: OwnListingJson): SaveState => ({
    kind: "conflict",
    serverContent: toListingContent(content),
    serverListing: content,
  });

  function acceptAsSaved(content: OwnListingJson): SaveState {
    accept(content, toListingContent(content));
    return { kind: "saved", savedTs: now() };
  }

  /** Saves now. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    if (state.kind === "conflict" || isClosed) return running ?? Promise.resolve();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  if (hasConflict && saved) {
    setState({ kind: "conflict", serverContent: saved, serverListing: null });
  }

  return {
    get version() {
      return version;
    },
    /** Call after each change of the form. */
    saveSoon: () => flushAfter(PAUSE_MS),
    flush,
    /** Whether a save is running. */
    get isBusy() {
      return running !== null;
    },
    /** Whether another writer's content waits for the user's choice. */
    get hasConflict() {
      return state.kind === "conflict";
    },
    /** Whether everything is saved, as far as this browser knows. */
    isClean(): boolean {
      const content = read();
      return typeof content !== "string" && isSaved(content);
    },
    /** Continues from this saved content. */
    continueFrom: (content: OwnListingJson) => setState(acceptAsSaved(content)),
    /** Reports a conflict with content that another writer saved. */
    reportConflict: (content: OwnListingJson) => setState(toConflict(content)),
    /** Ends a conflict: the next save replaces the other writer's content. */
    overwrite(): void {
      if (state.kind !== "conflict") return;
      if (state.serverListing) acceptAsSaved(state.serverListing);
      setState({ kind: "idle" });
    },
    /**
     * Call before the form is submitted. Resolves when no save is running: a form that is sent earlier would conflict
     * with its own save. Until `reopen`, no save starts.
     */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
    /** The form was not submitted after all. */
    reopen(): void {
      isClosed = false;
    },
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

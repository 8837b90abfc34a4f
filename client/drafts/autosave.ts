import { CallFailed } from "@client/http/call-failed";
import { paths } from "@/shared/paths";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { type CallApi, createCallWithTimeout } from "./call-with-timeout";
import type { SaveState } from "./save-state";
import { type Hindrance, type ListingContent, toListingContent } from "./written";

/** Pause in typing before a save (ms). */
const PAUSE_MS = 2000;
/** How long (ms) it waits after no answer; the last of them again and again. */
const RETRIES_MS = [5000, 15_000, 60_000];

type Options = {
  id: string;
  /** The saved version, null for a listing that is not saved yet, and what it says. */
  version: number | null;
  saved: ListingContent | null;
  /** Whether what is saved is not what was typed upon: a conflict from the start. */
  held: boolean;
  /** Whether saving is left to the user: only drafts are saved automatically. */
  local: boolean;
  read(): ListingContent | Hindrance;
  call: CallApi;
  changed(state: SaveState): void;
  /** Called with each version that was saved, before anything else may be. */
  onSaved(content: OwnListingJson): void;
  now?(): number;
};

export type Autosave = ReturnType<typeof createAutosave>;

/** Saves a draft by the calls that everybody uses, a moment after one stopped typing; one save at a time. */
export function createAutosave({
  id,
  held,
  read,
  call,
  changed,
  onSaved,
  now = Date.now,
  ...options
}: Options) {
  const { ask, abort } = createCallWithTimeout(call);
  let { version, saved, local } = options;
  let state: SaveState = { kind: "idle" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  /** Whether the form is being sent: what was begun may end, nothing begins. */
  let closed = false;
  /** Contents sent since the last answer. The server may hold any of them, and late answers may still arrive. */
  let unanswered: ListingContent[] = [];

  const become = (next: SaveState) => {
    state = next;
    changed(next);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void flush(), ms);
  };

  async function send({ listing, images }: ListingContent): Promise<void> {
    const take = ({ content }: { content: OwnListingJson }, now: ListingContent) => {
      ({ version } = content);
      saved = now;
      local = content.state !== "draft";
      onSaved(content);
    };
    if (version === null) {
      const json = { _id: id, ...listing };
      take(await ask(paths.apiListings(), { method: "POST", json }), { listing, images: [] });
    } else if (!same(listing, saved?.listing)) {
      const json = { ...listing, version };
      const answer = await ask<{ content: OwnListingJson }>(paths.apiListing(id), { method: "PUT", json });
      take(answer, { listing, images: saved?.images ?? [] });
    }
    if (!closed && !same(images, saved?.images ?? [])) {
      const json = { version, images };
      take(await ask(paths.apiListingImages(id), { method: "PUT", json }), { listing, images });
    }
  }

  /** What a failed save leads to. */
  function stateAfter(failure: unknown, written: ListingContent): SaveState {
    const { status, problem } =
      failure instanceof CallFailed ? failure : new CallFailed(0, { cause: failure });
    const content = (problem as { content?: OwnListingJson } | null)?.content;
    if (content) {
      const { listing } = toListingContent(content);
      if (!unanswered.some((one) => same(listing, one.listing))) return conflictWith(content);
      // The conflicting content was this tab's own.
      later(0);
      return adopted(content);
    }
    // A server that failed may have saved it all the same.
    if (status === 0 || status >= 500) unanswered.push(written);
    // The form takes along what this could not.
    if (closed) return state;
    if (status === 401) return { kind: "unsaved", why: "signedOut" };
    if (status !== 0 && status < 500 && status !== 429)
      return { kind: "refused", text: problem?.detail ?? "" };
    later(RETRIES_MS[Math.min(failures++, RETRIES_MS.length - 1)] ?? 0);
    return { kind: "unsaved", why: "offline" };
  }

  async function run(): Promise<void> {
    while (!closed) {
      if (local) return become({ kind: "unsaved", why: "local" });
      const written = read();
      if (typeof written === "string") return become({ kind: "unsaved", why: written });
      if (version !== null && isSaved(written)) {
        if (state.kind !== "idle" && state.kind !== "saved") become({ kind: "saved", at: now() });
        return;
      }
      become({ kind: "saving" });
      try {
        await send(written);
      } catch (failure) {
        return become(stateAfter(failure, written));
      }
      failures = 0;
      unanswered = [];
      become({ kind: "saved", at: now() });
    }
  }

  const isSaved = (written: ListingContent): boolean =>
    same(written.listing, saved?.listing) && same(written.images, saved?.images ?? []);

  const conflictWith = (content: OwnListingJson): SaveState => ({
    kind: "conflict",
    saved: toListingContent(content),
    content,
  });

  function adopted(content: OwnListingJson): SaveState {
    ({ version } = content);
    saved = toListingContent(content);
    local = content.state !== "draft";
    onSaved(content);
    return { kind: "saved", at: now() };
  }

  /** Saves now what there is to save. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    if (state.kind === "conflict" || closed) return running ?? Promise.resolve();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  if (held && saved) become({ kind: "conflict", saved, content: null });

  return {
    get version() {
      return version;
    },
    /** Something was typed or chosen. */
    touch: () => later(PAUSE_MS),
    flush,
    /** Whether a save is on its way. */
    get busy() {
      return running !== null;
    },
    /** Whether another writer's content waits for the user's choice. */
    get isHeld() {
      return state.kind === "conflict";
    },
    /** Whether everything is saved, as far as is known here. */
    isClean(): boolean {
      const written = read();
      return typeof written !== "string" && isSaved(written);
    },
    /** From here on, what is saved is this. */
    adopt: (content: OwnListingJson) => become(adopted(content)),
    /** Reports a conflict with content that another writer saved. */
    meet: (content: OwnListingJson) => become(conflictWith(content)),
    /** Replaces the other writer's saved content with the typed one. */
    overrule(): void {
      if (state.kind !== "conflict") return;
      if (state.content) adopted(state.content);
      become({ kind: "idle" });
    },
    /**
     * Call before the form is sent. Settles once no save is running; a save that runs longer than `ms` is given up.
     * Until `resume`, nothing is saved and late answers are ignored.
     */
    async close(ms: number): Promise<void> {
      closed = true;
      clearTimeout(timer);
      if (!running) return;
      const late = setTimeout(abort, ms);
      await running.finally(() => clearTimeout(late));
    },
    /** The form was not sent after all. */
    resume(): void {
      closed = false;
    },
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

import { CallFailed } from "@client/http/call-failed";
import type { Call } from "@client/http/send";
import { paths } from "@/shared/paths";
import { draftListingSchema, type ListingInput } from "@/shared/schemas/listing";
import type { WireOwnListing } from "@/shared/schemas/wire-listing";

/** A picture in its place: the path at which it was stored, and what it shows in words. */
type PlacedImage = { path: string; alt: string };
/** What there is to save. */
export type Written = { listing: ListingInput; images: readonly PlacedImage[] };

/** A saved listing as it was written last: new words that wait for a reviewer count. */
export const writtenOf = ({ proposed, ...content }: WireOwnListing): Written => ({
  listing: draftListingSchema.parse({
    ...content,
    ...(proposed && { title: proposed.title, description: proposed.description }),
  }),
  images: content.images.map(({ path, alt }) => ({ path, alt })),
});

/** Why nothing can be saved yet: there is no subject, or something that no draft may hold. */
export type Hindrance = "subject" | "invalid";

export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  /** When, in ms. */
  | { kind: "saved"; at: number }
  | { kind: "unsaved"; why: Hindrance | "local" | "offline" | "signedOut" }
  /** In the server's words. */
  | { kind: "refused"; text: string }
  /** Somebody else saved meanwhile: this stands there now. Nothing is saved until `adopt` says what it is based on. */
  | { kind: "conflict"; saved: WireOwnListing };

/** How long (ms) one has stopped typing before it is saved. */
const PAUSE_MS = 2000;
/** How long (ms) it waits after no answer; the last of them again and again. */
const RETRIES_MS = [5000, 15_000, 60_000];

type Options = {
  id: string;
  /** The saved version, null for a listing that is not saved yet, and what it says. */
  version: number | null;
  saved: Written | null;
  /** Whether it is left to the editor to save. */
  local: boolean;
  read(): Written | Hindrance;
  call<T>(path: string, call: Call): Promise<T>;
  changed(state: SaveState): void;
  /** Called with each version that was saved, before anything else may be. */
  onSaved(content: WireOwnListing): void;
  now?(): number;
};

export type Autosave = ReturnType<typeof createAutosave>;

/** Saves a draft by the calls that everybody uses, a moment after one stopped typing; one save at a time. */
export function createAutosave({
  id,
  local,
  read,
  call,
  changed,
  onSaved,
  now = Date.now,
  ...options
}: Options) {
  let { version, saved } = options;
  let state: SaveState = { kind: "idle" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  let stopped = false;
  /** Sent, and no answer came: it may stand there or not. */
  let unanswered: Written | null = null;

  const become = (next: SaveState) => {
    state = next;
    changed(next);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void flush(), ms);
  };

  async function send({ listing, images }: Written): Promise<void> {
    const take = ({ content }: { content: WireOwnListing }, now: Written) => {
      version = content.version;
      saved = now;
      onSaved(content);
    };
    if (version === null) {
      const json = { _id: id, ...listing };
      take(await call(paths.apiListings(), { method: "POST", json }), { listing, images: [] });
    } else if (!same(listing, saved?.listing)) {
      const json = { ...listing, version };
      const answer = await call<{ content: WireOwnListing }>(paths.apiListing(id), { method: "PUT", json });
      take(answer, { listing, images: saved?.images ?? [] });
    }
    if (!same(images, saved?.images ?? [])) {
      const json = { version, images };
      take(await call(paths.apiListingImages(id), { method: "PUT", json }), { listing, images });
    }
  }

  /** What a failed save leads to. */
  function stateAfter(failure: unknown, written: Written): SaveState {
    const { status, problem } =
      failure instanceof CallFailed ? failure : new CallFailed(0, { cause: failure });
    const content = (problem as { content?: WireOwnListing } | null)?.content;
    if (content) {
      if (!same(writtenOf(content).listing, unanswered?.listing)) return { kind: "conflict", saved: content };
      // It was this tab itself that seemed to be somebody else.
      later(0);
      return adopted(content);
    }
    unanswered = status === 0 ? written : null;
    if (status === 401) return { kind: "unsaved", why: "signedOut" };
    if (status !== 0 && status < 500 && status !== 429)
      return { kind: "refused", text: problem?.detail ?? "" };
    later(RETRIES_MS[Math.min(failures++, RETRIES_MS.length - 1)] ?? 0);
    return { kind: "unsaved", why: "offline" };
  }

  async function run(): Promise<void> {
    if (local) return become({ kind: "unsaved", why: "local" });
    for (;;) {
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
      unanswered = null;
      become({ kind: "saved", at: now() });
    }
  }

  const isSaved = (written: Written): boolean =>
    same(written.listing, saved?.listing) && same(written.images, saved?.images ?? []);

  function adopted(content: WireOwnListing): SaveState {
    version = content.version;
    saved = writtenOf(content);
    onSaved(content);
    return { kind: "saved", at: now() };
  }

  /** Saves now what there is to save. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    if (state.kind === "conflict" || stopped) return Promise.resolve();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

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
    /** Whether everything is saved, as far as is known here. */
    isClean(): boolean {
      const written = read();
      return typeof written !== "string" && isSaved(written);
    },
    /** From here on, what is saved is this: what is written goes in its place. */
    adopt: (content: WireOwnListing) => become(adopted(content)),
    /** Somebody else saved this. */
    meet(content: WireOwnListing): void {
      become({ kind: "conflict", saved: content });
    },
    /** For good: the form is being sent. */
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
    resume(): void {
      stopped = false;
    },
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

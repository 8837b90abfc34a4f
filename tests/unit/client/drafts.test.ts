import { type Autosave, createAutosave, type SaveState, type Written } from "@client/drafts/autosave";
import { forget, keep, keptNew, keptOf } from "@client/drafts/kept";
import { CallFailed } from "@client/http/call-failed";
import type { Call } from "@client/http/send";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftListingSchema } from "@/shared/schemas/listing";
import type { WireOwnListing } from "@/shared/schemas/wire-listing";

/** What browsers keep, as far as a Map does; `room` is how many entries fit. */
function storageOf(room = 100): Storage {
  const entries = new Map<string, string>();
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (!entries.has(key) && entries.size >= room) throw new DOMException("full", "QuotaExceededError");
      entries.set(key, value);
    },
    removeItem: (key: string) => void entries.delete(key),
  };
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

describe("what a browser keeps of forms", () => {
  const form = (id: string, version: number | null, at = 1) => ({ id, version, at, values: { title: [id] } });

  it("is found by its form and account alone", () => {
    const storage = storageOf();
    expect(keep(storage, "anna", form("a", 3))).toBe(true);
    expect(keptOf(storage, "anna", "a")).toEqual(form("a", 3));
    expect(keptOf(storage, "ion", "a")).toBeNull();
    expect(keptOf(storage, "anna", "b")).toBeNull();
    forget(storage, "anna", "a");
    expect(keptOf(storage, "anna", "a")).toBeNull();
  });

  it("of new listings is found without an id, the newest first, until they are saved", () => {
    const storage = storageOf();
    keep(storage, "anna", form("old", null, 1));
    keep(storage, "anna", form("new", null, 2));
    keep(storage, "ion", form("other", null, 3));
    expect(keptNew(storage, "anna").map(({ id }) => id)).toEqual(["new", "old"]);
    keep(storage, "anna", form("new", 1));
    expect(keptNew(storage, "anna").map(({ id }) => id)).toEqual(["old"]);
    expect(keptOf(storage, "anna", "new")?.version).toBe(1);
  });

  it("is nothing where the store is full or holds something else", () => {
    const storage = storageOf(0);
    expect(keep(storage, "anna", form("a", 1))).toBe(false);
    const strange = storageOf();
    strange.setItem("listing-form/anna/a", "{broken");
    strange.setItem("listing-form/anna/new/b", '"text"');
    expect(keptOf(strange, "anna", "a")).toBeNull();
    expect(keptNew(strange, "anna")).toEqual([]);
  });
});

const written = (title: string, images: Written["images"] = []): Written => ({
  listing: draftListingSchema.parse({ subject: "m", title }),
  images,
});
/** The listing as the server would answer it. */
const wire = (one: Written, version: number) =>
  ({ _id: "a", ...one.listing, images: one.images, proposed: null, version }) as unknown as WireOwnListing;
const staleWith = (content: WireOwnListing) =>
  new CallFailed(409, {
    problem: { type: "", title: "datastale", status: 409, request_id: "", content } as never,
  });

describe("saving by itself", () => {
  let now: Written | "subject" | "invalid";
  let states: SaveState[];
  let asked: { method?: string; path: string; json: Record<string, unknown> }[];
  let answer: (path: string, json: Record<string, unknown>) => WireOwnListing | Promise<WireOwnListing>;
  let version: number;

  beforeEach(() => {
    vi.useFakeTimers();
    now = written("Unu");
    states = [];
    asked = [];
    version = 0;
    answer = (_, json) => {
      version++;
      const images = (json.images ?? []) as Written["images"];
      return wire({ listing: draftListingSchema.parse({ subject: "m", ...json }), images }, version);
    };
  });
  afterEach(() => vi.useRealTimers());

  const start = (more: Partial<Parameters<typeof createAutosave>[0]> = {}): Autosave =>
    createAutosave({
      id: "a",
      version: null,
      saved: null,
      local: false,
      read: () => now,
      call: async <T>(path: string, call: Call) => {
        const json = call.json as Record<string, unknown>;
        asked.push({ method: call.method ?? "GET", path, json });
        return { content: await answer(path, json) } as T;
      },
      changed: (state) => states.push(state),
      onSaved: () => {},
      now: () => 1000,
      ...more,
    });
  const kinds = () => states.map((state) => (state.kind === "unsaved" ? state.why : state.kind));

  it("makes a draft under the form's own id a moment after the last key, once", async () => {
    const save = start();
    save.touch();
    await vi.advanceTimersByTimeAsync(1500);
    save.touch();
    await vi.advanceTimersByTimeAsync(1500);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/listings"]);
    expect(asked[0]?.json).toMatchObject({ _id: "a", title: "Unu", subject: "m" });
    expect(kinds()).toEqual(["saving", "saved"]);
    save.touch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.length).toBe(1);
  });

  it("then writes what changed, with the version that it saw: fields, pictures or both", async () => {
    const save = start();
    await save.flush();
    now = written("Doi", [{ path: "images/listings/a/x.webp", alt: "X" }]);
    await save.flush();
    now = written("Doi", []);
    await save.flush();
    expect(asked.slice(1).map(({ method, path, json }) => [method, path, json.version])).toEqual([
      ["PUT", "/api/listings/a", 1],
      ["PUT", "/api/listings/a/images", 2],
      ["PUT", "/api/listings/a/images", 3],
    ]);
    expect(save.isClean()).toBe(true);
  });

  it("takes along what is typed while it saves, one call at a time", async () => {
    const save = start();
    answer = (_, json) => {
      if (json.title === "Unu") now = written("Între timp");
      return wire(written(String(json.title)), ++version);
    };
    await save.flush();
    expect(asked.map(({ json }) => json.title)).toEqual(["Unu", "Între timp"]);
    expect(kinds().at(-1)).toBe("saved");
  });

  it("says why it can't, and never writes what its editor has to save", async () => {
    now = "subject";
    await start().flush();
    now = "invalid";
    await start().flush();
    now = written("Publicat");
    await start({ local: true, version: 4, saved: written("Înainte") }).flush();
    expect(kinds()).toEqual(["subject", "invalid", "local"]);
    expect(asked).toEqual([]);
  });

  it("tries again after no answer, and tells its own draft from somebody else's", async () => {
    const save = start({ version: 1, saved: written("Unu") });
    const works = answer;
    now = written("Doi");
    answer = () => {
      throw new CallFailed(0);
    };
    await save.flush();
    expect(kinds().at(-1)).toBe("offline");
    // It had arrived all the same; meanwhile more was typed.
    now = written("Trei");
    answer = (_, json) => {
      if (json.version === 1) throw staleWith(wire(written("Doi"), 2));
      return works("", json);
    };
    version = 2;
    await vi.advanceTimersByTimeAsync(6000);
    expect(asked.map(({ json }) => [json.version, json.title])).toEqual([
      [1, "Doi"],
      [1, "Trei"],
      [2, "Trei"],
    ]);
    expect(kinds().at(-1)).toBe("saved");
  });

  it("stops at what somebody else saved, until it is told what to do", async () => {
    const save = start({ version: 1, saved: written("Unu") });
    const works = answer;
    const theirs = wire(written("Al lor"), 7);
    now = written("Al meu");
    answer = () => {
      throw staleWith(theirs);
    };
    await save.flush();
    expect(states.at(-1)).toEqual({ kind: "conflict", saved: theirs });
    save.touch();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.length).toBe(1);
    answer = works;
    save.adopt(theirs);
    await save.flush();
    expect(asked.at(-1)?.json).toMatchObject({ version: 7, title: "Al meu" });
  });

  it("tells a refusal in the server's words, and a session's end", async () => {
    const save = start();
    answer = () => {
      throw new CallFailed(409, {
        problem: { type: "", title: "", status: 409, request_id: "", detail: "Zece ciorne" },
      });
    };
    await save.flush();
    expect(states.at(-1)).toEqual({ kind: "refused", text: "Zece ciorne" });
    answer = () => {
      throw new CallFailed(401);
    };
    await save.flush();
    expect(kinds().at(-1)).toBe("signedOut");
    save.stop();
    await save.flush();
    expect(asked.length).toBe(2);
  });
});

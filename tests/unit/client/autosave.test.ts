import { type Autosave, createAutosave } from "@client/drafts/autosave";
import { type ListingContent, toListingContent } from "@client/drafts/listing-content";
import type { SaveState } from "@client/drafts/save-state";
import { CallFailed } from "@client/http/call-failed";
import type { ApiRequest } from "@client/http/send";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftListingSchema } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { createContent, listingJson } from "./drafts";

const staleWith = (content: OwnListingJson) =>
  new CallFailed(409, {
    problem: { type: "", title: "datastale", status: 409, request_id: "", content } as never,
  });

describe("autosave", () => {
  let now: ListingContent | "subject" | "invalid";
  let states: SaveState[];
  let requests: { method?: string; path: string; json: Record<string, unknown> }[];
  let answer: (path: string, json: Record<string, unknown>) => OwnListingJson | Promise<OwnListingJson>;
  let version: number;

  beforeEach(() => {
    vi.useFakeTimers();
    now = createContent("Unu");
    states = [];
    requests = [];
    version = 0;
    answer = (_, json) => {
      version++;
      const images = (json.images ?? []) as ListingContent["images"];
      return listingJson({ listing: draftListingSchema.parse({ subject: "m", ...json }), images }, version);
    };
  });
  afterEach(() => vi.useRealTimers());

  const start = (more: Partial<Parameters<typeof createAutosave>[0]> = {}): Autosave =>
    createAutosave({
      id: "a",
      version: null,
      saved: null,
      hasConflict: false,
      isAutosaveOff: false,
      read: () => now,
      call: async <T>(path: string, call: ApiRequest) => {
        const json = call.json as Record<string, unknown>;
        requests.push({ method: call.method ?? "GET", path, json });
        return { content: await answer(path, json) } as T;
      },
      onState: (state) => states.push(state),
      onSaved: () => {},
      now: () => 1000,
      ...more,
    });
  const kinds = () => states.map((state) => (state.kind === "unsaved" ? state.reason : state.kind));

  it("creates a draft under the form's id shortly after the last key, once", async () => {
    const save = start();
    save.saveSoon();
    await vi.advanceTimersByTimeAsync(1500);
    save.saveSoon();
    await vi.advanceTimersByTimeAsync(1500);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/listings"]);
    expect(requests[0]?.json).toMatchObject({ _id: "a", title: "Unu", subject: "m" });
    expect(kinds()).toEqual(["saving", "saved"]);
    save.saveSoon();
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests.length).toBe(1);
  });

  it("then saves changed fields, pictures or both, with the version it loaded", async () => {
    const save = start();
    await save.flush();
    now = createContent("Doi", [{ path: "images/listings/a/x.webp", alt: "X" }]);
    await save.flush();
    now = createContent("Doi", []);
    await save.flush();
    expect(requests.slice(1).map(({ method, path, json }) => [method, path, json.version])).toEqual([
      ["PUT", "/api/listings/a", 1],
      ["PUT", "/api/listings/a/images", 2],
      ["PUT", "/api/listings/a/images", 3],
    ]);
    expect(save.isClean()).toBe(true);
  });

  it("includes what is typed during a save, one call at a time", async () => {
    const save = start();
    answer = (_, json) => {
      if (json.title === "Unu") now = createContent("Între timp");
      return listingJson(createContent(String(json.title)), ++version);
    };
    await save.flush();
    expect(requests.map(({ json }) => json.title)).toEqual(["Unu", "Între timp"]);
    expect(kinds().at(-1)).toBe("saved");
  });

  it("shows why it can't save, and never saves what only the form may save", async () => {
    now = "subject";
    await start().flush();
    now = "invalid";
    await start().flush();
    now = createContent("Publicat");
    await start({ isAutosaveOff: true, version: 4, saved: createContent("Înainte") }).flush();
    expect(kinds()).toEqual(["subject", "invalid", "browserOnly"]);
    expect(requests).toEqual([]);
  });

  it("retries after a network failure, and tells its own draft from another user's", async () => {
    const save = start({ version: 1, saved: createContent("Unu") });
    const works = answer;
    now = createContent("Doi");
    answer = () => {
      throw new CallFailed(0);
    };
    await save.flush();
    expect(kinds().at(-1)).toBe("offline");
    // It had been stored; meanwhile more was typed.
    now = createContent("Trei");
    answer = (_, json) => {
      if (json.version === 1) throw staleWith(listingJson(createContent("Doi"), 2));
      return works("", json);
    };
    version = 2;
    await vi.advanceTimersByTimeAsync(6000);
    expect(requests.map(({ json }) => [json.version, json.title])).toEqual([
      [1, "Doi"],
      [1, "Trei"],
      [2, "Trei"],
    ]);
    expect(kinds().at(-1)).toBe("saved");
  });

  it.each([0, 503])(
    "recognises each of its saves that failed with %i (0: no response) as its own",
    async (status) => {
      const works = answer;
      for (const arrived of ["Doi", "Trei"]) {
        const save = start({ version: 1, saved: createContent("Unu") });
        answer = () => {
          throw new CallFailed(status);
        };
        now = createContent("Doi");
        await save.flush();
        now = createContent("Trei");
        await save.flush();
        // One of the two had been stored.
        now = createContent("Patru");
        requests = [];
        answer = (_, json) => {
          if (json.version === 1) throw staleWith(listingJson(createContent(arrived), 2));
          return works("", json);
        };
        version = 2;
        await save.flush();
        await vi.advanceTimersByTimeAsync(10);
        expect(requests.map(({ json }) => [json.version, json.title])).toEqual([
          [1, "Patru"],
          [2, "Patru"],
        ]);
        expect(kinds().at(-1)).toBe("saved");
      }
    },
  );

  it("treats a save from before the last answer as another user's", async () => {
    const save = start({ version: 1, saved: createContent("Unu") });
    const works = answer;
    answer = () => {
      throw new CallFailed(0);
    };
    now = createContent("Doi");
    await save.flush();
    answer = works;
    version = 1;
    now = createContent("Trei");
    await save.flush();
    answer = () => {
      throw staleWith(listingJson(createContent("Doi"), 7));
    };
    now = createContent("Patru");
    await save.flush();
    expect(kinds().at(-1)).toBe("conflict");
  });

  it("stops after another user's save, until the user decides", async () => {
    const save = start({ version: 1, saved: createContent("Unu") });
    const works = answer;
    const theirs = listingJson(createContent("Al lor"), 7);
    now = createContent("Al meu");
    answer = () => {
      throw staleWith(theirs);
    };
    await save.flush();
    expect(states.at(-1)).toEqual({
      kind: "conflict",
      serverContent: toListingContent(theirs),
      serverListing: theirs,
    });
    save.saveSoon();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.length).toBe(1);
    answer = works;
    save.overwrite();
    await save.flush();
    expect(requests.at(-1)?.json).toMatchObject({ version: 7, title: "Al meu" });
  });

  it("shows the server's message for a refusal, and the end of the session", async () => {
    const save = start();
    answer = () => {
      throw new CallFailed(409, {
        problem: { type: "", title: "", status: 409, request_id: "", detail: "Zece ciorne" },
      });
    };
    await save.flush();
    expect(states.at(-1)).toEqual({ kind: "refused", message: "Zece ciorne" });
    answer = () => {
      throw new CallFailed(401);
    };
    await save.flush();
    expect(kinds().at(-1)).toBe("signedOut");
  });

  it("saves nothing typed over an outdated version, on any trigger", async () => {
    const save = start({ version: 5, saved: createContent("Al lor"), hasConflict: true });
    now = createContent("Al meu, mai vechi");
    expect(states).toEqual([
      { kind: "conflict", serverContent: createContent("Al lor"), serverListing: null },
    ]);
    save.saveSoon();
    await vi.advanceTimersByTimeAsync(10_000);
    await save.flush();
    expect([requests.length, save.hasConflict]).toEqual([0, true]);
    save.overwrite();
    await save.flush();
    expect(requests.map(({ json }) => [json.version, json.title])).toEqual([[5, "Al meu, mai vechi"]]);
  });

  it("does not autosave a draft that was submitted in another tab", async () => {
    const save = start({ version: 1, saved: createContent("Unu") });
    save.continueFrom(listingJson(createContent("Unu"), 2, "pending"));
    now = createContent("Doi");
    await save.flush();
    expect([requests.length, kinds().at(-1)]).toEqual([0, "browserOnly"]);

    const otherForm = start({ version: 1, saved: createContent("Unu") });
    answer = (_, json) => listingJson(createContent(String(json.title)), 2, "published");
    await otherForm.flush();
    now = createContent("Trei");
    await otherForm.flush();
    expect([requests.length, kinds().at(-1)]).toEqual([1, "browserOnly"]);
  });

  it("aborts a call without an answer, and retries", async () => {
    const save = start();
    const works = answer;
    answer = () => new Promise(() => {});
    const flushed = save.flush();
    await vi.advanceTimersByTimeAsync(11_000);
    expect([save.isBusy, kinds()]).toEqual([true, ["saving"]]);
    await vi.advanceTimersByTimeAsync(1000);
    await flushed;
    expect([save.isBusy, kinds().at(-1)]).toEqual([false, "offline"]);
    answer = works;
    await vi.advanceTimersByTimeAsync(5000);
    expect(kinds().at(-1)).toBe("saved");
  });
});

describe("closing autosave before the form is sent", () => {
  const listing = createContent("Unu", [{ path: "images/listings/a/x.webp", alt: "" }]);
  let read: () => ListingContent;
  let requests: string[];
  let saved: number[];
  let answers: ((content: OwnListingJson) => void)[];
  let save: Autosave;
  const settled = async (promise: Promise<void>) => {
    let done = false;
    void promise.then(() => {
      done = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return done;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [read, requests, saved, answers] = [() => listing, [], [], []];
    save = createAutosave({
      id: "a",
      version: null,
      saved: null,
      hasConflict: false,
      isAutosaveOff: false,
      read: () => read(),
      call: <T>(path: string, { method }: ApiRequest) =>
        new Promise<T>((answer) => {
          requests.push(`${method} ${path}`);
          answers.push((content) => answer({ content } as T));
        }),
      onState: () => {},
      onSaved: ({ version }) => saved.push(version),
    });
  });
  afterEach(() => vi.useRealTimers());

  it("ends immediately when no save is in progress, and starts none afterwards", async () => {
    save.saveSoon();
    expect(await settled(save.close())).toBe(true);
    save.saveSoon();
    await save.flush();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requests).toEqual([]);
    save.reopen();
    save.saveSoon();
    await vi.advanceTimersByTimeAsync(2000);
    expect(requests).toEqual(["POST /api/listings"]);
  });

  it("waits for a slow save, whose version the form sends, until the call's time is over", async () => {
    void save.flush();
    const closing = save.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await settled(closing)).toBe(false);
    answers[0]?.(listingJson(createContent("Unu"), 1));
    expect([await settled(closing), saved, save.version]).toEqual([true, [1], 1]);
    save.reopen();
    read = () => createContent("Doi");
    void save.flush();
    const closingAgain = save.close();
    await vi.advanceTimersByTimeAsync(12_000);
    expect([await settled(closingAgain), save.isBusy]).toEqual([true, false]);
  });
});

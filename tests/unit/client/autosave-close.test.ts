import { type Autosave, createAutosave } from "@client/drafts/autosave";
import type { ListingContent } from "@client/drafts/listing-content";
import type { ApiRequest } from "@client/http/send";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { createContent, listingJson } from "./drafts";

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

  it("waits for the save in progress and starts no other", async () => {
    void save.flush();
    const closing = save.close();
    read = () => createContent("Doi", listing.images);
    expect(await settled(closing)).toBe(false);
    answers[0]?.(listingJson(createContent("Unu"), 1));
    expect(await settled(closing)).toBe(true);
    expect([requests, saved, save.isBusy]).toEqual([["POST /api/listings"], [1], false]);
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

import { readStoredJson, writeStored } from "@client/storage";
import { DRAFT_PREFIX } from "@/shared/draft-keys";
import { readPageData } from "@/shared/page-data";
import type { Enhancer } from "./index";

type Draft = [text: string, isSubmitted: boolean, changedTs?: number];

/**
 * Keeps the unsent text of a conversation's form in the browser, until the page that follows its sending. Like the
 * drafts of listings, it is deleted when the user signs out or another user signs in.
 */
export const enhanceReply: Enhancer = (element) => {
  const area = element.querySelector("textarea");
  if (!area) return;
  const { pathname, search } = location;
  const key = `${DRAFT_PREFIX}${readPageData(document.body.dataset).visitor}/${pathname.split("/").at(-1)}`;
  const [text, isSubmitted, storedTs = Date.now()] = readStoredJson<Draft>("localStorage", key) ?? [
    "",
    false,
  ];
  /** Time of the last input (ms). */
  let changedTs = area.value ? Date.now() : storedTs;
  const save = (isSubmitted: boolean) => {
    const draft: Draft = [area.value, isSubmitted, changedTs];
    writeStored("localStorage", key, area.value ? JSON.stringify(draft) : null);
  };
  // A text that the server returned, or that was typed meanwhile, is newer.
  if (!area.value && !(isSubmitted && isAnswer(search))) area.value = text;
  save(false);
  area.addEventListener("input", () => {
    changedTs = Date.now();
    save(false);
  });
  area.form?.addEventListener("submit", () => save(true));
};

/** Whether the page follows a reply that was sent. The Back button shows the page of an earlier one. */
function isAnswer(search: string): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return new URLSearchParams(search).get("done") === "answered" && navigation?.type !== "back_forward";
}

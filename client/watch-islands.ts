import type { ComponentType } from "react";
import { onFirstUse } from "./first-use";
import { listStoredKeys } from "./storage";
import { isChanged } from "./unsaved-input";

/** Islands by name. Their scripts load at the first use. */
const ISLANDS: Record<string, () => Promise<ComponentType<never>>> = {
  "profile-picture": () =>
    import("@client/islands/profile/profile-picture").then((module) => module.ProfilePicture),
  "qualifications-list": () =>
    import("@client/islands/profile/qualifications-list").then((module) => module.QualificationsList),
  "listing-form": () =>
    import("@client/islands/listing-form/listing-form").then((module) => module.ListingForm),
  "post-editor": () => import("./islands/post-editor/post-editor").then((module) => module.PostEditor),
};

/**
 * Hydrates each island of the page once: at the first sign of use, or at once with `data-immediate`, where the browser
 * has stored data for it (`data-stored-key`), or where going back has filled in what was typed before.
 */
export function watchIslands(page: Document): void {
  for (const island of page.querySelectorAll<HTMLElement>("[data-island]")) {
    const start = () =>
      void hydrate(island).catch((error) => console.error("island failed", island.dataset.island, error));
    island.addEventListener("submit", () => markSubmitted(island), { capture: true });
    const { immediate, storedKey } = island.dataset;
    const hasStoredData = storedKey !== undefined && listStoredKeys(storedKey).length > 0;
    if (immediate !== undefined || hasStoredData) {
      start();
      continue;
    }
    onFirstUse(island, start);
    // The browser fills in what was typed before after the scripts have run.
    addEventListener("pageshow", () => {
      const fields = [...island.querySelectorAll("input, select, textarea")];
      if (fields.some(isChanged)) island.dispatchEvent(new Event("change"));
    });
  }
}

/** Prevents hydration after a form of the island was submitted, while the next page loads. */
function markSubmitted(island: HTMLElement): void {
  island.dataset.submitted = "";
}

async function hydrate(island: HTMLElement): Promise<void> {
  const { island: name = "" } = island.dataset;
  const root = island.querySelector("[data-island-root]");
  // Enhanced parts of the island have data of their own.
  const json = island.querySelector(':scope > script[type="application/json"]')?.textContent;
  const load = ISLANDS[name];
  if (!root || !json || !load) throw new Error(`unknown island: ${name}`);
  const [{ hydrateIsland }, component] = await Promise.all([import("./hydrate-island"), load()]);
  if (island.dataset.submitted === undefined) hydrateIsland(root, component, JSON.parse(json));
}

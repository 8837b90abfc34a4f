import type { OwnListingJson } from "@/shared/schemas/listing-json";
import type { ListingContent, SaveObstacle } from "./listing-content";

/** The state of autosave. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; savedTs: number }
  | { kind: "unsaved"; reason: SaveObstacle | "browserOnly" | "offline" | "signedOut" }
  /** `message` is the server's reason. */
  | { kind: "refused"; message: string }
  /**
   * Another writer saved `serverContent` in the meantime; `serverListing` is set if the server's response contained it.
   * Nothing is saved until the user chooses one version, by `continueFrom` or `overwrite`.
   */
  | { kind: "conflict"; serverContent: ListingContent; serverListing: OwnListingJson | null };

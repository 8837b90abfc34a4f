import type { OwnListingJson } from "@/shared/schemas/listing-json";
import type { ListingContent, SaveObstacle } from "./listing-content";

/** The state of autosave. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  /** When, in ms. */
  | { kind: "saved"; at: number }
  | { kind: "unsaved"; reason: SaveObstacle | "local" | "offline" | "signedOut" }
  /** `text` is the server's reason. */
  | { kind: "refused"; text: string }
  /**
   * Another writer saved `saved` in the meantime; `content` is set if the server's response contained it. Nothing is
   * saved until the user chooses one version, by `adopt` or `overwrite`.
   */
  | { kind: "conflict"; saved: ListingContent; content: OwnListingJson | null };

import type { OwnListingJson } from "@/shared/schemas/listing-json";
import type { Hindrance, ListingContent } from "./written";

/** The state of autosave. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  /** When, in ms. */
  | { kind: "saved"; at: number }
  | { kind: "unsaved"; why: Hindrance | "local" | "offline" | "signedOut" }
  /** In the server's words. */
  | { kind: "refused"; text: string }
  /**
   * Another writer saved `saved` meanwhile; `content` is set where it came as an answer. Nothing is saved until the
   * user chooses one version, by `adopt` or `overrule`.
   */
  | { kind: "conflict"; saved: ListingContent; content: OwnListingJson | null };

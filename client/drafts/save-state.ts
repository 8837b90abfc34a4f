import type { OwnListingJson } from "@/shared/schemas/listing-json";
import type { Hindrance, ListingContent } from "./written";

/** How far saving by itself has come. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  /** When, in ms. */
  | { kind: "saved"; at: number }
  | { kind: "unsaved"; why: Hindrance | "local" | "offline" | "signedOut" }
  /** In the server's words. */
  | { kind: "refused"; text: string }
  /**
   * Somebody else saved meanwhile: this stands there now; `content` where it came as an answer. Nothing is saved until
   * one of both is chosen, by `adopt` or `overrule`.
   */
  | { kind: "conflict"; saved: ListingContent; content: OwnListingJson | null };

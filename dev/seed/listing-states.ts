import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { ListingRow } from "./listings";
import type { Random } from "./random";

export type ListingStateFields = Pick<
  ListingRow,
  | "state"
  | "stateReasons"
  | "stateNote"
  | "createdTs"
  | "updatedTs"
  | "submittedTs"
  | "publishedTs"
  | "renewedTs"
  | "expiresTs"
>;

/** Time from publication to renewal (the product's rule; ms). */
const LIFETIME_MS = 90 * DAY_MS;

/** Mostly published within the last 80 days, more of them recently; some in each other state. */
export function chooseState(random: Random, now: number): ListingStateFields {
  const kind = random.weighted([
    ["published", 880],
    ["paused", 40],
    ["expired", 30],
    ["pending", 20],
    ["rejected", 12],
    ["draft", 18],
  ]);
  if (kind === "draft") return unpublished("draft", random.daysAgo(now, random.int(1, 15)));
  if (kind === "pending") return unpublished("pending", now - random.int(1, 50) * HOUR_MS);
  if (kind === "rejected") {
    const note = "Spuneți, vă rugăm, pentru ce clase sunt lecțiile și cum se desfășoară.";
    return rejected(random.daysAgo(now, random.int(2, 10)), ["unclear"], note);
  }
  const days =
    kind === "expired" ? random.int(92, 125) : Math.floor((random.int(0, 1000) / 1000) ** 1.6 * 80);
  const publishedTs = random.daysAgo(now, days) - random.int(0, 3600) * 1000;
  return published(publishedTs, kind === "paused" ? "paused" : "published");
}

/** `publishedTs` in ms; a listing expires 90 days later. */
export function published(
  publishedTs: number,
  state: "published" | "paused" = "published",
): ListingStateFields {
  return {
    ...unpublished("pending", publishedTs - 9 * HOUR_MS),
    state,
    updatedTs: publishedTs,
    publishedTs,
    renewedTs: publishedTs,
    expiresTs: publishedTs + LIFETIME_MS,
  };
}

export function unpublished(state: "draft" | "pending", createdTs: number): ListingStateFields {
  const nothing = { stateReasons: null, stateNote: "", publishedTs: null, renewedTs: null, expiresTs: null };
  return {
    state,
    createdTs,
    updatedTs: createdTs,
    submittedTs: state === "draft" ? null : createdTs,
    ...nothing,
  };
}

/** Rejected by an admin, with the reasons and the admin's note. */
export function rejected(
  createdTs: number,
  stateReasons: NonNullable<ListingStateFields["stateReasons"]>,
  stateNote: string,
): ListingStateFields {
  return {
    ...unpublished("pending", createdTs),
    state: "rejected",
    stateReasons,
    stateNote,
    updatedTs: createdTs + 5 * HOUR_MS,
  };
}

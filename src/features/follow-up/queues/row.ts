import { FOLLOW_UP_QUEUES, type FollowUpQueue } from "@/shared/codes";
import type { Day } from "@/shared/dates";
import type { SaidRow } from "./source";

/** What admins noted beside a row; days as they are in Bucharest. */
export type FollowUpNote = {
  note: string;
  ownerId: string | null;
  /** Empty without an owner. */
  ownerName: string;
  due: Day | null;
  outcome: string | null;
  snoozedUntil: Day | null;
};

export const NOTHING_NOTED: FollowUpNote = {
  note: "",
  ownerId: null,
  ownerName: "",
  due: null,
  outcome: null,
  snoozedUntil: null,
};

/** A row of the work list. Times in ms. */
export type FollowUpRow = FollowUpNote & {
  key: string;
  queue: FollowUpQueue;
  id: string;
  since: number;
  /** What is said of its thing; null once that is gone. */
  said: SaidRow | null;
  /** Rises by one with every write; 0 while nothing was ever noted. */
  version: number;
  /** When something was last noted; null for never. */
  updatedTs: number | null;
};

/** The queue and the id of the thing that a key names; null for what is no key. */
export function readKey(key: string): { queue: FollowUpQueue; id: string } | null {
  const [, name, id = ""] = key.match(/^([a-z_]+):([\w-]{1,255})$/) ?? [];
  const queue = FOLLOW_UP_QUEUES.find((one) => one === name);
  return queue === undefined ? null : { queue, id };
}

import { FOLLOW_UP_QUEUES, type FollowUpQueue } from "@/shared/codes";
import { addDays, DAY_MS, type Day, startOfDay, toDay } from "@/shared/dates";
import { RANK_NAMES, RANKS, type RankName, type RowTexts } from "./row-source";

/** An admin's note on a row; days in Bucharest time. */
export type FollowUpNote = {
  note: string;
  ownerId: string | null;
  /** Empty if the row has no owner. */
  ownerName: string;
  /** Ignored while the row has a deadline. */
  due: Day | null;
  outcome: string | null;
  snoozedUntil: Day | null;
  /** When it was last saved; null if never. */
  updatedTs: number | null;
};

export const EMPTY_NOTE: FollowUpNote = {
  note: "",
  ownerId: null,
  ownerName: "",
  due: null,
  outcome: null,
  snoozedUntil: null,
  updatedTs: null,
};

/** A row of the follow-up list. Times in ms. */
export type FollowUpRow = FollowUpNote & {
  key: string;
  queue: FollowUpQueue;
  id: string;
  since: number;
  /** One of `RANKS`. */
  rank: number;
  /** Whether an admin may close it; see `RowSource`. */
  isClosable: boolean;
  /** Texts of the row's target; null if that was deleted. */
  texts: RowTexts | null;
  /** When it is too late (ms), set by others than admins; null without such a time. */
  deadline: number | null;
  /** By when the site promises to handle it (ms); null without a promise. */
  promised: number | null;
  /** Increases by one with every write; 0 without a note. */
  version: number;
};

/** When a row is late (ms): by its deadline, or else its note, or what the site promises; null if it is never due. */
export const getDueTs = ({ deadline, due, promised }: FollowUpRow): number | null =>
  deadline ?? (due === null ? promised : startOfDay(addDays(due, 1)));

/** Whether a row is about danger to a person or illegal content. */
export const isDanger = ({ rank, queue }: FollowUpRow): boolean =>
  rank === RANKS.safety || queue === "suspensions";

/** Whether a row can wait. Danger to a person does not. */
export const canSnooze = ({ rank }: FollowUpRow): boolean => rank !== RANKS.safety;

/** Whether a row is about money that is owed or disputed. */
export const isMoney = ({ rank }: FollowUpRow): boolean => rank === RANKS.moneyDue || rank === RANKS.money;

/** One of `RANKS`: where a row stands among the open ones. The day of its note moves it up once that is `today`. */
export const getOpenRank = ({ rank, due }: FollowUpRow, today: Day): number =>
  due !== null && due <= today ? Math.min(rank, RANKS.planned) : rank;

/** The name of that rank, for the text that says why the row stands there. */
export const getOpenRankName = (row: FollowUpRow, today: Day): RankName =>
  RANK_NAMES[getOpenRank(row, today)] ?? "others";

/** The day by which a row is due. */
export function getDueDay(row: FollowUpRow): Day | null {
  const ts = getDueTs(row);
  return ts === null ? null : toDay(ts - 1);
}

/** The key of the text that says by which day a row should have been done: an admin's own day is no promise. */
export const getOverdueText = ({ deadline, due }: FollowUpRow): string =>
  `follow-up.${deadline === null && due !== null ? "overduePlanned" : "overdueSince"}`;

/** Whether a row is late at `now` (ms). */
export const isLate = (row: FollowUpRow, now: number): boolean => (getDueTs(row) ?? now + 1) <= now;

/** When a row is late, if its term ends at an hour and not with a day (ms): a deadline of others, and danger. */
export function getDueMoment(row: FollowUpRow): number | null {
  const { deadline, due } = row;
  const ts = deadline ?? (isDanger(row) && due === null ? row.promised : null);
  // The end of a day belongs to that day.
  return ts !== null && ts === startOfDay(toDay(ts)) ? ts - 1 : ts;
}

/**
 * The last day until which a row can be snoozed, today if it cannot; null without a limit. Rows return a day before their
 * deadline, or on the day that the site promises; after that day, tomorrow.
 */
export function getLastSnoozeDay(row: FollowUpRow, now: number): Day | null {
  const { deadline, promised } = row;
  const today = toDay(now);
  if (!canSnooze(row)) return today;
  if (deadline !== null) return toDay(deadline - DAY_MS);
  return promised === null ? null : toDay(Math.max(promised - 1, startOfDay(addDays(today, 1))));
}

/** Days for which buttons snooze a row. */
const SNOOZE_DAYS = { tomorrow: 1, week: 7 } as const;

/** The snoozes that end before the last day of a row, the shortest first. */
export function listSnoozes(row: FollowUpRow, now: number): (keyof typeof SNOOZE_DAYS)[] {
  const last = getLastSnoozeDay(row, now);
  return (["tomorrow", "week"] as const).filter(
    (name) => last === null || addDays(toDay(now), SNOOZE_DAYS[name]) <= last,
  );
}

/** The day until which a button of this name snoozes a row; null for other buttons. */
export const toSnoozeDay = (name: string, now: number): Day | null =>
  name === "tomorrow" || name === "week" ? addDays(toDay(now), SNOOZE_DAYS[name]) : null;

/** The queue and the target's id of a key; null if the key is malformed. */
export function parseKey(key: string): { queue: FollowUpQueue; id: string } | null {
  const [, name, id = ""] = key.match(/^([a-z_]+):([\w-]{1,255})$/) ?? [];
  const queue = FOLLOW_UP_QUEUES.find((code) => code === name);
  return queue === undefined ? null : { queue, id };
}

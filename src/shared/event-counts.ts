import { STATISTICS_KINDS, type StatisticsKind } from "./codes";

/** A number for each of STATISTICS_KINDS, in their order. */
export type EventCounts = number[];

export const getEventCount = (counts: EventCounts, kind: StatisticsKind): number =>
  counts[STATISTICS_KINDS.indexOf(kind)] ?? 0;

export const createEmptyCounts = (): EventCounts => STATISTICS_KINDS.map(() => 0);

export const addCounts = (counts: EventCounts, added: EventCounts): EventCounts =>
  counts.map((count, index) => count + (added[index] ?? 0));

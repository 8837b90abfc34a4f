import { SHARE_SOURCES, STATISTICS_KINDS, type StatisticsKind } from "./codes";

/** A number for each of STATISTICS_KINDS, in their order. Stored counts without views by source end before these. */
export type EventCounts = number[];

/** The end of counts without views by source as JSON, for which `]` is stored: few listings have any. */
export const NO_SOURCE_COUNTS = `${SHARE_SOURCES.map(() => ",0").join("")}]`;

export const getEventCount = (counts: EventCounts, kind: StatisticsKind): number =>
  counts[STATISTICS_KINDS.indexOf(kind)] ?? 0;

export const createEmptyCounts = (): EventCounts => STATISTICS_KINDS.map(() => 0);

export const addCounts = (counts: EventCounts, added: EventCounts): EventCounts =>
  counts.map((count, index) => count + (added[index] ?? 0));

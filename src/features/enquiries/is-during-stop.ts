import type { LiftedStop } from "./queries";

/** Whether a decision (ms) fell in the time of a stop that was lifted since: "no action" was then no further one. */
export const isDuringStop = (stop: LiftedStop | null, decidedTs: number): boolean =>
  stop !== null && stop.from <= decidedTs && decidedTs < stop.to;

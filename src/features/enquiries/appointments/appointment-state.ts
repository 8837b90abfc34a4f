import type { AppointmentState } from "@/shared/codes";

const MINUTE_MS = 60_000;

type Lesson = { state: AppointmentState; times: readonly number[]; time: number | null; minutes: number };

/** When (ms) the accepted lesson ends, or the last of the proposed ones begins. */
export const getAppointmentEnd = ({ times, time, minutes }: Omit<Lesson, "state">): number =>
  time === null ? Math.max(...times) : time + minutes * MINUTE_MS;

/** Whether two lessons, by start (ms) and length, have time in common. */
export const isOverlapping = (
  one: { time: number; minutes: number },
  other: { time: number; minutes: number },
): boolean =>
  one.time < other.time + other.minutes * MINUTE_MS && other.time < one.time + one.minutes * MINUTE_MS;

/** The state at `now` (ms): an accepted lesson that is over is `past`, and so is a proposal whose times have all begun. */
export const getAppointmentState = (lesson: Lesson, now: number): AppointmentState =>
  isOpenState(lesson.state) && getAppointmentEnd(lesson) <= now ? "past" : lesson.state;

/** Whether an accepted lesson is being given at `now` (ms) or was: it can no longer be moved or cancelled. */
export const hasBegun = ({ time }: { time: number | null }, now: number): boolean =>
  time !== null && time <= now;

/** Whether the stored state is one that the other side, or both, still count on. */
export const isOpenState = (state: AppointmentState): boolean => state === "proposed" || state === "accepted";

type StoredLesson = Pick<Lesson, "state" | "time"> & {
  enquiryId: string;
  createdTs: number;
  updatedTs: number;
};

/** Whether a later lesson, proposed while this one was agreed, replaced it. Cancelling ends such proposals. */
export const isMoved = (lesson: StoredLesson, all: readonly StoredLesson[]): boolean =>
  lesson.state === "cancelled" &&
  lesson.time !== null &&
  all.some(
    ({ enquiryId, time, createdTs }) =>
      enquiryId === lesson.enquiryId &&
      time !== null &&
      createdTs > lesson.createdTs &&
      createdTs < lesson.updatedTs,
  );

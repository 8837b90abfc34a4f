import type { Ctx } from "@/context";
import type { EnquiryView } from "../queries";
import { getAppointmentEnd, isOpenState } from "./appointment-state";
import { type AppointmentView, listAppointments, listOverlaps, type Overlap } from "./queries";

/** What a conversation shows of its lessons. */
export type ConversationLessons = {
  /** The agreed lesson, or else what `findCurrent` says; null before the first. */
  current: AppointmentView | null;
  /** The newest proposal to move the agreed lesson, open or not; null without one. */
  move: AppointmentView | null;
  /** A lesson that is over, of which the reader has not said whether it took place. */
  unreported: AppointmentView | null;
  /** Whether the open proposal answers one of the other side. */
  isCounter: boolean;
  /** What else the reader, a teacher, has at the time; at the times of an own proposal only agreed lessons. */
  overlaps: readonly Overlap[];
  /** The newest appointment of either side with a place: the form begins with its length and place. */
  newestWithPlace: AppointmentView | null;
};

/** The proposal that waits for an answer, which may be one to move the agreed lesson. */
export const findProposal = ({ current, move }: Pick<ConversationLessons, "current" | "move">) =>
  [move, current].find((appointment) => appointment?.state === "proposed") ?? null;

/** The lessons of a conversation for its reader. */
export async function loadLessons(ctx: Ctx, enquiry: EnquiryView): Promise<ConversationLessons> {
  const all = await listAppointments(ctx, enquiry);
  const [newest = null] = all;
  const agreed = all.find(({ state }) => state === "accepted");
  const current = agreed ?? findCurrent(all);
  const move = agreed && newest !== agreed ? newest : null;
  const open = findProposal({ current, move }) ?? current;
  const overlaps =
    enquiry.side === "teacher" && open && isOpenState(open.state)
      ? await listOverlaps(ctx, enquiry, { ...open, times: open.time === null ? open.times : [open.time] })
      : [];
  const isOwnProposal = open?.state === "proposed" && open.isOwn;
  return {
    current,
    move,
    unreported:
      all.find(({ state, time, tookPlace }) => state === "past" && time !== null && tookPlace === null) ??
      null,
    isCounter: isCounterProposal(all),
    overlaps: overlaps.filter(({ isAgreed }) => isAgreed || !isOwnProposal),
    // An erased place is empty.
    newestWithPlace: all.find(({ place }) => place !== "") ?? null,
  };
}

/** Without an agreed lesson: the open proposal, else the lesson that ended after the newest proposal, else the newest. */
function findCurrent(all: readonly AppointmentView[]): AppointmentView | null {
  const [newest = null] = all;
  if (!newest || isOpenState(newest.state)) return newest;
  const ended = all.find(
    (lesson) =>
      lesson.time !== null &&
      (lesson.state === "cancelled" ? lesson.updatedTs : getAppointmentEnd(lesson)) >= newest.createdTs,
  );
  return ended ?? newest;
}

/** Whether the open proposal was made instead of one by the other side. */
function isCounterProposal([newest, replaced]: readonly AppointmentView[]): boolean {
  return (
    newest?.state === "proposed" &&
    replaced?.state === "cancelled" &&
    replaced.time === null &&
    replaced.proposedBy !== newest.proposedBy &&
    replaced.updatedTs === newest.createdTs
  );
}

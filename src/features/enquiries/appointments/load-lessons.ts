import type { Ctx } from "@/context";
import type { EnquiryView } from "../queries";
import { isOpenState } from "./appointment-state";
import { type AppointmentView, listAppointments, listOverlaps, type Overlap } from "./queries";

/** What a conversation shows of its lessons. */
export type ConversationLessons = {
  /** The newest appointment; null before the first. */
  current: AppointmentView | null;
  /** The cancelled lesson that an open proposal moves. */
  moved: AppointmentView | null;
  /** A lesson that is over, of which the reader has not said whether it took place. */
  asked: AppointmentView | null;
  /** Whether the open proposal answers one of the other side. */
  isCounter: boolean;
  /** What else the reader, a teacher, has at the time; at the times of an own proposal only agreed lessons. */
  overlaps: readonly Overlap[];
  /** What either side last proposed here, whose length and place the form has. */
  last: AppointmentView | null;
};

/** The lessons of a conversation for its reader. */
export async function loadLessons(ctx: Ctx, enquiry: EnquiryView): Promise<ConversationLessons> {
  const all = await listAppointments(ctx, enquiry);
  const current = all[0] ?? null;
  const asked =
    all.find(({ state, time, tookPlace }) => state === "past" && time !== null && tookPlace === null) ?? null;
  const isOwnProposal = current?.state === "proposed" && current.isOwn;
  const overlaps =
    enquiry.side === "teacher" && current && isOpenState(current.state)
      ? await listOverlaps(ctx, enquiry, {
          ...current,
          times: current.time === null ? current.times : [current.time],
        })
      : [];
  return {
    current,
    moved: findMoved(all),
    isCounter: isCounterProposal(all),
    asked,
    overlaps: overlaps.filter(({ isAgreed }) => isAgreed || !isOwnProposal),
    // An erased place is empty.
    last: all.find(({ place }) => place !== "") ?? null,
  };
}

/** The lesson that was cancelled by the batch of the next proposal, if an open proposal still replaces it. */
function findMoved(all: readonly AppointmentView[]): AppointmentView | null {
  if (all[0]?.state !== "proposed") return null;
  const index = all.findIndex(({ time }) => time !== null);
  const lesson = all[index];
  return lesson?.state === "cancelled" && lesson.updatedTs === all[index - 1]?.createdTs ? lesson : null;
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

import type { Ctx } from "@/context";
import type { EnquiryView } from "../queries";
import { type AppointmentView, listAppointments, listOverlaps } from "./queries";

/** What a conversation shows of its lessons. */
export type ConversationLessons = {
  /** The newest appointment; null before the first. */
  current: AppointmentView | null;
  /** A lesson that is over, of which the reader has not said whether it took place. */
  asked: AppointmentView | null;
  /** Of the times to answer, those at which the reader, a teacher, has other lessons. */
  overlaps: readonly number[];
};

/** The lessons of a conversation for its reader. */
export async function loadLessons(ctx: Ctx, enquiry: EnquiryView): Promise<ConversationLessons> {
  const all = await listAppointments(ctx, enquiry);
  const current = all[0] ?? null;
  const asked =
    all.find(({ state, time, tookPlace }) => state === "past" && time !== null && tookPlace === null) ?? null;
  const isToAnswer = enquiry.side === "teacher" && current?.state === "proposed" && !current.isOwn;
  return { current, asked, overlaps: isToAnswer ? await listOverlaps(ctx, enquiry, current) : [] };
}

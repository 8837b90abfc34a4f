import type { Ctx } from "@/context";
import { ONLINE } from "@/shared/schemas/appointment";
import type { EnquiryView } from "../queries";
import {
  type AppointmentView,
  findLastProposal,
  listAppointments,
  listOverlaps,
  type Overlap,
} from "./queries";

/** What a conversation shows of its lessons. */
export type ConversationLessons = {
  /** The newest appointment; null before the first. */
  current: AppointmentView | null;
  /** The cancelled lesson that an open proposal moves. */
  moved: AppointmentView | null;
  /** A lesson that is over, of which the reader has not said whether it took place. */
  asked: AppointmentView | null;
  /** What else the reader, a teacher, has at the times to answer. */
  overlaps: readonly Overlap[];
  /** Length and place for a new proposal; an empty place is not chosen. */
  defaults: { minutes: number; place: string } | null;
};

/** The lessons of a conversation for its reader. */
export async function loadLessons(ctx: Ctx, enquiry: EnquiryView): Promise<ConversationLessons> {
  const all = await listAppointments(ctx, enquiry);
  const current = all[0] ?? null;
  const asked =
    all.find(({ state, time, tookPlace }) => state === "past" && time !== null && tookPlace === null) ?? null;
  const isToAnswer = enquiry.side === "teacher" && current?.state === "proposed" && !current.isOwn;
  const [overlaps, defaults] = await Promise.all([
    isToAnswer ? listOverlaps(ctx, enquiry, current) : [],
    loadDefaults(ctx, enquiry, all),
  ]);
  return { current, moved: findMoved(all), asked, overlaps, defaults };
}

/** The lesson that was cancelled by the batch of the next proposal, if an open proposal still replaces it. */
function findMoved(all: readonly AppointmentView[]): AppointmentView | null {
  if (all[0]?.state !== "proposed") return null;
  const index = all.findIndex(({ time }) => time !== null);
  const lesson = all[index];
  return lesson?.state === "cancelled" && lesson.updatedTs === all[index - 1]?.createdTs ? lesson : null;
}

/** The agreed lesson, else what the reader last proposed here, else elsewhere as a teacher. */
async function loadDefaults(
  ctx: Ctx,
  { side, teacherId, listing }: EnquiryView,
  all: readonly AppointmentView[],
): Promise<ConversationLessons["defaults"]> {
  const here = all[0]?.state === "accepted" ? all[0] : all.find(({ isOwn }) => isOwn);
  if (here) return here;
  const elsewhere = side === "teacher" && teacherId ? await findLastProposal(ctx, teacherId) : null;
  if (!elsewhere) return null;
  const hasPlace = !listing || (elsewhere.place === ONLINE ? listing.online : listing.locations.length > 0);
  return hasPlace ? elsewhere : { ...elsewhere, place: "" };
}

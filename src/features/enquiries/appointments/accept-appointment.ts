import { and, eq, not } from "drizzle-orm";
import type { Ctx } from "@/context";
import { appointments } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { invalid, ok, refuse } from "@/shared/errors";
import { acceptSchema } from "@/shared/schemas/appointment";
import { validate } from "@/shared/schemas/field-errors";
import { awaitsDecisionSql } from "../queries";
import { markUnreadStatements, recordContactStatements } from "../threads/update-enquiry-statements";
import { getAppointmentEnd } from "./appointment-state";
import { type AppointmentKey, changeAppointment } from "./change-appointment";
import { noticeStatements } from "./compose-notice";
import { listOverlaps } from "./queries";

/**
 * Accepts one of the times that the other side proposed, and mails the lesson to both, to the teacher with other lessons
 * and open proposals at the time. It replaces an agreed lesson that has not begun. Acceptance by a teacher answers the
 * enquiry. Refuses as `changeAppointment`, `conflict` (`lesson_changed`) unless it is a proposal of the other side,
 * and (`awaits_decision`) as `proposeAppointment`, and `invalid` for another time or one in the past.
 */
export const acceptAppointment = (ctx: Ctx, key: AppointmentKey, input: { time: unknown }) =>
  changeAppointment(ctx, key, async ({ appointment, enquiry, lesson: earlier, movedTime }) => {
    const checked = validate(acceptSchema, input);
    if (!checked.ok) return checked;
    const { time } = checked.value;
    if (appointment.isOwn || appointment.state !== "proposed")
      return refuse("conflict", { reason: "lesson_changed" });
    if (enquiry.awaitsDecision) return refuse("conflict", { reason: "awaits_decision" });
    if (!appointment.times.includes(time)) return invalid([{ field: "time", code: "invalid_choice" }]);
    if (time <= ctx.now) return invalid([{ field: "time", code: "lesson_in_past" }]);
    const overlaps = await listOverlaps(ctx, enquiry, { times: [time], minutes: appointment.minutes });
    // A lesson that has begun counts as over, and keeps its event.
    const eventNumber = appointment.eventNumber + (earlier && movedTime === null ? 1 : 0);
    const lesson = { ...appointment, state: "accepted" as const, time, eventNumber, updatedTs: ctx.now };
    return ok({
      action: "enquiry.lesson_accepted",
      set: {
        state: "accepted",
        time,
        eventNumber,
        noticeTs: getFirstNoticeTs(ctx, { ...lesson, time }),
      },
      guard: and(eq(appointments.state, "proposed"), not(awaitsDecisionSql(enquiry))),
      furtherStatements: (guard) => [
        ...(earlier
          ? [
              ctx.db
                .update(appointments)
                .set(
                  movedTime === null
                    ? { state: "past" }
                    : {
                        state: "cancelled",
                        cancelledBy: appointment.proposedBy,
                        noticeTs: null,
                        updatedTs: ctx.now,
                      },
                )
                .where(and(eq(appointments.id, earlier.id), guard)),
            ]
          : []),
        ...(enquiry.side === "teacher" ? recordContactStatements : markUnreadStatements)(ctx, enquiry, guard),
        ...noticeStatements(
          ctx,
          enquiry,
          {
            template: "appointment_accepted",
            to: ["teacher", "learner"],
            lesson,
            event: lesson,
            movedTime,
            overlaps,
          },
          guard,
        ),
      ],
    });
  });

/** When the reminder is due; a lesson that is sooner than a day gets none, so then the question after it. */
const getFirstNoticeTs = (
  { now }: Ctx,
  lesson: { times: number[]; time: number; minutes: number },
): number => (lesson.time - DAY_MS > now ? lesson.time - DAY_MS : getAppointmentEnd(lesson) + DAY_MS);

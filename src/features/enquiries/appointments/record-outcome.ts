import { isNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { appointments } from "@/db/schema";
import { ok, refuse } from "@/shared/errors";
import { outcomeSchema } from "@/shared/schemas/appointment";
import { validate } from "@/shared/schemas/field-errors";
import { closeRequestAfterLessonStatements } from "../close-request-statements";
import { setStateStatement } from "../threads/set-enquiry-state";
import { type AppointmentKey, changeAppointment } from "./change-appointment";

/**
 * Records once whether a lesson that is over took place, as its reader says. A yes of either side marks the enquiry as
 * won, but not that of a blocked person. The learner's yes also closes the request that the teacher answered. Refuses as
 * `changeAppointment`, `conflict` (`lesson_changed`) if the lesson is not over or was answered before, and `invalid`.
 */
export const recordOutcome = (ctx: Ctx, key: AppointmentKey, input: { took_place: unknown }) =>
  changeAppointment(ctx, key, ({ appointment, enquiry }) => {
    const checked = validate(outcomeSchema, input);
    if (!checked.ok) return checked;
    const { took_place: tookPlace } = checked.value;
    if (appointment.state !== "past" || appointment.time === null || appointment.tookPlace !== null)
      return refuse("conflict", { reason: "lesson_changed" });
    const isTeacher = enquiry.side === "teacher";
    return ok({
      action: "enquiry.lesson_outcome_told",
      // What is agreed stays as it is.
      set: {
        ...(isTeacher ? { teacherTookPlace: tookPlace } : { learnerTookPlace: tookPlace }),
        updatedTs: appointment.updatedTs,
      },
      guard: isNull(isTeacher ? appointments.teacherTookPlace : appointments.learnerTookPlace),
      furtherStatements: async (guard) =>
        tookPlace && !enquiry.isBlocked
          ? [
              setStateStatement(ctx, enquiry.id, { state: "won", by: enquiry.side }, guard),
              ...(isTeacher || enquiry.requestId === null
                ? []
                : await closeRequestAfterLessonStatements(ctx, enquiry.requestId, guard)),
            ]
          : [],
    });
  });

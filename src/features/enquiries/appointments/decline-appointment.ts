import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { appointments } from "@/db/schema";
import { ok, refuse } from "@/shared/errors";
import { getOtherSide } from "../names";
import { markUnreadStatements, recordContactStatements } from "../threads/update-enquiry-statements";
import { type AppointmentKey, changeAppointment } from "./change-appointment";
import { noticeStatements } from "./compose-notice";

/**
 * Declines what the other side proposed, which answers the enquiry if the teacher does it. Refuses as
 * `changeAppointment`, also if it is no open proposal of that side.
 */
export const declineAppointment = (ctx: Ctx, key: AppointmentKey) =>
  changeAppointment(ctx, key, ({ appointment, enquiry, movedTime }) => {
    if (appointment.isOwn || appointment.storedState !== "proposed")
      return refuse("conflict", { reason: "lesson_changed" });
    return ok({
      action: "enquiry.lesson_declined",
      set: { state: "declined" },
      guard: eq(appointments.state, "proposed"),
      furtherStatements: (guard) => [
        // It answers the enquiry, but has no words that could count.
        ...(enquiry.side === "teacher"
          ? recordContactStatements(ctx, enquiry, guard, { isFull: false })
          : markUnreadStatements(ctx, enquiry, guard)),
        ...noticeStatements(
          ctx,
          enquiry,
          {
            template: "appointment_declined",
            to: [getOtherSide(enquiry.side)],
            lesson: appointment,
            movedTime,
          },
          guard,
        ),
      ],
    });
  });

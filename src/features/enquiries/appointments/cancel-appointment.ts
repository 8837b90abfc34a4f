import { and, eq, not } from "drizzle-orm";
import type { Ctx } from "@/context";
import { appointments } from "@/db/schema";
import { hasContactOrAddress } from "@/shared/contact-data";
import { ok, refuse } from "@/shared/errors";
import { cancelSchema } from "@/shared/schemas/appointment";
import { validate } from "@/shared/schemas/field-errors";
import { getOtherSide } from "../names";
import { awaitsDecisionSql } from "../queries";
import { isContactOfMinorHeld } from "../sending/is-contact-of-minor-held";
import { refuseUnsafe } from "../threads/refuse-unsafe";
import { markUnreadStatements } from "../threads/update-enquiry-statements";
import { hasBegun } from "./appointment-state";
import { type AppointmentKey, changeAppointment } from "./change-appointment";
import { noticeStatements } from "./compose-notice";

/**
 * Cancels an accepted lesson, and with it a proposal to move it, or withdraws the reader's own proposal. The reason may be
 * empty.
 * Refuses as `changeAppointment`, `conflict` (`lesson_changed` if it is neither, `lesson_begun`, `awaits_decision` for a
 * reason), and `invalid`.
 */
export const cancelAppointment = (ctx: Ctx, key: AppointmentKey, input: { reason: unknown }) =>
  changeAppointment(ctx, key, async ({ appointment, enquiry, movedTime }) => {
    const checked = validate(cancelSchema, input);
    if (!checked.ok) return checked;
    const { reason } = checked.value;
    const { state, storedState } = appointment;
    if (state !== "accepted" && !(storedState === "proposed" && appointment.isOwn))
      return refuse("conflict", { reason: "lesson_changed" });
    if (hasBegun(appointment, ctx.now)) return refuse("conflict", { reason: "lesson_begun" });
    if (enquiry.side === "learner" && isContactOfMinorHeld(ctx, { message: reason }, hasContactOrAddress))
      return refuse("invalid", { reason: "contact_data_under_18" });
    const unsafe = await refuseUnsafe(ctx, enquiry, reason);
    if (unsafe) return unsafe;
    // To cancel is allowed, but the reason would reach the learner.
    if (enquiry.awaitsDecision && reason) return refuse("conflict", { reason: "awaits_decision" });
    return ok({
      action: "enquiry.lesson_cancelled",
      set: {
        state: "cancelled",
        cancelledBy: enquiry.side,
        reason,
        noticeTs: null,
      },
      guard: and(eq(appointments.state, storedState), reason ? not(awaitsDecisionSql(enquiry)) : undefined),
      furtherStatements: (guard) => [
        // An undelivered proposal was never told.
        ...(appointment.isUndelivered ? [] : markUnreadStatements(ctx, enquiry, guard)),
        ctx.db
          .update(appointments)
          .set({ state: "cancelled", cancelledBy: enquiry.side, updatedTs: ctx.now })
          .where(and(eq(appointments.enquiryId, enquiry.id), eq(appointments.state, "proposed"), guard)),
        ...noticeStatements(
          ctx,
          enquiry,
          {
            template: state === "accepted" ? "appointment_cancelled" : "appointment_withdrawn",
            // The lesson is in both calendars.
            to:
              state === "accepted"
                ? ["teacher", "learner"]
                : appointment.isUndelivered
                  ? []
                  : [getOtherSide(enquiry.side)],
            lesson: appointment,
            event: { ...appointment, state: "cancelled", updatedTs: ctx.now },
            reason,
            movedTime,
          },
          guard,
        ),
      ],
    });
  });

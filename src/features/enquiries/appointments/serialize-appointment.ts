import { toIsoTime } from "@/shared/format";
import type { AppointmentJson } from "@/shared/schemas/appointment";
import type { AppointmentView } from "./queries";

/** An appointment as JSON for the side that reads it; `took_place` is that side's own answer. */
export const serializeAppointment = (appointment: AppointmentView): AppointmentJson => ({
  _id: appointment.id,
  enquiry_id: appointment.enquiryId,
  state: appointment.state,
  times: appointment.times.map(toIsoTime),
  time: appointment.time === null ? null : toIsoTime(appointment.time),
  minutes: appointment.minutes,
  place: appointment.place,
  proposed_by: appointment.proposedBy,
  took_place: appointment.tookPlace,
});

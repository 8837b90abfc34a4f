import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  acceptSchema,
  appointmentListResponseSchema,
  appointmentResponseSchema,
  cancelSchema,
  outcomeSchema,
  proposalSchema,
} from "@/shared/schemas/appointment";
import { adoptGuestEnquiries } from "../guests/adopt-guest-enquiries";
import { acceptAppointment } from "./accept-appointment";
import { cancelAppointment } from "./cancel-appointment";
import { declineAppointment } from "./decline-appointment";
import { proposeAppointment } from "./propose-appointment";
import { findAppointment, listOwnAppointments } from "./queries";
import { recordOutcome } from "./record-outcome";
import { serializeAppointment } from "./serialize-appointment";

/** First lessons as JSON for both sides of a conversation. */
export const appointmentsApi = new Hono<AppEnv>();

const CLOSED =
  "the conversation allows no lessons (`account_erased`, `recipient_closed`, `enquiry_closed`, `person_blocked` by the caller)";
const NOT_FOUND = "The appointment does not exist or belongs to other users.";
const BEGUN = "the lesson has begun (`lesson_begun`)";
const CHANGED = `It has another state, or another request was first (\`lesson_changed\`), or ${CLOSED}.`;
const AWAITS_DECISION =
  "the team has not decided about a refused text of the calling teacher or a report of a danger to a learner under 18 (`awaits_decision`)";
const APPOINTMENT = { description: "The appointment.", schema: appointmentResponseSchema };

declareCall(appointmentsApi, {
  method: "POST",
  path: paths.apiEnquiryAppointments(":id"),
  tag: "enquiries",
  summary: "Propose a first lesson",
  description:
    "Proposes up to three times within 180 days to the other participant, who gets an email. It replaces an open proposal of either participant. An accepted lesson only moves with a `reason`, and stays accepted until one of the new times is.",
  fields: {
    times: "Possible starts, ISO 8601 with the offset, or milliseconds since 1970; one to three",
    minutes: "Length, 30 to 120 minutes",
    place:
      "`online`, `th` (at the teacher’s home), `lh` (at the learner’s home), or another place as text without contact data",
    reason: "Why an accepted lesson moves",
  },
  access: "user",
  idempotent: true,
  rawBody: proposalSchema,
  responses: {
    201: APPOINTMENT,
    404: "The conversation does not exist or belongs to other users.",
    409: `A lesson is accepted and the body has no reason (\`lesson_accepted\`), ${BEGUN}, another request was first (\`lesson_changed\`), the author of a request did not reply to three messages of the teacher, or closed the request without a reply (\`awaits_reply\`), ${AWAITS_DECISION}, ${CLOSED}, or the same call is in progress.`,
  },
  problems: ["too_many"],
  async handler({ ctx, id, submissionId, rawBody: { times, minutes, place, reason } }) {
    const input = { times, minutes, place, reason, submissionId };
    const proposed = getOrThrow(await proposeAppointment(ctx, id, input));
    const found = await findAppointment(ctx, proposed.id);
    if (!found) throw new Refused({ code: "not_found" });
    return { content: serializeAppointment(found.appointment) };
  },
});

declareCall(appointmentsApi, {
  method: "POST",
  path: paths.apiAppointmentAction(":id", "accept"),
  tag: "enquiries",
  summary: "Accept a first lesson",
  description:
    "Accepts one of the times that the other participant proposed, in place of a lesson that was accepted before. Both get the lesson by email.",
  fields: { time: "One of the proposed starts" },
  access: "user",
  rawBody: acceptSchema,
  responses: { 200: APPOINTMENT, 404: NOT_FOUND, 409: `${CHANGED} Or ${AWAITS_DECISION}.` },
  async handler({ ctx, id, rawBody: { time } }) {
    const { appointment } = getOrThrow(await acceptAppointment(ctx, { id }, { time }));
    return { content: serializeAppointment(appointment) };
  },
});

declareCall(appointmentsApi, {
  method: "POST",
  path: paths.apiAppointmentAction(":id", "decline"),
  tag: "enquiries",
  summary: "Decline a first lesson",
  description: "Declines what the other participant proposed, who gets an email.",
  access: "user",
  responses: { 200: APPOINTMENT, 404: NOT_FOUND, 409: CHANGED },
  async handler({ ctx, id }) {
    const { appointment } = getOrThrow(await declineAppointment(ctx, { id }));
    return { content: serializeAppointment(appointment) };
  },
});

declareCall(appointmentsApi, {
  method: "POST",
  path: paths.apiAppointmentAction(":id", "cancel"),
  tag: "enquiries",
  summary: "Cancel a first lesson",
  description:
    "Cancels an accepted lesson, with a proposal to move it; or withdraws the caller’s own proposal. The other participant gets an email.",
  fields: { reason: "The reason, if any, that the other participant reads" },
  access: "user",
  rawBody: cancelSchema,
  responses: { 200: APPOINTMENT, 404: NOT_FOUND, 409: `${CHANGED} Or ${BEGUN}.` },
  async handler({ ctx, id, rawBody: { reason } }) {
    const { appointment } = getOrThrow(await cancelAppointment(ctx, { id }, { reason }));
    return { content: serializeAppointment(appointment) };
  },
});

declareCall(appointmentsApi, {
  method: "POST",
  path: paths.apiAppointmentAction(":id", "outcome"),
  tag: "enquiries",
  summary: "Say whether a first lesson took place",
  description:
    "Once for each participant, after the end of the lesson. If one of them says that it took place, the conversation is `won`.",
  fields: { took_place: "Whether the lesson took place" },
  access: "user",
  rawBody: outcomeSchema,
  responses: { 200: APPOINTMENT, 404: NOT_FOUND, 409: CHANGED },
  async handler({ ctx, id, rawBody: { took_place } }) {
    const { appointment } = getOrThrow(await recordOutcome(ctx, { id }, { took_place }));
    return { content: serializeAppointment(appointment) };
  },
});

declareCall(appointmentsApi, {
  method: "GET",
  path: paths.apiAppointments(),
  tag: "enquiries",
  summary: "List your first lessons",
  description: "As a teacher and as a learner, the newest proposal first: at most the newest 400.",
  access: "user",
  responses: { 200: { description: "The appointments.", schema: appointmentListResponseSchema } },
  async handler({ ctx, user }) {
    await adoptGuestEnquiries(ctx, user);
    return { content: (await listOwnAppointments(ctx, user.id)).map(serializeAppointment), next: null };
  },
});

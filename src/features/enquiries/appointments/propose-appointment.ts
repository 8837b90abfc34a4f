import { and, eq, type SQL, sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { appointments, enquiries } from "@/db/schema";
import { hasContactOrAddress } from "@/shared/contact-data";
import { DAY_MS } from "@/shared/dates";
import { type FieldError, invalid, ok, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { type Proposal, proposalSchema } from "@/shared/schemas/appointment";
import { validate } from "@/shared/schemas/field-errors";
import { getOtherSide } from "../names";
import { awaitsDecisionSql, type EnquiryView, findEnquiryForReader } from "../queries";
import { isContactOfMinorHeld } from "../sending/is-contact-of-minor-held";
import { refuseUnsafe } from "../threads/refuse-unsafe";
import { MESSAGES_PER_HOUR, senderKey } from "../threads/send-message";
import { awaitsReplySql, findUnansweredRefusal } from "../threads/unanswered-limit";
import { recordContactStatements } from "../threads/update-enquiry-statements";
import { getAppointmentEnd, getAppointmentState, hasBegun } from "./appointment-state";
import { noticeStatements } from "./compose-notice";
import { allowsAppointmentsSql, findAppointmentRefusal, findOpenAppointments } from "./queries";

/** How far ahead (days) a first lesson may be. */
const MAX_DAYS_AHEAD = 180;

type ProposalInput = {
  times: unknown;
  minutes: unknown;
  place: unknown;
  reason?: unknown;
  /** A guest's token. */
  token?: string | undefined;
  /** An id from the form: the same form sent twice makes one proposal. */
  submissionId?: string | undefined;
};

type CheckedProposal = {
  enquiry: EnquiryView;
  values: Proposal;
  open: OpenAppointments;
  /** The accepted lesson that it would move. */
  moved: OpenAppointments["accepted"];
  /** The id that the form gives it. */
  formId: string | null;
  /** The same if the form was stored before. */
  storedId: string | null;
};

/**
 * Checks a proposal without storing it, before the form asks about its times too. Refuses as `proposeAppointment`, but
 * for `too_many` and `awaits_reply`.
 */
export async function checkProposal(
  ctx: Ctx,
  enquiryId: string,
  { token, submissionId, ...input }: ProposalInput,
): Promise<Result<CheckedProposal>> {
  const enquiry = await findEnquiryForReader(ctx, enquiryId, token);
  if (!enquiry || enquiry.isUnconfirmed) return refuse("not_found");
  const refusal = findAppointmentRefusal(enquiry);
  if (refusal !== null) return refuse("conflict", { reason: refusal });
  const validated = await validateProposal(ctx, enquiry, input);
  if (!validated.ok) return validated;
  const values = validated.value;
  const { times, minutes, place, reason = "" } = values;

  const open = await findOpenAppointments(ctx, enquiryId);
  const { proposed, accepted } = open;
  const moved = accepted && getAppointmentState(accepted, ctx.now) === "accepted" ? accepted : null;
  // Changed times from a page that was sent before are another proposal.
  const formId = submissionId
    ? hashToId(keyedHash(ctx, "lesson", JSON.stringify([submissionId, enquiryId, times, minutes, place])))
    : null;
  const checked = { enquiry, values, open, moved, formId };
  if (formId && [proposed?.id, accepted?.id].includes(formId)) return ok({ ...checked, storedId: formId });
  if (enquiry.awaitsDecision) return refuse("conflict", { reason: "awaits_decision" });
  if (moved && hasBegun(moved, ctx.now)) return refuse("conflict", { reason: "lesson_begun" });
  if (moved && reason === "") return refuse("conflict", { reason: "lesson_accepted" });
  if (
    moved &&
    times.some((time) => time === moved.time) &&
    minutes === moved.minutes &&
    place === moved.place
  )
    return invalid([{ field: "times", code: "lesson_same_time" }]);
  return ok({ ...checked, storedId: null });
}

/**
 * Proposes times for a lesson to the other side, instead of an open proposal of either. With `reason` it would move an
 * accepted lesson (`isMove`), which stays until one of the times is accepted. A proposal counts as a message: of the
 * teacher it is an answer, of the learner it waits for one. That of a blocked person is stored for that person alone.
 * Refuses `not_found` to other users, `invalid`, `too_many`, and `conflict`: `lesson_accepted` without a reason,
 * `lesson_begun` until the agreed one is over, `account_erased`, `recipient_closed`, `enquiry_closed`, `person_blocked` by
 * the reader, `awaits_reply` as `sendMessage`, `awaits_decision` to a teacher while a report of a danger is open.
 */
export async function proposeAppointment(
  ctx: Ctx,
  enquiryId: string,
  input: ProposalInput,
): Promise<Result<{ id: string; isMove: boolean }>> {
  const checked = await checkProposal(ctx, enquiryId, input);
  if (!checked.ok) return checked;
  const { enquiry, values, open, moved, formId, storedId } = checked.value;
  const { proposed: replaced, accepted } = open;
  if (storedId !== null) return ok({ id: storedId, isMove: moved !== null && storedId !== moved.id });
  const { times, minutes, place, reason = "" } = values;
  const isMove = moved !== null;

  // The same times may be proposed again once they were declined.
  const isUsed = formId !== null && (await ctx.db.$count(appointments, eq(appointments.id, formId))) > 0;
  const id = formId === null || isUsed ? ctx.newId() : formId;
  const { side, isBlocked } = enquiry;
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const eventId = ctx.newId();
  const guard = hasAuditEventSql(eventId);
  const lesson = { id, state: "proposed" as const, times, time: null, minutes, place, updatedTs: ctx.now };
  const [inserted] = await ctx.commit([
    auditEventStatement(
      ctx,
      {
        id: eventId,
        action: "enquiry.lesson_proposed",
        subject: auditSubject("enquiry", enquiryId),
        detail: { by: side },
      },
      sql`${allowsAppointmentsSql(enquiry)} and not ${awaitsReplySql(enquiry)} and not ${awaitsDecisionSql(enquiry)}
        and ${hasHitsLeftSql(limits, ctx.now)} and ${isOpenAsReadSql(enquiryId, open)}
        and not exists (select 1 from ${appointments} where id = ${id})`,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, guard),
    ctx.db
      .update(appointments)
      .set({ state: "cancelled", cancelledBy: side, updatedTs: ctx.now })
      .where(and(eq(appointments.enquiryId, enquiryId), eq(appointments.state, "proposed"), guard)),
    ...(isMove || !accepted
      ? []
      : [
          ctx.db
            .update(appointments)
            .set({ state: "past" })
            .where(and(eq(appointments.id, accepted.id), guard)),
        ]),
    insertWhere(
      ctx.db,
      appointments,
      {
        ...lesson,
        enquiryId,
        proposedBy: side,
        moveReason: isMove ? reason : "",
        isUndelivered: isBlocked,
        createdTs: ctx.now,
        // After the update: a lesson that is over is stored as such.
        eventNumber: sql`(select count(*) from ${appointments} where enquiry_id = ${enquiryId} and state = 'past')`,
        earlierCount: sql`(select count(*) from ${appointments} where enquiry_id = ${enquiryId})`,
      },
      guard,
    ),
    ctx.db
      .update(enquiries)
      .set({
        lessonTs: sql`max(coalesce(${enquiries.lessonTs}, 0), ${getAppointmentEnd(lesson) + minutes * 60_000})`,
      })
      .where(and(eq(enquiries.id, enquiryId), guard)),
    ...recordContactStatements(ctx, enquiry, guard),
    ...noticeStatements(
      ctx,
      enquiry,
      {
        template: isMove ? "appointment_moved" : "appointment_proposed",
        to: isBlocked ? [] : [getOtherSide(side)],
        lesson,
        reason: isMove ? reason : "",
        isCounter: replaced !== null && replaced.proposedBy !== side && !replaced.isUndelivered,
        movedTime: moved?.time ?? null,
      },
      guard,
    ),
  ]);
  if (hasRows(inserted)) return ok({ id, isMove });
  return explainFailure(ctx, { id, isMove, enquiryId, token: input.token, limits });
}

/** The errors of starts that are not in the next months. */
function findWrongTimes({ now }: Ctx, times: readonly number[]): FieldError[] {
  if (times.some((time) => time <= now)) return [{ field: "times", code: "lesson_in_past" }];
  return times.some((time) => time > now + MAX_DAYS_AHEAD * DAY_MS)
    ? [{ field: "times", code: "lesson_too_far", params: { max: MAX_DAYS_AHEAD } }]
    : [];
}

/** The values of a proposal, with starts in the future. */
async function validateProposal(
  ctx: Ctx,
  enquiry: EnquiryView,
  input: Pick<ProposalInput, "times" | "minutes" | "place" | "reason">,
): Promise<Result<Proposal>> {
  const checked = validate(proposalSchema, input);
  const starts = proposalSchema.shape.times.safeParse(input.times);
  const wrongTimes = starts.success ? findWrongTimes(ctx, starts.data) : [];
  if (!checked.ok) return invalid([...wrongTimes, ...(checked.refusal.fields ?? [])]);
  if (wrongTimes.length > 0) return invalid(wrongTimes);
  const { place, reason = "" } = checked.value;
  // A street too: it belongs into a message, which asks whether a parent agrees.
  if (
    enquiry.side === "learner" &&
    isContactOfMinorHeld(ctx, { message: `${place}\n${reason}` }, hasContactOrAddress)
  )
    return refuse("invalid", { reason: "contact_data_under_18" });
  const unsafe =
    (await refuseUnsafe(ctx, enquiry, reason)) ??
    (await refuseUnsafe(ctx, enquiry, place, { isPlace: true }));
  return unsafe ?? checked;
}

type OpenAppointments = Awaited<ReturnType<typeof findOpenAppointments>>;

/** Guard: the accepted lesson is the one that was read, and nothing else was proposed since. */
const isOpenAsReadSql = (enquiryId: string, { proposed, accepted }: OpenAppointments): SQL => sql`(
  (select id from ${appointments} where enquiry_id = ${enquiryId} and state = 'accepted') is ${accepted?.id ?? null}
  and not exists (select 1 from ${appointments} where enquiry_id = ${enquiryId} and state = 'proposed'
    and id <> ${proposed?.id ?? ""}))`;

/** Why the batch of a proposal changed nothing. */
async function explainFailure(
  ctx: Ctx,
  {
    id,
    isMove,
    enquiryId,
    token,
    limits,
  }: {
    id: string;
    isMove: boolean;
    enquiryId: string;
    token: string | undefined;
    limits: Parameters<typeof findRetryAfter>[1];
  },
): Promise<Result<{ id: string; isMove: boolean }>> {
  const { proposed, accepted } = await findOpenAppointments(ctx, enquiryId);
  // A concurrent request with the same form, as from a double click, was first.
  if (proposed?.id === id) return ok({ id, isMove });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  const enquiry = await findEnquiryForReader(ctx, enquiryId, token);
  const unanswered = enquiry && (await findUnansweredRefusal(ctx, enquiry));
  if (unanswered) return unanswered;
  const reason =
    enquiry && (findAppointmentRefusal(enquiry) ?? (enquiry.awaitsDecision ? "awaits_decision" : null));
  return refuse("conflict", {
    reason: reason ?? (accepted && !isMove ? "lesson_accepted" : "lesson_changed"),
  });
}

import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { appointments, enquiries } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { type Proposal, proposalSchema } from "@/shared/schemas/appointment";
import { validate } from "@/shared/schemas/field-errors";
import { getOtherSide } from "../names";
import { type EnquiryView, findEnquiryForReader } from "../queries";
import { holdsContactOfMinor } from "../sending/holds-contact-of-minor";
import { contactStatements, MESSAGES_PER_HOUR, senderKey } from "../threads/send-message";
import { getAppointmentEnd, getAppointmentState } from "./appointment-state";
import { noticeStatements } from "./compose-notice";
import { allowsAppointmentsSql, findAppointmentRefusal } from "./queries";

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
  submissionId?: string;
};

/**
 * Proposes times for a lesson to the other side, instead of an open proposal of either. With `reason` it also moves an
 * accepted lesson, which is cancelled (`isMove`). A proposal counts as a message: of the teacher it is an answer, of the
 * learner it waits for one. That of a blocked person is stored for that person alone. Refuses `not_found` to other users,
 * `invalid`, `too_many`, and `conflict`: `lesson_accepted` without a reason, `account_erased`, `recipient_closed`,
 * `enquiry_closed`, `person_blocked` by the reader.
 */
export async function proposeAppointment(
  ctx: Ctx,
  enquiryId: string,
  { token, submissionId, ...input }: ProposalInput,
): Promise<Result<{ id: string; isMove: boolean }>> {
  const enquiry = await findEnquiryForReader(ctx, enquiryId, token);
  if (!enquiry || enquiry.isUnconfirmed) return refuse("not_found");
  const refusal = findAppointmentRefusal(enquiry);
  if (refusal !== null) return refuse("conflict", { reason: refusal });
  const checked = checkProposal(ctx, enquiry, input);
  if (!checked.ok) return checked;
  const { times, minutes, place, reason = "" } = checked.value;

  const open = await findOpen(ctx, enquiryId);
  const isUpcoming = open !== null && getAppointmentState(open, ctx.now) === "accepted";
  if (open !== null && open.id === submissionId) return ok({ id: open.id, isMove: false });
  if (isUpcoming && reason === "") return refuse("conflict", { reason: "lesson_accepted" });

  const id = submissionId && ID_PATTERN.test(submissionId) ? submissionId : ctx.newId();
  const { side, isBlocked } = enquiry;
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const eventId = ctx.newId();
  const guard = hasAuditEventSql(eventId);
  const lesson = { id, state: "proposed" as const, times, time: null, minutes, place, updatedTs: ctx.now };
  const [proposed] = await ctx.commit([
    auditEventStatement(
      ctx,
      {
        id: eventId,
        action: "enquiry.lesson_proposed",
        subject: auditSubject("enquiry", enquiryId),
        detail: { by: side },
      },
      sql`${allowsAppointmentsSql(enquiry)} and ${hasHitsLeftSql(limits, ctx.now)} and ${isOpenAsReadSql(enquiryId, open)}
        and not exists (select 1 from ${appointments} where id = ${id})`,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, guard),
    ctx.db
      .update(appointments)
      .set(
        open !== null && getAppointmentState(open, ctx.now) === "past" && open.state === "accepted"
          ? { state: "past" }
          : { state: "cancelled", cancelledBy: side, reason, noticeTs: null, updatedTs: ctx.now },
      )
      .where(
        and(
          eq(appointments.id, open?.id ?? ""),
          inArray(appointments.state, ["proposed", "accepted"]),
          guard,
        ),
      ),
    insertWhere(
      ctx.db,
      appointments,
      {
        ...lesson,
        enquiryId,
        proposedBy: side,
        isUndelivered: isBlocked,
        createdTs: ctx.now,
        // After the update: the replaced lesson is stored as over.
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
    ...contactStatements(ctx, enquiry, guard),
    ...noticeStatements(
      ctx,
      enquiry,
      {
        template: isUpcoming ? "appointment_moved" : "appointment_proposed",
        to: isBlocked ? [] : [getOtherSide(side)],
        lesson,
        reason,
        isCounter: open?.state === "proposed" && open.proposedBy !== side && !open.isUndelivered,
        event: isUpcoming ? { ...open, state: "cancelled", updatedTs: ctx.now } : null,
      },
      guard,
    ),
  ]);
  if (hasRows(proposed)) return ok({ id, isMove: isUpcoming });
  return explainFailure(ctx, { id, enquiryId, token, limits });
}

/** The values of a proposal, with starts in the future. */
function checkProposal(
  ctx: Ctx,
  { side }: EnquiryView,
  input: Omit<ProposalInput, "token">,
): Result<Proposal> {
  const checked = validate(proposalSchema, input);
  if (!checked.ok) return checked;
  const { times, place, reason = "" } = checked.value;
  if (times.some((time) => time <= ctx.now)) return invalid([{ field: "times", code: "lesson_in_past" }]);
  if (times.some((time) => time > ctx.now + MAX_DAYS_AHEAD * DAY_MS))
    return invalid([{ field: "times", code: "lesson_too_far", params: { max: MAX_DAYS_AHEAD } }]);
  // A street too: it belongs into a message, which asks whether a parent agrees.
  if (side === "learner" && holdsContactOfMinor(ctx, { message: `${place}\n${reason}` }))
    return refuse("invalid", { reason: "contact_data_under_18" });
  return checked;
}

type OpenAppointment = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

async function findOpen(ctx: Ctx, enquiryId: string) {
  const [row] = await ctx.db
    .select()
    .from(appointments)
    .where(
      and(eq(appointments.enquiryId, enquiryId), sql`${appointments.state} in ('proposed', 'accepted')`),
    );
  return row ?? null;
}

/** Guard: no appointment is open but the one that was read, in the state that it had. */
const isOpenAsReadSql = (enquiryId: string, open: Pick<OpenAppointment, "id" | "state"> | null): SQL =>
  sql`not exists (select 1 from ${appointments} where enquiry_id = ${enquiryId}
    and state in ('proposed', 'accepted') and not (id = ${open?.id ?? ""} and state = ${open?.state ?? ""}))`;

/** Why the batch of a proposal changed nothing. */
async function explainFailure(
  ctx: Ctx,
  {
    id,
    enquiryId,
    token,
    limits,
  }: {
    id: string;
    enquiryId: string;
    token: string | undefined;
    limits: Parameters<typeof findRetryAfter>[1];
  },
): Promise<Result<{ id: string; isMove: boolean }>> {
  const open = await findOpen(ctx, enquiryId);
  // A concurrent request with the same form, as from a double click, was first.
  if (open?.id === id) return ok({ id, isMove: false });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  const enquiry = await findEnquiryForReader(ctx, enquiryId, token);
  const reason = enquiry && findAppointmentRefusal(enquiry);
  return refuse("conflict", {
    reason: reason ?? (open?.state === "accepted" ? "lesson_accepted" : "lesson_changed"),
  });
}

import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type AuditAction, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { appointments } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import type { EnquiryView } from "../queries";
import {
  type AppointmentView,
  allowsAppointmentsSql,
  findAppointment,
  findAppointmentRefusal,
  findOpenAppointments,
} from "./queries";

/** An appointment for one of its sides: guests have the token of their link. */
export type AppointmentKey = { id: string; token?: string | undefined };

type Found = { appointment: AppointmentView; enquiry: EnquiryView };

type Decided = Found & {
  /** The accepted lesson beside a proposal; null without one. */
  lesson: typeof appointments.$inferSelect | null;
  /** Its start (ms) until it begins: the proposal would move it. */
  movedTime: number | null;
};

type Change = {
  action: AuditAction;
  set: Partial<typeof appointments.$inferInsert>;
  /** Condition on the row that `decide` relied on. */
  guard: SQL | undefined;
  furtherStatements?: (guard: SQL) => Statement[] | Promise<Statement[]>;
};

/**
 * Changes an appointment as one of its sides, if `decide` allows it. Refuses `not_found` to others, and `conflict`: the
 * conversation allows no lessons (`findAppointmentRefusal`), or what `decide` says of the row that another request
 * changed first, else `lesson_changed`.
 */
export async function changeAppointment(
  ctx: Ctx,
  { id, token }: AppointmentKey,
  decide: (found: Decided) => Result<Change> | Promise<Result<Change>>,
): Promise<Result<Found>> {
  const found = await findAppointment(ctx, id, token);
  if (!found) return refuse("not_found");
  const { enquiry } = found;
  const refusal = findAppointmentRefusal(enquiry);
  if (refusal !== null) return refuse("conflict", { reason: refusal });
  const { accepted } = await findOpenAppointments(ctx, enquiry.id);
  const lesson = accepted?.id === id ? null : accepted;
  const movedTime = lesson?.time && lesson.time > ctx.now ? lesson.time : null;
  const decided = await decide({ ...found, lesson, movedTime });
  if (!decided.ok) return decided;
  const { action, set, guard, furtherStatements } = decided.value;
  const isChanged = await commitAudited(ctx, {
    action,
    subject: auditSubject("enquiry", enquiry.id),
    detail: { by: enquiry.side },
    statement: ctx.db
      .update(appointments)
      .set({ updatedTs: ctx.now, ...set })
      .where(and(eq(appointments.id, id), guard, allowsAppointmentsSql(enquiry)))
      .returning({ id: appointments.id }),
    furtherStatements,
  });
  if (!isChanged) {
    const current = await findAppointment(ctx, id, token);
    const repeated = current && (await decide({ ...current, lesson, movedTime }));
    return repeated?.ok === false ? repeated : refuse("conflict", { reason: "lesson_changed" });
  }
  return ok((await findAppointment(ctx, id, token)) ?? found);
}

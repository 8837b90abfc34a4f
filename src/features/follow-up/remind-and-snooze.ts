import type { Ctx } from "@/context";
import { prepareReminder } from "@/features/enquiries";
import { addDays, toDay } from "@/shared/dates";
import { type Result, refuse } from "@/shared/errors";
import { findFollowUpRow } from "./queues/find-follow-up-row";
import { saveNote } from "./save-note";

/** The teacher has this long (days) to answer. */
const SNOOZE_DAYS = 2;

/**
 * Reminds the teacher of an unanswered enquiry and snoozes its task, in one batch, with the fields of `note` that were
 * typed in the same form; a typed day of return is kept. Refuses like `prepareReminder`,
 * `not_found` without a task, and `conflict` (`datastale`) if another admin did so or saved its note at the same time.
 */
export async function remindAndSnooze(
  ctx: Ctx,
  {
    id,
    key,
    note: typed = {},
    version,
  }: { id: string; key: string; note?: { snoozed_until?: string }; version?: number },
): Promise<Result<unknown>> {
  const [reminder, row] = await Promise.all([prepareReminder(ctx, id), findFollowUpRow(ctx, key)]);
  if (!reminder.ok) return reminder;
  if (!row) return refuse("not_found");
  const { guard, statements } = reminder.value;
  const today = toDay(ctx.now);
  const day = typed.snoozed_until?.trim();
  // The form also sends the day of a snooze that ended.
  const isTyped = day && (day !== row.snoozedUntil || day > today);
  const snoozed_until = isTyped ? day : addDays(today, SNOOZE_DAYS);
  const note = { ...typed, snoozed_until, version: version ?? row.version };
  return saveNote(ctx, key, note, { guard, furtherStatements: statements });
}

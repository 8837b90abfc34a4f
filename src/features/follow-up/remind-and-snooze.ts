import type { Ctx } from "@/context";
import { remindTeacher } from "@/features/enquiries";
import { addDays, toDay } from "@/shared/dates";
import type { Result } from "@/shared/errors";
import { saveNote } from "./save-note";

/** The teacher has this long (days) to answer. */
const SNOOZE_DAYS = 2;

/**
 * Reminds the teacher of an unanswered enquiry, and snoozes its task. These are two batches: if the second fails, the task
 * stays in the list. Refuses like `remindTeacher`.
 */
export async function remindAndSnooze(
  ctx: Ctx,
  { id, key }: { id: string; key: string },
): Promise<Result<unknown>> {
  const result = await remindTeacher(ctx, id);
  if (result.ok) await saveNote(ctx, key, { snoozed_until: addDays(toDay(ctx.now), SNOOZE_DAYS) });
  return result;
}

import type { Ctx } from "@/context";
import { prepareMailRetry } from "@/features/mail";
import { type Result, refuse } from "@/shared/errors";
import { findFollowUpRow } from "./queues/find-follow-up-row";
import { saveNote } from "./save-note";

/**
 * Sends an undelivered mail again, to a corrected address, in one batch with the fields of `note` that were typed in the
 * same form. Refuses like `prepareMailRetry` and `saveNote`, and `not_found` without a task.
 */
export async function correctMailAddress(
  ctx: Ctx,
  id: string,
  { address, note, version }: { address: string; note: object; version: number | undefined },
): Promise<Result<unknown>> {
  const key = `mail_undelivered:${id}`;
  const [retry, row] = await Promise.all([
    prepareMailRetry(ctx, id, { correctedAddress: address }),
    findFollowUpRow(ctx, key),
  ]);
  if (!retry.ok) return retry;
  if (!row) return refuse("not_found");
  const { guard, statements } = retry.value;
  return saveNote(
    ctx,
    key,
    { ...note, version: version ?? row.version },
    { guard, furtherStatements: statements },
  );
}

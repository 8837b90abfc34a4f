import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { findContactMessage, replyStatements } from "@/features/contact";
import { ok, type Result, refuse } from "@/shared/errors";
import { contactReplySchema } from "@/shared/schemas/contact";
import { validate } from "@/shared/schemas/field-errors";
import { findFollowUpRow } from "./queues/find-follow-up-row";
import { saveNote } from "./save-note";

/**
 * Answers an open message to the operator: stores the reply, mails it with the message to its sender, and closes the
 * row, in one batch. Refuses `not_found`, `invalid`, and `conflict`: `wrong_state` if the message is closed, `datastale`
 * if another admin saved its note at the same time.
 */
export async function replyToContact(
  ctx: Ctx,
  id: string,
  input: unknown,
): Promise<Result<{ text: string; createdTs: number }>> {
  requireAdmin(ctx);
  const key = `contact:${id}`;
  const [message, row] = await Promise.all([findContactMessage(ctx, id), findFollowUpRow(ctx, key)]);
  if (!message || !row) return refuse("not_found");
  const checked = validate(contactReplySchema, input);
  if (!checked.ok) return checked;
  if (message.closedTs !== null) return refuse("conflict", { reason: "wrong_state" });
  const { text } = checked.value;
  const note = { outcome: ctx.t("follow-up.suggestions.contact.1"), version: row.version };
  const saved = await saveNote(ctx, key, note, {
    furtherStatements: (guard) => replyStatements(ctx, id, message, text, guard),
  });
  return saved.ok ? ok({ text, createdTs: ctx.now }) : saved;
}

import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { contactMessages, followUpNotes } from "@/db/schema";
import { findContactMessage, replyStatements } from "@/features/contact";
import { storeUndoStatements, type UndoRules } from "@/features/moderation";
import { ok, type Result, refuse } from "@/shared/errors";
import { contactReplySchema } from "@/shared/schemas/contact";
import { validate } from "@/shared/schemas/field-errors";
import { findFollowUpRow } from "./queues/find-follow-up-row";
import { saveNote } from "./save-note";

/**
 * Answers an open message to the operator: stores the reply, mails it with the message to its sender, and closes the row
 * unless `keepOpen`, in one batch, with the fields of `note` that were typed in the same form. `REPLY_UNDO` undoes a
 * reply of `withUndo`. Refuses `not_found`, `invalid`, and `conflict`: `wrong_state` if the message is closed, `datastale`
 * if a reply or a note was saved after `version`, which a form showed, or at the same time.
 */
export async function replyToContact(
  ctx: Ctx,
  id: string,
  input: unknown,
  {
    note: typed = {},
    keepOpen = false,
    version,
  }: { note?: { outcome?: string }; keepOpen?: boolean; version?: number } = {},
): Promise<Result<{ text: string; createdTs: number }>> {
  requireAdmin(ctx);
  const key = `contact:${id}`;
  const [message, row] = await Promise.all([findContactMessage(ctx, id), findFollowUpRow(ctx, key)]);
  if (!message || !row) return refuse("not_found");
  const checked = validate(contactReplySchema, input);
  if (!checked.ok) return checked;
  if (message.closedTs !== null) return refuse("conflict", { reason: "wrong_state" });
  const { text } = checked.value;
  const outcome = keepOpen ? "" : ctx.t("follow-up.suggestions.contact.1");
  const note = { ...typed, outcome: typed.outcome?.trim() || outcome, version: version ?? row.version };
  const saved = await saveNote(ctx, key, note, {
    furtherStatements: (guard) => [
      ...replyStatements(ctx, id, message, text, guard),
      ...storeUndoStatements(ctx, key, { version: row.version + 1 }, guard),
    ],
  });
  return saved.ok ? ok({ text, createdTs: ctx.now }) : saved;
}

const noteVersionSql = sql`(select version from ${followUpNotes} where key = 'contact:' || ${contactMessages.id})`;

/** The undo of a reply: it is deleted, and the message is open again. Not once the note of its row was changed. */
export const REPLY_UNDO: UndoRules<{ version: number; userId: string }> = {
  subject: "contact",
  action: "contact.reply_undone",
  item: { id: contactMessages.id, version: noteVersionSql, userId: sql`''` },
  restoreStatement: ({ db }, { id, item }, guard) =>
    db
      .update(contactMessages)
      .set({ closedTs: null, replies: sql`json_remove(${contactMessages.replies}, '$[#-1]')` })
      .where(and(eq(contactMessages.id, id), sql`${noteVersionSql} = ${item.version}`, guard))
      .returning({ id: contactMessages.id }),
  furtherStatements: ({ db, now }, { id }, guard) => [
    db
      .update(followUpNotes)
      .set({ outcome: null, updatedTs: now, version: sql`${followUpNotes.version} + 1` })
      .where(and(eq(followUpNotes.key, `contact:${id}`), guard)),
  ],
};

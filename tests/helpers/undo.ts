import { eq } from "drizzle-orm";
import { decisionUndos } from "@/db/schema";
import { UNDONE_DECISION } from "@/features/moderation";
import { db } from "./app";

/** What the form of an undo sends: the last decision about a subject (`auditSubject`). */
export async function readUndoForm(subject: string): Promise<Record<string, string>> {
  const [row] = await db.select().from(decisionUndos).where(eq(decisionUndos.subject, subject));
  return { [UNDONE_DECISION]: row?.decisionId ?? "" };
}
